package e2e

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"browser-mcp/internal/leak"
	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/site"
)

// daemon runs the real daemon until the test ends, and returns its socket.
func (h *home) daemon() string {
	h.t.Helper()
	cmd := h.command("daemon")
	if err := cmd.Start(); err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			h.t.Errorf("daemon: %v\n%s", err, h.said.bytes())
		}
	})
	select {
	case <-h.said.serving:
	case <-h.t.Context().Done():
		h.t.Fatalf("the daemon does not serve: %s", h.said.bytes())
	}
	return filepath.Join(h.path, "r", "browser-mcp", "mcp.sock")
}

// Two clients of one daemon: neither sees tabs, elements, cookies or fills of the other.
func TestTwoClientsOfOneDaemon(t *testing.T) {
	s, h, password := site.New(t), newHome(t), newPassword()
	s.Account("ada", password)
	id := h.secret(password, s.Shop)
	socket := h.daemon()
	connect := func() *agent {
		a := &agent{mcptest.Dial(t, socket), t, s}
		a.greet()
		return a
	}
	one, two := connect(), connect()
	one.open("/login/")
	one.name("username")
	one.fill(id, "password")
	one.call("open_tab", args{"url": s.Pay + "/thanks.html"})
	one.call("select_tab", args{"tabId": "t1"})
	two.open("/thanks.html")
	if text := two.call("list_tabs", nil).Text(); strings.Count(text, `"tabId"`) != 1 || !strings.Contains(text, "/thanks.html") {
		t.Errorf("tabs of the second client = %s, want its own one", text)
	}
	two.refused("unknown_tab", "", "select_tab", args{"tabId": "t2"})
	two.refused("unknown_tab", "", "snapshot", args{"tabId": "t2"})
	two.refused("stale_element", "", "click", args{"element_uid": one.uid("password")})
	for _, r := range two.requests() {
		if r.Withheld {
			t.Errorf("the first client's fill shows in the second's request %+v", r)
		}
	}
	one.click("Sign in")
	one.wait("Welcome, ada")
	two.open("/login/account")
	if p := two.look(); p.Title != "Sign in" || p.named("username").Value != "" || p.named("password").Value != "" {
		t.Errorf("the second client sees %q of the first's session", p.Title)
	}
	two.name("username")
	one.open("/login/")
	fills := make([]*mcptest.Pending, 0, 2)
	for _, a := range []*agent{one, two} { // both at once
		p, err := a.StartCall("fill_secret", args{"secret_id": id, "element_uid": a.uid("password")})
		if err != nil {
			t.Fatal(err)
		}
		fills = append(fills, p)
	}
	for i, p := range fills {
		raw, err := p.Wait(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if r, err := mcptest.DecodeResult(raw); err != nil || r.IsError {
			t.Errorf("fill of client %d = %s, %v", i+1, raw, err)
		}
	}
	two.click("Sign in")
	two.wait("Welcome, ada")
	for _, a := range []*agent{one, two} {
		leak.Transcript(t, a.Received(), password)
	}
	leak.Transcript(t, h.said.bytes(), password)
}
