package robust

import (
	"fmt"
	"strings"
	"testing"

	"browser-mcp/internal/mcptest"
)

// nonsense are messages that break a rule, and the code of JSON-RPC's that they are answered with.
var nonsense = []struct {
	name, line string
	code       int
}{
	{"no JSON", `{"jsonrpc":`, -32700},
	{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}", -32700},
	{"no message", `"ping"`, -32600},
	{"a member twice", `{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}`, -32600},
	{"too deep", `{"jsonrpc":"2.0","id":1,"method":"ping","params":` + strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 101), -32600},
	{"too large", `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"` + strings.Repeat("x", 5<<20) + `"}}`, -32600},
}

// Whatever a client sends, it is told, and its connection lives on.
func TestNonsenseKeepsTheConnection(t *testing.T) {
	h := newHome(t)
	alone := h.client().greet()
	d := h.daemon()
	joined := h.client().greet()
	direct := mcptest.Dial(t, h.socket())
	greet(t, direct)
	for name, c := range map[string]*mcptest.Client{"alone": alone.Client, "bridge": joined.Client, "socket": direct} {
		c.Raw()
		for _, n := range nonsense {
			before := len(c.Received())
			if err := c.Send(n.line + "\n"); err != nil {
				t.Fatalf("%s: %s: %v", name, n.name, err)
			}
			if _, err := c.Request(t.Context(), "ping", map[string]any{}); err != nil {
				t.Fatalf("%s: ping after %s: %v", name, n.name, err)
			}
			if got := string(c.Received()[before:]); !strings.Contains(got, fmt.Sprintf(`"code":%d`, n.code)) {
				t.Errorf("%s: %s is answered with %.300s, want code %d", name, n.name, got, n.code)
			}
		}
	}
	for _, c := range []*client{alone, joined} {
		if code := c.leave(); code != 0 {
			t.Errorf("after nonsense the server ends with %d: %s", code, c.said.String())
		}
	}
	d.stop()
}

// Another user's process gets no answer on either socket, though it could open both.
func TestStrangerGetsNoAnswer(t *testing.T) {
	h := newHome(t)
	d := h.daemon()
	if got := stranger(t, h.path("r", "browser-mcp", "mcp.sock"), hello); got != "" {
		t.Errorf("a stranger's initialize is answered with %q", got)
	}
	if got := stranger(t, h.path("r", "browser-mcp", "control.sock"), `{"op":"status"}`); got != "" {
		t.Errorf("a stranger's question is answered with %q", got)
	}
	c := mcptest.Dial(t, h.socket())
	greet(t, c)
	c.Close()
	d.stop()
}

const hello = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"stranger","version":"1"}}}`
