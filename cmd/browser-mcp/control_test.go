package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"browser-mcp/vault"
)

// drawer is a keeper in memory that remembers values.
type drawer struct {
	entries []secretEntry
	values  []string
}

func (d *drawer) list(context.Context) ([]secretEntry, error) { return d.entries, nil }
func (d *drawer) close() error                                { return nil }

func (d *drawer) remove(_ context.Context, id string) error {
	if id != "s-1" {
		return failf(exitFailed, "no secret has this id").hint("look")
	}
	d.entries = nil
	return nil
}

func (d *drawer) importSecret(_ context.Context, what importRequest, value *vault.Secret) (secretEntry, error) {
	err := value.Use(func(b []byte) error {
		d.values = append(d.values, string(b))
		return nil
	})
	d.entries = append(d.entries, secretEntry{ID: "s-1", Name: what.Name, Kind: what.Kind, Approval: what.Approval, Properties: what.Properties})
	return d.entries[len(d.entries)-1], err
}

// serveControl answers on a socket until the test ends.
func serveControl(t *testing.T, d *drawer) controlClient {
	t.Helper()
	path := filepath.Join(t.TempDir(), "c.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	server := &controlServer{
		open:   func() (keeper, error) { return d, nil },
		status: func() daemonStatus { return daemonStatus{Version: "v", PID: 7} },
		logger: slog.New(slog.DiscardHandler),
	}
	go func() { // owned by the test; ends when the listener is closed, which the cleanup waits for
		defer close(done)
		server.serve(context.Background(), l)
	}()
	t.Cleanup(func() {
		_ = l.Close()
		<-done
	})
	return controlClient{socket: path}
}

func TestControlCarriesASecretOnlyOneWay(t *testing.T) {
	d := &drawer{}
	c := serveControl(t, d)
	value, err := vault.NewSecret([]byte("line one\nline \"two\"\x00"))
	if err != nil {
		t.Fatal(err)
	}
	defer value.Close()
	what := importRequest{Name: "shop", Kind: "password", Approval: "none", Properties: []vault.Property{{Key: "sbm:origin", Value: "https://x.example"}}}
	entry, err := c.importSecret(t.Context(), what, value)
	if err != nil || entry.ID != "s-1" || entry.Name != "shop" || len(entry.Properties) != 1 {
		t.Errorf("importSecret = %+v, %v", entry, err)
	}
	if len(d.values) != 1 || d.values[0] != "line one\nline \"two\"\x00" {
		t.Errorf("values that arrived = %q", d.values)
	}
	list, err := c.list(t.Context())
	if err != nil || len(list) != 1 || list[0].ID != "s-1" {
		t.Errorf("list = %+v, %v", list, err)
	}
}

func TestControlCarriesFailures(t *testing.T) {
	c := serveControl(t, &drawer{})
	err := c.remove(t.Context(), "s-2")
	f, ok := errors.AsType[*failure](err)
	if !ok || f.code != exitFailed || f.text != "no secret has this id" || len(f.hints) != 1 {
		t.Errorf("remove = %#v, want the daemon's failure with its hint", err)
	}
	if reply, err := c.ask(t.Context(), controlRequest{Op: "status"}, nil); err != nil || reply.Status.PID != 7 {
		t.Errorf("status after a failure = %+v, %v", reply, err)
	}
}

func TestControlRefusesNonsenseAndGoesOn(t *testing.T) {
	c := serveControl(t, &drawer{})
	for _, line := range []string{
		"\n", "{}\n", "not json\n", `{"op":"frob"}` + "\n", `{"op":"status","Op":"x"}` + "\n", `{"op":"import"}` + "\n",
		`{"op":"import","import":{"name":"x","kind":"","approval":"none","properties":[]},"valueBytes":99999999}` + "\n",
		`{"op":"import","import":{"name":"x","kind":"","approval":"none","properties":[]},"valueBytes":-1}` + "\n",
	} {
		conn, err := net.Dial("unix", c.socket)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
		reply, err := readControlLine(conn)
		if err != nil || !strings.Contains(string(reply), `"error"`) {
			t.Errorf("answer to %q = %s, %v; want an error", line, reply, err)
		}
		_ = conn.Close()
	}
	if _, err := c.ask(t.Context(), controlRequest{Op: "status"}, nil); err != nil {
		t.Errorf("status after nonsense: %v", err)
	}
}

func TestControlLineIsBounded(t *testing.T) {
	if _, err := readControlLine(strings.NewReader(strings.Repeat("x", maxControlLine+1))); err == nil {
		t.Error("readControlLine of more than its bound = nil, want an error")
	}
	if _, err := readControlLine(strings.NewReader("no end")); err == nil {
		t.Error("readControlLine without an end = nil, want an error")
	}
}

func TestNobodyListens(t *testing.T) {
	dir := t.TempDir()
	dead := filepath.Join(dir, "dead.sock")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: dead})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	_ = l.Close()
	for _, path := range []string{filepath.Join(dir, "none.sock"), filepath.Join(dir, "no", "dir.sock"), dead} {
		if _, err := (controlClient{socket: path}).list(t.Context()); !errors.Is(err, errNoDaemon) {
			t.Errorf("list at %s = %v, want %v", path, err, errNoDaemon)
		}
	}
}

// shortOfDescriptors fails to accept once, as a process does that has no descriptor left.
type shortOfDescriptors struct {
	net.Listener
	failed bool
}

func (l *shortOfDescriptors) Accept() (net.Conn, error) {
	if !l.failed {
		l.failed = true
		return nil, &net.OpError{Op: "accept", Net: "unix", Err: os.NewSyscallError("accept4", syscall.EMFILE)}
	}
	return l.Listener.Accept()
}

// A daemon that was short of descriptors for a moment must not be deaf to its human from then on.
func TestControlOutlivesAShortageOfDescriptors(t *testing.T) {
	path := filepath.Join(t.TempDir(), "c.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	server := &controlServer{status: func() daemonStatus { return daemonStatus{PID: 7} }, logger: slog.New(slog.DiscardHandler)}
	done := make(chan struct{})
	go func() { // owned by the test; ends when the listener is closed, and is waited for
		defer close(done)
		server.serve(t.Context(), &shortOfDescriptors{Listener: l})
	}()
	reply, err := controlClient{socket: path}.ask(t.Context(), controlRequest{Op: "status"}, nil)
	if err != nil || reply.Status == nil || reply.Status.PID != 7 {
		t.Errorf("ask = %+v, %v, want a status", reply, err)
	}
	_ = l.Close()
	<-done
}
