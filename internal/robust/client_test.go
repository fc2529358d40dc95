package robust

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"testing"
	"time"

	"browser-mcp/internal/mcptest"
)

// client is an agent's client: a `browser-mcp mcp` of its own, and all that is said to it.
type client struct {
	*mcptest.Client
	*process
	wire *wire
}

// client starts one. It joins the home's daemon, or works alone if there is none.
func (h *home) client(args ...string) *client {
	return h.clientOf(h.command(append([]string{"mcp"}, args...)...))
}

func (h *home) clientOf(cmd *exec.Cmd) *client {
	h.t.Helper()
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		h.t.Fatal(err)
	}
	c := &client{process: &process{t: h.t, home: h, cmd: cmd, done: make(chan struct{})}}
	cmd.Stderr = &c.said
	cmd.WaitDelay = patience
	c.wire = &wire{ReadWriteCloser: &pipes{out, in}}
	h.hold(c.process)
	c.Client = mcptest.New(h.t, c.wire)
	c.process.collect(c.Client.Done())
	return c
}

// pipes are a program's standard input and output. Closing them is the polite way to end it.
type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p *pipes) Close() error { return p.WriteCloser.Close() }

// leave ends the client's input and returns the exit code.
func (c *client) leave() int {
	c.process.t.Helper()
	c.Client.Close()
	return c.end()
}

// failed is a call that the server answered with an error.
type failed struct{ tool, code, reason, text string }

func (f *failed) Error() string { return fmt.Sprintf("%s: %s", f.tool, f.text) }

type args map[string]any

// try calls a tool and returns its text. The error is a *failed, or says that nobody answers any more.
func (c *client) try(tool string, arguments args) (string, error) {
	if arguments == nil {
		arguments = args{}
	}
	return c.finish(tool, "tools/call", map[string]any{"name": tool, "arguments": arguments}, nil)
}

// finish sends a request, lets during watch it, and waits for the answer. An answer that does not come fails the test: that
// is a hang.
func (c *client) finish(name, method string, params map[string]any, during func()) (string, error) {
	pending, err := c.Start(method, params)
	if err != nil {
		return "", err
	}
	if during != nil {
		during()
	}
	ctx, cancel := context.WithTimeoutCause(context.Background(), unanswered, errHangs)
	defer cancel()
	raw, err := pending.Wait(ctx)
	if errors.Is(err, errHangs) {
		c.process.t.Fatalf("%s is never answered\n%s", name, c.home.dump())
	}
	if err != nil || method != "tools/call" {
		return string(raw), err
	}
	return result(name, raw)
}

var errHangs = errors.New("nothing comes")

func result(tool string, raw json.RawMessage) (string, error) {
	r, err := mcptest.DecodeResult(raw)
	if err != nil {
		return "", err
	}
	if r.IsError {
		code, reason := r.Failure()
		return "", &failed{tool, code, reason, r.Text()}
	}
	return r.Text(), nil
}

// call is a call that must succeed.
func (c *client) call(tool string, arguments args) string {
	c.process.t.Helper()
	text, err := c.try(tool, arguments)
	if err != nil {
		c.process.t.Fatalf("%v\n%s", err, c.said.String())
	}
	return text
}

// refused is a call that must fail with a code. The text that the agent gets is returned.
func (c *client) refused(code, tool string, arguments args) string {
	c.process.t.Helper()
	text, err := c.try(tool, arguments)
	f, ok := errors.AsType[*failed](err)
	if !ok || f.code != code {
		c.process.t.Fatalf("%s(%v) = %s %v, want %s\n%s", tool, arguments, text, err, code, c.said.String())
	}
	return f.text
}

// greet opens the connection.
func (c *client) greet() *client {
	c.process.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if _, err := c.Initialize(ctx, mcptest.Newest); err != nil {
		c.process.t.Fatalf("%v\n%s", err, c.said.String())
	}
	return c
}

// wantEnd waits for the end of the server's output.
func (c *client) wantEnd(t testing.TB) {
	t.Helper()
	select {
	case <-c.Client.Done():
	case <-time.After(patience):
		t.Fatal("the connection stays open")
	}
}
