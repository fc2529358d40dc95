package tools

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"browser-mcp/cdp/browser"
	"browser-mcp/internal/asuser"
	"browser-mcp/internal/leak"
	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/site"
	"browser-mcp/internal/storetest"
	"browser-mcp/mcp"
	"browser-mcp/systemd/spawn"
	"browser-mcp/vault"
)

// helperWord makes the test binary be the browser's helper.
const helperWord = "browser-helper-of-the-tests"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == helperWord {
		fmt.Fprintln(os.Stderr, browser.RunHelper(context.Background(), slog.New(slog.DiscardHandler)))
		os.Exit(1)
	}
	asuser.Main(closing{m})
}

// closing ends the tests' browser after them.
type closing struct{ m *testing.M }

func (c closing) Run() int {
	code := c.m.Run()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := theBrowser().Close(ctx); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, "closing the tests' browser:", err)
		return 1
	}
	return code
}

// theBrowser is one Chromium for all tests of the package; each test has contexts of its own in it.
var theBrowser = sync.OnceValue(func() *browser.Browser { return newBrowser(browser.Policy{}) })

func newBrowser(p browser.Policy) *browser.Browser {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	h := spawn.Helper{Command: []string{self, helperWord}, Env: os.Environ()}
	return browser.New(browser.Config{
		Start: func(ctx context.Context, request []byte) (browser.Process, error) {
			p, err := h.Start(ctx, request)
			if err != nil {
				return nil, err
			}
			return p, nil
		},
		Launch: browser.LaunchOptions{Headless: true}, Policy: p,
	})
}

// shelf is a store in memory.
type shelf struct {
	mu     sync.Mutex
	refs   []vault.Reference
	values map[vault.SecretID]string
	broken error
}

func (s *shelf) List(context.Context) ([]vault.Reference, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.refs, s.broken
}

func (s *shelf) Export(_ context.Context, id vault.SecretID) (*vault.Payload, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	value, ok := s.values[id]
	if !ok {
		return nil, vault.ErrUnknownSecret
	}
	secret, err := vault.NewSecret([]byte(value))
	if err != nil {
		return nil, err
	}
	return &vault.Payload{Single: secret}, nil
}

// put stores a value with its binding, given as key, value, key, value.
func (s *shelf) put(id vault.SecretID, kind vault.Kind, value string, properties ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []vault.Property
	for i := 0; i < len(properties); i += 2 {
		list = append(list, vault.Property{Key: properties[i], Value: properties[i+1]})
	}
	r := vault.NewReference(id, "the "+string(id), kind, vault.ApproveNone, list)
	r.Classes = map[string]vault.Class{"": vault.Classify(kind, "", []byte(value))}
	for _, key := range r.Keys {
		r.Classes[key] = vault.Guessable
	}
	s.refs = append(s.refs, r)
	s.values[id] = value
}

// rig is a server with the real tools, a store in memory, the real browser and a site.
type rig struct {
	t      *testing.T
	site   *site.Site
	shelf  *shelf
	store  *storetest.Store
	tools  *Tools
	server *mcp.Server
	audit  []vault.AuditEvent
	mu     sync.Mutex
}

func newRig(t *testing.T) *rig {
	t.Helper()
	r := &rig{t: t, shelf: &shelf{values: map[vault.SecretID]string{}}}
	r.store = storetest.Wrap(r.shelf)
	r.tools = New(Config{
		Open: func(context.Context) (*Backend, error) {
			return &Backend{Browser: theBrowser(), Store: r.store, Name: "memory"}, nil
		},
		Audit: func(e vault.AuditEvent) {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.audit = append(r.audit, e)
		},
	})
	r.server = mcp.NewServer(r.tools.Configure(mcp.Config{Name: "test", Version: "0"}))
	r.tools.Register(r.server)
	return r
}

// withSite adds the fixture site.
func (r *rig) withSite() *rig {
	r.t.Helper()
	r.site = site.New(r.t)
	return r
}

// agent is one client of the rig.
type agent struct {
	*mcptest.Client
	t      *testing.T
	served <-chan struct{} // closed when the server has ended the connection
}

// connect opens a connection that ends with the test.
func (r *rig) connect() *agent {
	r.t.Helper()
	return r.plain(mcptest.Newest)
}

// plain opens a connection of a revision, or without a handshake.
func (r *rig) plain(revision string) *agent {
	r.t.Helper()
	a := r.connectAs(mcp.Caller{Principal: "test"})
	if revision != "" {
		if _, err := a.Initialize(r.t.Context(), revision); err != nil {
			r.t.Fatal(err)
		}
	}
	return a
}

// connectAs opens a connection of a caller. hangUp ends it before the test's end.
func (r *rig) connectAs(c mcp.Caller) *agent {
	r.t.Helper()
	ours, theirs := net.Pipe()
	done := make(chan struct{})
	// Owned by the test; ends when the client closes its end, which its cleanup does.
	go func() {
		defer close(done)
		_ = r.server.Serve(context.Background(), theirs, c)
	}()
	r.t.Cleanup(func() { <-done })
	return &agent{mcptest.New(r.t, ours), r.t, done}
}

// hangUp closes the connection and waits until the server is done with it.
func (a *agent) hangUp() {
	_ = a.Close()
	<-a.served
}

// caller finds the connection of the rig's only agent.
func (a *agent) caller(r *rig) mcp.Caller {
	r.tools.mu.Lock()
	defer r.tools.mu.Unlock()
	for conn := range r.tools.sessions {
		return mcp.Caller{Conn: conn}
	}
	return mcp.Caller{}
}

// call is a tool call that must succeed.
func (a *agent) call(tool string, arguments map[string]any) *mcptest.Result {
	a.t.Helper()
	result, err := a.Call(a.t.Context(), tool, object(arguments))
	if err != nil {
		a.t.Fatalf("%s(%v): %v", tool, arguments, err)
	}
	if result.IsError {
		a.t.Fatalf("%s(%v) = error %s", tool, arguments, result.Text())
	}
	return result
}

// refused is a tool call that must fail with a code, and with a reason if one is given.
func (a *agent) refused(code Code, reason, tool string, arguments map[string]any) {
	a.t.Helper()
	result, err := a.Call(a.t.Context(), tool, object(arguments))
	if err != nil {
		a.t.Fatalf("%s(%v): %v", tool, arguments, err)
	}
	if gotCode, gotReason := result.Failure(); gotCode != string(code) || reason != "" && gotReason != reason {
		a.t.Errorf("%s(%v) = %s, want %s %s", tool, arguments, result.Text(), code, reason)
	}
}

// object makes no arguments an empty object.
func object(arguments map[string]any) map[string]any {
	if arguments == nil {
		return map[string]any{}
	}
	return arguments
}

// look is a snapshot's text.
func (a *agent) look() string {
	a.t.Helper()
	return a.call("snapshot", nil).Text()
}

// clean proves at the end of a test that the agent received none of the values.
func (a *agent) clean(values ...string) {
	a.t.Cleanup(func() { leak.Transcript(a.t, a.Received(), values...) })
}

var errTest = errors.New("test: text that must not reach an agent")
