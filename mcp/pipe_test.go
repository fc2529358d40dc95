package mcp_test

import (
	"context"
	"errors"
	"io"
	"net"
	"testing"

	"browser-mcp/internal/mcptest"
	"browser-mcp/mcp"
)

// bridge joins a client to a server's socket, as the command `browser-mcp mcp` does.
func bridge(t *testing.T, path string, ctx context.Context) (c *mcptest.Client, ended chan error) {
	t.Helper()
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	near, far := pipePair(t)
	ended = make(chan error, 1)
	go func() {
		ended <- mcp.Pipe(ctx, far.in, far.out, conn.(*net.UnixConn))
		far.Close()
	}()
	return mcptest.New(t, near), ended
}

func TestPipeCarriesSession(t *testing.T) {
	c, ended := bridge(t, listen(t, newServer(testConfig(), newGate())), t.Context())
	if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
		t.Fatal(err)
	}
	big := make([]byte, 60_000)
	for i := range big {
		big[i] = 'x'
	}
	for range 20 {
		if r, err := c.Call(t.Context(), "echo", map[string]any{"text": string(big)}); err != nil || len(r.Text()) < len(big) {
			t.Fatalf("Call = %v", err)
		}
	}
	c.Close()
	if err := <-ended; err != nil {
		t.Errorf("Pipe = %v, want nil after the client's end", err)
	}
}

// TestPipeEndsWithInput: the end of the client's input reaches the server, whose last answers still reach the client.
func TestPipeEndsWithInput(t *testing.T) {
	closed := make(chan mcp.Caller, 1)
	config := testConfig()
	config.OnClose = func(c mcp.Caller) { closed <- c }
	conn, err := net.Dial("unix", listen(t, newServer(config, newGate())))
	if err != nil {
		t.Fatal(err)
	}
	near, far := pipePair(t)
	ended := make(chan error, 1)
	go func() {
		ended <- mcp.Pipe(t.Context(), far.in, far.out, conn.(*net.UnixConn))
		far.Close()
	}()
	if _, err := io.WriteString(near.out, hello); err != nil {
		t.Fatal(err)
	}
	near.out.Close()
	if got, err := io.ReadAll(near.in); err != nil || len(got) == 0 {
		t.Errorf("received %q, %v, want the answer", got, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("Pipe = %v, want nil", err)
	}
	<-closed
}

func TestPipeEndsWithServer(t *testing.T) {
	client, server := socketPair(t)
	near, far := pipePair(t)
	defer near.Close()
	ended := make(chan error, 1)
	go func() { ended <- mcp.Pipe(t.Context(), far.in, far.out, client) }()
	server.Close()
	if err := <-ended; !errors.Is(err, mcp.ErrServerGone) {
		t.Errorf("Pipe = %v, want %v", err, mcp.ErrServerGone)
	}
	far.Close()
}

func TestPipeEndsWithContext(t *testing.T) {
	client, server := socketPair(t)
	defer server.Close()
	near, far := pipePair(t)
	defer near.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- mcp.Pipe(ctx, far.in, far.out, client) }()
	stop := errors.New("stop")
	cancel(stop)
	if err := <-ended; !errors.Is(err, stop) {
		t.Errorf("Pipe = %v, want %v", err, stop)
	}
	far.Close()
}

func socketPair(t *testing.T) (client, server *net.UnixConn) {
	t.Helper()
	l, err := net.Listen("unix", t.TempDir()+"/s")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	c, err1 := net.Dial("unix", l.Addr().String())
	s, err2 := l.Accept()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return c.(*net.UnixConn), s.(*net.UnixConn)
}
