package mcp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"browser-mcp/internal/mcptest"
	"browser-mcp/mcp"
)

const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}` + "\n"

// TestClientThatNeverReads: it loses its connection after 30 seconds, its calls are cancelled, and another client notices
// nothing.
func TestClientThatNeverReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newGate()
		config := testConfig()
		config.Limits = mcp.Limits{QueueMessages: 8, InFlight: 64}
		s := newServer(config, g)
		other := connected(t, s, mcptest.Newest)

		near, far := net.Pipe()
		defer near.Close()
		ended := make(chan error)
		started := time.Now()
		go func() { ended <- s.Serve(context.WithoutCancel(t.Context()), far, mcp.Caller{}) }()
		flooded := make(chan error)
		go func() {
			_, err := io.WriteString(near, hello+`{"jsonrpc":"2.0","id":"w","method":"tools/call","params":{"name":"wait","arguments":{"name":"w"}}}`+"\n")
			for n := 0; err == nil; n++ {
				_, err = fmt.Fprintf(near, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"%s"}}}`+"\n", n, strings.Repeat("x", 1000))
			}
			flooded <- err
		}()
		synctest.Wait() // until nothing moves any more
		if r, err := other.Call(t.Context(), "echo", map[string]any{"text": "still"}); err != nil || r.IsError {
			t.Errorf("the other client's call = %v, %v", r, err)
		}
		err := <-ended
		if err == nil || !strings.Contains(err.Error(), "does not read") {
			t.Errorf("Serve = %v, want that the client does not read", err)
		}
		if took := time.Since(started); took != 30*time.Second {
			t.Errorf("connection closed after %v, want 30s", took)
		}
		if err := <-g.left; err == nil {
			t.Error("the client's waiting call was not cancelled")
		}
		<-flooded
		if r, err := other.Call(t.Context(), "echo", map[string]any{"text": "still"}); err != nil || r.IsError {
			t.Errorf("the other client's call afterwards = %v, %v", r, err)
		}
	})
}

// TestSlowClientGetsEverything: a client that reads, however slowly, is waited for.
func TestSlowClientGetsEverything(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		config := testConfig()
		config.Limits.QueueMessages = 2
		s := newServer(config, newGate())
		near, far := net.Pipe()
		serve(t, s, far)
		c := mcptest.New(t, slow{near})
		if _, err := c.Initialize(t.Context(), mcptest.Newest); err != nil {
			t.Fatal(err)
		}
		var all []*mcptest.Pending
		for range 20 {
			p, err := c.StartCall("echo", map[string]any{"text": "x"})
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, p)
		}
		for _, p := range all {
			if _, err := p.Wait(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// slow reads a few bytes every second of synctest's clock.
type slow struct{ net.Conn }

func (s slow) Read(p []byte) (int, error) {
	<-time.After(time.Second)
	return s.Conn.Read(p[:min(len(p), 64)])
}

// TestEndOfInputFlushes: what was answered is still written, what runs is cancelled, and Serve returns nil.
func TestEndOfInputFlushes(t *testing.T) {
	g := newGate()
	s := newServer(testConfig(), g)
	near, far := pipePair(t)
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(context.WithoutCancel(t.Context()), far, mcp.Caller{}) }()
	_, err := io.WriteString(near.out, hello+`{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"wait","arguments":{"name":"x"}}}
{"jsonrpc":"2.0","id":3,"method":"ping"}`) // the last without its newline
	if err = errors.Join(err, near.out.Close()); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(near.in)
	if err != nil || strings.Count(string(got), "\n") != 3 || !strings.HasSuffix(string(got), `{"jsonrpc":"2.0","id":3,"result":{}}`+"\n") {
		t.Errorf("received %.300q, %v, want three answers", got, err)
	}
	if err := <-ended; err != nil {
		t.Errorf("Serve = %v, want nil", err)
	}
	if err := <-g.left; err == nil {
		t.Error("the waiting call was not cancelled")
	}
}

// TestEndDoesNotWaitForReader: a client that ended its input and reads nothing is flushed to for two seconds.
func TestEndDoesNotWaitForReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(testConfig(), newGate())
		near, far := net.Pipe()
		defer near.Close()
		ctx, cancel := context.WithCancelCause(t.Context())
		ended := make(chan error)
		go func() { ended <- s.Serve(ctx, far, mcp.Caller{}) }()
		if _, err := io.WriteString(near, hello); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		started := time.Now()
		stop := errors.New("stop")
		cancel(stop)
		if err := <-ended; !errors.Is(err, stop) {
			t.Errorf("Serve = %v, want the context's cause", err)
		}
		if took := time.Since(started); took != 2*time.Second {
			t.Errorf("Serve took %v to end, want 2s", took)
		}
	})
}

// stubborn is a stream whose Close ends neither reads nor writes, as a terminal's.
type stubborn struct{ stop chan struct{} }

func (s stubborn) Read([]byte) (int, error)  { <-s.stop; return 0, io.EOF }
func (s stubborn) Write([]byte) (int, error) { <-s.stop; return 0, io.EOF }
func (s stubborn) Close() error              { return nil }

func TestServeLeavesStubbornStream(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(testConfig(), newGate())
		conn := stubborn{make(chan struct{})}
		defer close(conn.stop)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error)
		go func() { ended <- s.Serve(ctx, conn, mcp.Caller{}) }()
		synctest.Wait()
		started := time.Now()
		cancel()
		<-ended
		if took := time.Since(started); took > 4*time.Second {
			t.Errorf("Serve took %v to end, want at most 4s", took)
		}
	})
}

// TestFrameTimeout: half a message is waited for 30 seconds; silence between messages is no matter.
func TestFrameTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(testConfig(), newGate())
		near, far := net.Pipe()
		defer near.Close()
		ended := make(chan error)
		go func() { ended <- s.Serve(context.WithoutCancel(t.Context()), far, mcp.Caller{}) }()
		go io.Copy(io.Discard, near) // ends with near
		for _, part := range []string{hello, `{"jsonrpc":"2.0","id":1,`, `"method":"ping"}` + "\n", `{"jsonrpc":`} {
			if _, err := io.WriteString(near, part); err != nil {
				t.Fatal(err)
			}
			if strings.HasSuffix(part, "\n") {
				time.Sleep(time.Hour) // synctest's clock
			} else {
				time.Sleep(29 * time.Second)
			}
		}
		started := time.Now()
		if err := <-ended; err == nil || !strings.Contains(err.Error(), "timeout") {
			t.Errorf("Serve = %v, want a timeout", err)
		}
		if took := time.Since(started); took != time.Second {
			t.Errorf("closed %v after the check, want 1s", took)
		}
	})
}
