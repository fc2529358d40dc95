package threat

import (
	"context"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"browser-mcp/fsutil"
	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/site"
	"browser-mcp/internal/storetest"
	"browser-mcp/mcp"
	"browser-mcp/mcp/tools"
	"browser-mcp/vault"
	"browser-mcp/vault/local"
)

// room is the real server, with the real tools, store and browser, and a site.
type room struct {
	t      *testing.T
	site   *site.Site
	local  *local.Store
	store  *storetest.Store
	server *mcp.Server
	ids    map[string]string // of references, by name

	// A build that is not as ours: compare has values that are replaced in all that leaves, as a redactor does that
	// compares; class, if not empty, is what every reference claims to be.
	compare []string
	class   vault.Class

	mu     sync.Mutex
	agents []*agent
	audit  []vault.AuditEvent
	said   strings.Builder // every text that left
}

func newRoom(t *testing.T, s *site.Site) *room {
	t.Helper()
	r := &room{t: t, site: s, local: openStore(t), ids: map[string]string{}}
	r.store = storetest.Wrap(r)
	set := tools.New(tools.Config{
		Open: func(context.Context) (*tools.Backend, error) {
			return &tools.Backend{Browser: theBrowser(), Store: r.store, Name: "local"}, nil
		},
		Audit: r.note,
	})
	config := set.Configure(mcp.Config{Name: "browser-mcp", Version: "test"})
	redact := config.Redact
	config.Redact = func(c mcp.Caller, text string) string {
		text = compared(redact(c, text), r.compare)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.said.WriteString(text + "\n")
		return text
	}
	r.server = mcp.NewServer(config)
	set.Register(r.server)
	return r
}

// compared is what a redactor does that compares guessable values.
func compared(text string, values []string) string {
	for _, value := range values {
		text = strings.ReplaceAll(text, value, "[REDACTED:compared]")
	}
	return text
}

func openStore(t *testing.T) *local.Store {
	t.Helper()
	root, err := os.MkdirTemp("", "threat")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	dir, err := fsutil.MakeDir(filepath.Join(root, "vault"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := local.Open(dir, local.FileKey(dir, "vault.key", true))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		s.Close()
		dir.Close()
	})
	return s
}

// List implements vault.Store.
func (r *room) List(ctx context.Context) ([]vault.Reference, error) {
	refs, err := r.local.List(ctx)
	if r.class != "" {
		for i := range refs {
			for key := range refs[i].Classes {
				refs[i].Classes[key] = r.class
			}
		}
	}
	return refs, err
}

// Export implements vault.Store.
func (r *room) Export(ctx context.Context, id vault.SecretID) (*vault.Payload, error) {
	return r.local.Export(ctx, id)
}

func (r *room) note(e vault.AuditEvent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.audit = append(r.audit, e)
}

// secret imports a value under a name, bound to the shop unless the properties (key, value, key, value) say otherwise.
func (r *room) secret(name string, kind vault.Kind, value string, properties ...string) {
	r.t.Helper()
	in := local.Import{Name: name, Kind: kind, Approval: vault.ApproveNone}
	bound := false
	for i := 0; i < len(properties); i += 2 {
		in.Properties = append(in.Properties, vault.Property{Key: properties[i], Value: properties[i+1]})
		bound = bound || properties[i] == "sbm:origin"
	}
	if !bound {
		in.Properties = append(in.Properties, vault.Property{Key: "sbm:origin", Value: r.site.Shop})
	}
	v, err := vault.NewSecret([]byte(value))
	if err != nil {
		r.t.Fatal(err)
	}
	defer v.Close()
	in.Value = v
	ref, err := r.local.Import(r.t.Context(), in)
	if err != nil {
		r.t.Fatalf("importing %s: %v", name, err)
	}
	r.ids[name] = string(ref.ID)
}

// exports is how often the store was asked for a value.
func (r *room) exports() int { return len(r.store.Exports()) }

// arrives waits until a request for a path has come.
func (r *room) arrives(path string) {
	r.t.Helper()
	ctx, cancel := context.WithTimeout(r.t.Context(), 30*time.Second)
	defer cancel()
	if _, err := r.site.Await(ctx, func(q site.Request) bool { return q.Path == path }); err != nil {
		r.t.Fatalf("waiting for %s: %v", path, err)
	}
}

// connect is a new client, with a session and a browser context of its own.
func (r *room) connect() *agent {
	r.t.Helper()
	ours, theirs := net.Pipe()
	done := make(chan struct{})
	// Owned by the test; ends when the client closes its end, which its cleanup does before this one.
	go func() {
		defer close(done)
		_ = r.server.Serve(context.Background(), theirs, mcp.Caller{Principal: "test"})
	}()
	r.t.Cleanup(func() { <-done })
	a := &agent{Client: mcptest.New(r.t, ours), t: r.t, room: r, served: done}
	if _, err := a.Initialize(r.t.Context(), mcptest.Newest); err != nil {
		r.t.Fatal(err)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.agents = append(r.agents, a)
	return a
}

// transcript is all that the room's agents received, one after the other, without what differs between any two runs.
func (r *room) transcript() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all strings.Builder
	for i, a := range r.agents {
		fmt.Fprintf(&all, "agent %d\n%s", i, a.Received())
	}
	text := all.String()
	for name, id := range r.ids {
		text = strings.ReplaceAll(text, id, "s-"+name)
	}
	return accidental.ReplaceAllString(text, "")
}

// accidental is what depends on the clock: how long requests took, and that a call took its time.
var accidental = regexp.MustCompile(`\\?"duration_ms\\?":\d+,?|\{"jsonrpc":"2.0","method":"notifications/progress".*\n`)
