package mcptest

import (
	"errors"
	"io"
	"net"
	"os/exec"
	"testing"
)

// Dial connects to a server's Unix socket.
func Dial(t testing.TB, socket string) *Client {
	t.Helper()
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatalf("connecting to the server: %v", err)
	}
	return New(t, conn)
}

// process is a server on its standard input and output.
type process struct {
	io.ReadCloser
	io.WriteCloser
	cmd *exec.Cmd
}

// Start runs a server as stdio clients do. Closing the client ends its input and waits for its exit; the test fails if that
// is not clean.
func Start(t testing.TB, cmd *exec.Cmd) *Client {
	t.Helper()
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatalf("starting the server: %v", err)
	}
	c := New(t, &process{ReadCloser: out, WriteCloser: in, cmd: cmd})
	t.Cleanup(func() { // runs before the one of New
		in.Close()
		<-c.done
		if err := cmd.Wait(); err != nil {
			t.Errorf("server: %v", err)
		}
	})
	return c
}

// Close ends the server's input; its output ends when it exits.
func (p *process) Close() error { return p.WriteCloser.Close() }
