package main

// The MCP client of the demo: it starts the server as any client does, speaks JSON-RPC over its standard input and
// output, and keeps every byte that it ever received.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"syscall"
)

// demoClient is one connection to a server that is its child.
type demoClient struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	lines    *bufio.Reader
	received bytes.Buffer // all of standard output
	said     bytes.Buffer // all of standard error
	next     int
	calls    int
}

// startClient runs cmd with pipes. The child ends with ctx.
func startClient(cmd *exec.Cmd) (*demoClient, error) {
	c := &demoClient{cmd: cmd}
	cmd.Stderr = &c.said
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.WaitDelay = stopTimeout
	var err error
	if c.in, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.lines = bufio.NewReaderSize(io.TeeReader(out, &c.received), 64<<10)
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the server: %w", err)
	}
	return c, nil
}

// close ends the server by the end of its input, as clients do, and waits for it.
func (c *demoClient) close() error {
	_ = c.in.Close()
	_, _ = io.Copy(io.Discard, c.lines)
	return c.cmd.Wait()
}

// rpcMessage is what the client reads of a message.
type rpcMessage struct {
	ID     *int            `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Code    int    `json:"code"`
		Message string `json:"message"`
	} `json:"error"`
}

// request sends a request and returns its result; notifications in between are kept and passed over.
func (c *demoClient) request(method string, params any) (json.RawMessage, error) {
	c.next++
	if err := c.send(map[string]any{"jsonrpc": "2.0", "id": c.next, "method": method, "params": params}); err != nil {
		return nil, err
	}
	for {
		line, err := c.lines.ReadBytes('\n')
		if err != nil {
			return nil, fmt.Errorf("reading the answer to %s: %w", method, err)
		}
		var m rpcMessage
		if err := json.Unmarshal(line, &m); err != nil {
			return nil, fmt.Errorf("the answer to %s is not JSON", method)
		}
		switch {
		case m.ID == nil || *m.ID != c.next:
		case m.Error != nil:
			return nil, fmt.Errorf("%s: error %d: %s", method, m.Error.Code, m.Error.Message)
		default:
			return m.Result, nil
		}
	}
}

// send writes one message as one line (MCP 2025-11-25, transports, stdio).
func (c *demoClient) send(message map[string]any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = c.in.Write(append(data, '\n'))
	return err
}

// initialize opens the connection (MCP 2025-11-25, lifecycle).
func (c *demoClient) initialize() error {
	_, err := c.request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]string{"name": "browser-mcp-demo", "version": versionString()},
	})
	if err != nil {
		return err
	}
	return c.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
}

// errToolFailed is a call that the server answered with isError.
var errToolFailed = errors.New("the tool answered with an error")

// call calls a tool and returns its text.
func (c *demoClient) call(name string, arguments map[string]any) (string, error) {
	c.calls++
	raw, err := c.request("tools/call", map[string]any{"name": name, "arguments": arguments})
	if err != nil {
		return "", err
	}
	var result struct {
		Content []struct {
			Text string `json:"text"`
		} `json:"content"`
		IsError bool `json:"isError"`
	}
	if err := json.Unmarshal(raw, &result); err != nil || len(result.Content) == 0 {
		return "", fmt.Errorf("%s: no text in the result", name)
	}
	if result.IsError {
		return result.Content[0].Text, fmt.Errorf("%s: %w", name, errToolFailed)
	}
	return result.Content[0].Text, nil
}
