package mcp_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"browser-mcp/internal/mcptest"
	"browser-mcp/mcp"
)

// counts goroutines and descriptors of this process.
func usage(t *testing.T) (goroutines, descriptors int) {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return runtime.NumGoroutine(), len(fds)
}

// TestConnectionsLeaveNothing: 200 connections, ended in different ways, leave no goroutine, descriptor or open session.
func TestConnectionsLeaveNothing(t *testing.T) {
	var mu sync.Mutex
	open := map[uint64]bool{}
	closed := make(chan uint64, 1000)
	g := newGate()
	config := testConfig()
	config.OnOpen = func(c mcp.Caller) { mu.Lock(); defer mu.Unlock(); open[c.Conn] = true }
	config.OnClose = func(c mcp.Caller) { mu.Lock(); delete(open, c.Conn); mu.Unlock(); closed <- c.Conn }
	path := listen(t, newServer(config, g))
	goroutines, descriptors := usage(t)
	for n := range 200 {
		conn, err := net.Dial("unix", path)
		if err != nil {
			t.Fatal(err)
		}
		lines := []string{hello}
		if n%3 == 1 {
			lines = append(lines, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait","arguments":{"name":"x"},"_meta":{"progressToken":1}}}`+"\n")
		}
		if n%3 == 2 {
			lines = append(lines, `{"jsonrpc":"2.0","id":1,"method":"to`)
		}
		if _, err := io.WriteString(conn, strings.Join(lines, "")); err != nil {
			t.Fatal(err)
		}
		if n%3 == 1 {
			<-g.entered
		}
		conn.Close()
		<-closed
	}
	mu.Lock()
	defer mu.Unlock()
	if len(open) > 0 {
		t.Errorf("%d sessions left open", len(open))
	}
	for range 10_000 { // the last goroutines are past their last statement
		if g, d := usage(t); g <= goroutines && d <= descriptors {
			return
		}
		runtime.Gosched()
	}
	g2, d2 := usage(t)
	t.Errorf("goroutines %d, descriptors %d after, %d and %d before", g2, d2, goroutines, descriptors)
}

func TestListenerBoundsConnections(t *testing.T) {
	config := testConfig()
	config.Limits.Connections = 2
	path := listen(t, newServer(config, newGate()))
	first, second := mcptest.Dial(t, path), mcptest.Dial(t, path)
	for _, c := range []*mcptest.Client{first, second} {
		if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
			t.Fatal(err)
		}
	}
	third := mcptest.Dial(t, path)
	<-third.Done()
	if _, err := first.Request(t.Context(), "ping", nil); err != nil {
		t.Errorf("a connection within the limit: %v", err)
	}
}

func TestListenerRefusesPeer(t *testing.T) {
	s := newServer(testConfig(), newGate())
	path := filepath.Join(t.TempDir(), "mcp.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- s.ServeListener(ctx, l, func(net.Conn) (mcp.Caller, error) { return mcp.Caller{}, errors.New("another uid") })
	}()
	c := mcptest.Dial(t, path)
	<-c.Done()
	if got := c.Received(); len(got) > 0 {
		t.Errorf("a refused peer received %q", got)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("ServeListener = %v, want nil", err)
	}
}

func TestListenerFailure(t *testing.T) {
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "mcp.sock"))
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	err = newServer(testConfig(), newGate()).ServeListener(t.Context(), l, nil)
	if !errors.Is(err, net.ErrClosed) {
		t.Errorf("ServeListener = %v, want %v", err, net.ErrClosed)
	}
}

// TestPreamble: the first line may ask for a session; whatever is not exactly so ends the connection or is a message.
func TestPreamble(t *testing.T) {
	const label = "AAAAAAAAAAAAAAAAAAAAAA"
	tests := []struct {
		name, line string
		want       string // of the session's label and wishes; "closed", or "message" if it is answered as one
	}{
		{"full", `{"browserMcp":1,"label":"` + label + `","profile":true,"fresh":false}`, label + " true false"},
		{"short", `{"browserMcp":1,"label":"` + label + `"}`, label + " false false"},
		{"ours", strings.TrimSpace(string(mcp.Preamble{Label: label, Fresh: true}.Line())), label + " false true"},
		{"no preamble", `{"jsonrpc":"2.0","id":"still","method":"ping"}`, "message"},
		{"with jsonrpc", `{"jsonrpc":"2.0","id":"still","method":"ping","browserMcp":1}`, "message"},
		{"no json", `browserMcp`, "message"},
		{"too long for one", `{"browserMcp":1,"label":"` + label + `","profile":true,"fresh":false` + strings.Repeat(" ", 256) + `}`, "message"},
		{"other version", `{"browserMcp":2,"label":"` + label + `"}`, "closed"},
		{"no label", `{"browserMcp":1}`, "closed"},
		{"short label", `{"browserMcp":1,"label":"AAAA"}`, "closed"},
		{"label with stray bits", `{"browserMcp":1,"label":"AAAAAAAAAAAAAAAAAAAAAB"}`, "closed"},
		{"unknown member", `{"browserMcp":1,"label":"` + label + `","more":1}`, "closed"},
		{"other case", `{"browserMcp":1,"Label":"` + label + `"}`, "closed"},
		{"duplicate", `{"browserMcp":1,"label":"` + label + `","label":"` + label + `"}`, "closed"},
		{"refused", `{"browserMcp":1,"label":"` + label + `","profile":true,"fresh":true}`, "closed"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			opened := make(chan mcp.Caller, 1)
			config := testConfig()
			config.OnOpen = func(c mcp.Caller) { opened <- c }
			config.Preamble = func(c mcp.Caller, p mcp.Preamble) (mcp.Caller, error) {
				if p.Profile && p.Fresh {
					return c, errors.New("contradiction")
				}
				c.Label, c.Profile, c.Fresh = p.Label, p.Profile, p.Fresh
				return c, nil
			}
			c := mcptest.Dial(t, listen(t, newServer(config, newGate())))
			c.Raw()
			if err := c.Send(tt.line + "\n"); err != nil {
				t.Fatal(err)
			}
			if tt.want == "closed" {
				<-c.Done()
				if got := c.Received(); len(got) > 0 || len(opened) > 0 {
					t.Errorf("received %q, %d sessions opened, want nothing", got, len(opened))
				}
				return
			}
			if err := c.Send(hello); err != nil {
				t.Fatal(err)
			}
			if err := c.Await(t.Context(), func(got []byte) bool { return strings.Contains(string(got), "serverInfo") }); err != nil {
				t.Fatal(err)
			}
			if answered := strings.Count(string(c.Received()), "\n") == 2; answered != (tt.want == "message") {
				t.Errorf("received %q, want the first line answered: %v", c.Received(), tt.want == "message")
			}
			got := <-opened
			if s := strings.TrimSpace(strings.Join([]string{got.Label, yes(got.Profile), yes(got.Fresh)}, " ")); tt.want != "message" && s != tt.want {
				t.Errorf("session = %q, want %q", s, tt.want)
			}
		})
	}
}

func yes(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// TestServeTakesNoPreamble: on standard input there is no bridge, so the line is a malformed message.
func TestServeTakesNoPreamble(t *testing.T) {
	config := testConfig()
	config.Preamble = func(c mcp.Caller, _ mcp.Preamble) (mcp.Caller, error) { return c, errors.New("called") }
	c := overPipes(t, newServer(config, newGate()))
	if err := c.Send(string(mcp.Preamble{Label: "AAAAAAAAAAAAAAAAAAAAAA"}.Line())); err != nil {
		t.Fatal(err)
	}
	if e, err := c.Anonymous(t.Context(), 0); err != nil || e.Code != -32600 {
		t.Errorf("answer = %v, %v, want error -32600", e, err)
	}
}
