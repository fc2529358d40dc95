package mcp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"browser-mcp/internal/mcptest"
	"browser-mcp/mcp"
)

// connected is an initialized client of a server over a pipe in memory, for tests in synctest.
func connected(t *testing.T, s *mcp.Server, revision string) *mcptest.Client {
	t.Helper()
	near, far := net.Pipe()
	serve(t, s, far)
	c := mcptest.New(t, near)
	if _, err := c.Initialize(t.Context(), revision); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCancelledIsSilent: once the server has seen the cancellation, no byte mentions the call.
func TestCancelledIsSilent(t *testing.T) {
	for _, tr := range transports {
		t.Run(tr.name, func(t *testing.T) {
			g := newGate()
			c := tr.connect(t, newServer(testConfig(), g))
			if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
				t.Fatal(err)
			}
			c.Raw()
			before := len(c.Received())
			send := func(line string) {
				if err := c.Send(line + "\n"); err != nil {
					t.Fatal(err)
				}
			}
			for _, id := range []string{`"call-77"`, `7777`} {
				send(`{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"wait","arguments":{"name":"x"},"_meta":{"progressToken":` + id + `}}}`)
				<-g.entered
				send(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":` + id + `,"reason":"changed my mind"}}`)
				if err := <-g.left; err == nil || !strings.Contains(err.Error(), "cancelled") {
					t.Errorf("handler of %s ended with %v, want the cancellation", id, err)
				}
			}
			if _, err := c.Request(t.Context(), "ping", nil); err != nil {
				t.Fatal(err)
			}
			if got := c.Received()[before:]; bytes.Contains(got, []byte("77")) {
				t.Errorf("received %s about cancelled calls", got)
			}
		})
	}
}

func TestCancellationOfNothingIsIgnored(t *testing.T) {
	s := newServer(testConfig(), newGate())
	c := overPipes(t, s)
	if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
		t.Fatal(err)
	}
	for _, params := range []any{
		map[string]any{"requestId": 1}, map[string]any{"requestId": "none"}, map[string]any{"requestId": 1.5},
		map[string]any{"requestId": nil}, map[string]any{}, nil,
	} {
		if err := c.Notify("notifications/cancelled", params); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := c.Request(t.Context(), "ping", nil); err != nil {
		t.Fatal(err)
	}
	if got := s.Dropped(); got != 6 {
		t.Errorf("Dropped() = %d, want 6", got)
	}
}

// TestCallsRunAtOnce: a call that waits holds up neither another call nor a ping.
func TestCallsRunAtOnce(t *testing.T) {
	g := newGate()
	c := overSocket(t, newServer(testConfig(), g))
	if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
		t.Fatal(err)
	}
	waiting, err := c.StartCall("wait", map[string]any{"name": "a"})
	if err != nil {
		t.Fatal(err)
	}
	<-g.entered
	if r, err := c.Call(t.Context(), "echo", map[string]any{"text": "b"}); err != nil || r.Text() == "" {
		t.Fatalf("Call(echo) = %v, %v", r, err)
	}
	close(g.open)
	if _, err := waiting.Wait(t.Context()); err != nil {
		t.Errorf("the waiting call = %v", err)
	}
}

// TestHeartbeat: a silent call shows every 15 seconds that it lives, and nothing after its answer.
func TestHeartbeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		c := connected(t, newServer(testConfig(), g), mcptest.Newest)
		p, err := c.StartCall("wait", map[string]any{"name": "a"})
		if err != nil {
			t.Fatal(err)
		}
		started := time.Now()
		if err := p.AwaitProgress(t.Context(), 3); err != nil {
			t.Fatal(err)
		}
		if took := time.Since(started); took != 45*time.Second {
			t.Errorf("three signs of life after %v, want 45s", took)
		}
		if got := p.Progress()[0]; got.Message == "" || got.Progress <= 0 {
			t.Errorf("progress = %+v, want a rising value with a message", got)
		}
		close(g.open)
		if _, err := p.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		received := len(c.Received())
		time.Sleep(time.Minute) // synctest's clock
		if now := len(c.Received()); now != received {
			t.Errorf("%d bytes after the answer", now-received)
		}
	})
}

// TestProgressIsLimited: a handler that reports without pause is heard four times at once and then four times a second.
func TestProgressIsLimited(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := mcp.NewServer(testConfig())
		mcp.AddTool(s, mcp.Tool{Name: "busy", Description: "Reports all the time."},
			func(ctx context.Context, c *mcp.Call, _ none) (none, error) {
				for n := range 1000 {
					c.Progress(float64(n), 1000, "step")
					time.Sleep(10 * time.Millisecond) // synctest's clock
				}
				return none{}, nil
			})
		c := connected(t, s, mcptest.Newest)
		p, err := c.StartCall("busy", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := len(p.Progress()); got < 40 || got > 44 {
			t.Errorf("%d notifications in 10s, want 4 and 4 a second", got)
		}
	})
}

func TestProgressOnlyWhenAskedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		c := connected(t, newServer(testConfig(), g), mcptest.Newest)
		p, err := c.Start("tools/call", map[string]any{"name": "wait", "arguments": map[string]any{"name": "a"}})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(50 * time.Second) // synctest's clock
		if bytes.Contains(c.Received(), []byte("progress")) {
			t.Errorf("received %s, want no progress", c.Received())
		}
		close(g.open)
		if _, err := p.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	})
}

func TestDeadlineEndsCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		c := connected(t, newServer(testConfig(), g), mcptest.Newest)
		started := time.Now()
		r, err := c.Call(t.Context(), "wait", map[string]any{"name": "a"})
		if err != nil {
			t.Fatal(err)
		}
		if code, _ := r.Failure(); code != "uncertain" {
			t.Errorf("code = %q, want the one of DeadlineExceeded", code)
		}
		if took := time.Since(started); took != time.Minute {
			t.Errorf("the call took %v, want the default deadline of 1m0s", took)
		}
		if err := <-g.left; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("handler ended with %v, want %v", err, context.DeadlineExceeded)
		}
	})
}

// TestInFlightBounds: connection, principal and server each refuse what exceeds them, and serve again when there is room.
func TestInFlightBounds(t *testing.T) {
	g := newGate()
	config := testConfig()
	config.Limits = mcp.Limits{InFlight: 2, InFlightPrincipal: 3, InFlightTotal: 4}
	s := newServer(config, g)
	client := func(principal string) *mcptest.Client {
		near, far := pipePair(t)
		served := make(chan struct{})
		go func() {
			defer close(served)
			_ = s.Serve(context.WithoutCancel(t.Context()), far, mcp.Caller{Principal: principal})
		}()
		t.Cleanup(func() { <-served })
		c := mcptest.New(t, near)
		if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
			t.Fatal(err)
		}
		return c
	}
	a1, a2, b, d := client("a"), client("a"), client("b"), client("d")
	var waiting []*mcptest.Pending
	start := func(c *mcptest.Client) {
		p, err := c.StartCall("wait", map[string]any{"name": "x"})
		if err != nil {
			t.Fatal(err)
		}
		<-g.entered
		waiting = append(waiting, p)
	}
	refused := func(c *mcptest.Client, want string) {
		_, err := c.Call(t.Context(), "echo", map[string]any{"text": "x"})
		if e, ok := errors.AsType[*mcptest.Error](err); !ok || e.Code != -32600 || !strings.Contains(e.Message, want) {
			t.Errorf("Call = %v, want error -32600 with %q", err, want)
		}
	}
	start(a1)
	start(a1)
	refused(a1, "2 calls in flight on this connection, limit 2")
	start(a2)
	refused(a2, "3 calls in flight for this principal, limit 3")
	start(b)
	refused(d, "4 calls in flight in all, limit 4")
	if _, err := d.Request(t.Context(), "tools/list", nil); err != nil {
		t.Errorf("tools/list at the limit: %v", err)
	}
	close(g.open)
	for _, p := range waiting {
		if _, err := p.Wait(t.Context()); err != nil {
			t.Errorf("a call within the limit: %v", err)
		}
	}
	for range waiting {
		<-g.left
	}
}

// TestHandlerSeesCaller: handlers get who calls, with what the client says of itself.
func TestHandlerSeesCaller(t *testing.T) {
	seen := make(chan mcp.Call, 1)
	s := mcp.NewServer(testConfig())
	mcp.AddTool(s, mcp.Tool{Name: "who", Description: "Tells."}, func(_ context.Context, c *mcp.Call, _ none) (none, error) {
		seen <- *c
		return none{}, nil
	})
	c := overSocket(t, s)
	if _, err := c.Initialize(t.Context(), "2025-06-18"); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Call(t.Context(), "who", nil); err != nil {
		t.Fatal(err)
	}
	got := <-seen
	if got.Caller.Principal != "uid" || got.Caller.Client.Name != "mcptest" || got.Revision != "2025-06-18" || got.Tool != "who" || got.Caller.Conn == 0 {
		t.Errorf("Call = %+v, want principal, client, revision, tool and connection", got)
	}
}

// TestManyCallsKeepOrder: whatever a handler said before it returned is on the stream before its answer.
func TestManyCallsKeepOrder(t *testing.T) {
	c := overSocket(t, newServer(testConfig(), newGate()))
	if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
		t.Fatal(err)
	}
	for n := range 50 {
		p, err := c.StartCall("steps", nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(p.Progress()); got != "[{0 100 with [REDACTED]} {50 100 with [REDACTED]} {100 100 with [REDACTED]}]" {
			t.Fatalf("call %d: progress = %v", n, got)
		}
	}
}
