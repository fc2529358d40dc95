package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"browser-mcp/cdp/browser"
	"browser-mcp/fsutil"
	"browser-mcp/internal/leak"
	"browser-mcp/internal/site"
	"browser-mcp/internal/storetest"
	"browser-mcp/mcp"
	"browser-mcp/mcp/tools"
	"browser-mcp/systemd"
	"browser-mcp/vault"
	"browser-mcp/vault/local"
)

// house is everything that a daemon is made of, wired as the daemon wires it, with three additions: the store counts, the
// site records, and what is logged and audited is kept.
type house struct {
	t      *testing.T
	site   *site.Site
	local  *local.Store
	store  *storetest.Store
	log    *record
	socket string

	mu      sync.Mutex
	foreign []vault.Reference // listed beside what the local store has
	agents  []*agent
	values  []string // that nobody may ever see
}

// newHouse opens a house for one test. When the test ends, nothing that any client received, nothing that was logged or
// audited and no process's arguments or environment may hold one of its values.
func newHouse(t *testing.T) *house { return newHouseWith(t, sharedBrowser()) }

func newHouseWith(t *testing.T, b *browser.Browser) *house {
	t.Helper()
	h := &house{t: t, site: site.New(t), log: &record{}}
	dir, err := os.MkdirTemp("", "h")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	h.local = openStore(t, dir)
	h.store = storetest.Wrap(h)
	set := tools.New(tools.Config{
		Open: func(context.Context) (*tools.Backend, error) {
			return &tools.Backend{Browser: b, Store: h.store, Name: "local"}, nil
		},
		Audit: h.log.audit, Logger: h.log.logger(),
	})
	server := mcp.NewServer(set.Configure(mcp.Config{Name: "browser-mcp", Version: "test", Logger: h.log.logger()}))
	set.Register(server)
	h.socket = filepath.Join(dir, "mcp.sock")
	h.serve(server)
	return h
}

func openStore(t testing.TB, dir string) *local.Store {
	t.Helper()
	d, err := fsutil.MakeDir(filepath.Join(dir, "vault"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := local.Open(d, local.FileKey(d, "vault.key", true))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("closing the store: %v", err)
		}
		d.Close()
	})
	return s
}

// serve listens as the daemon does. The cleanup runs after those of the clients, which are younger.
func (h *house) serve(server *mcp.Server) {
	h.t.Helper()
	l, err := net.Listen("unix", h.socket)
	if err != nil {
		h.t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	// Owned by the test; ends with ctx, and the cleanup waits.
	serving.Go(func() {
		err := server.ServeListener(ctx, l, func(c net.Conn) (mcp.Caller, error) {
			_, err := systemd.OwnPeer(c.(*net.UnixConn))
			return mcp.Caller{Principal: "uid"}, err
		})
		if err != nil {
			h.t.Errorf("serving: %v", err)
		}
	})
	h.t.Cleanup(func() {
		stop()
		serving.Wait()
		h.clean()
	})
}

// clean looks for the test's values in all that came out.
func (h *house) clean() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.t.Failed() {
		h.t.Logf("log:\n%s", h.log.bytes())
	}
	for _, a := range h.agents {
		leak.Transcript(h.t, a.Received(), h.values...)
	}
	leak.Transcript(h.t, h.log.bytes(), h.values...)
	found, looked, err := leak.Processes(0, h.values...)
	if err != nil || looked == 0 {
		h.t.Errorf("looking at processes: %d files, %v", looked, err)
	}
	for _, f := range found {
		h.t.Errorf("leaked: %v", f)
	}
}

// List implements vault.Store: the local store's references, and those that it would refuse to hold.
func (h *house) List(ctx context.Context) ([]vault.Reference, error) {
	refs, err := h.local.List(ctx)
	h.mu.Lock()
	defer h.mu.Unlock()
	return append(refs, h.foreign...), err
}

// Export implements vault.Store.
func (h *house) Export(ctx context.Context, id vault.SecretID) (*vault.Payload, error) {
	return h.local.Export(ctx, id)
}

// exports is how often the store was asked for a value.
func (h *house) exports() int { return len(h.store.Exports()) }

// record is what was logged and audited.
type record struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (r *record) Write(b []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.text.Write(b)
}

func (r *record) bytes() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	return bytes.Clone(r.text.Bytes())
}

// logger says everything, also what only a developer asks for.
func (r *record) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(r, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func (r *record) audit(e vault.AuditEvent) { _ = json.NewEncoder(r).Encode(e) }
