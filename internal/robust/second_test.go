package robust

import (
	"strings"
	"testing"
)

// A second daemon is refused, on the same state directory as on the same runtime directory, and the first notices nothing.
func TestSecondDaemonIsRefused(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	d := h.daemon()
	c := h.client().greet()
	c.call("open_tab", nil)
	browser := h.state().Browser.PID
	for name, second := range map[string][2]string{
		"another daemon holds":  {"XDG_RUNTIME_DIR", "t"}, // the same state
		"another daemon serves": {"XDG_STATE_HOME", "t"},  // the same sockets
	} {
		p := h.start(h.program([]string{second[0] + "=" + h.path(second[1])}, "daemon"), "")
		if code := p.end(); code != 75 || !strings.Contains(p.said.String(), name) {
			t.Errorf("second daemon = %d %q, want 75 and %q", code, p.said.String(), name)
		}
	}
	if got := h.state(); got.PID != d.pid() || got.Browser.PID != browser || got.Clients != 1 {
		t.Errorf("the first daemon after that: %+v", got)
	}
	c.call("snapshot", nil)
	c.leave()
	d.stop()
}
