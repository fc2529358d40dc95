package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
)

// client is the least MCP client that works, over the pipes of a browser-mcp of its own.
type client struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	out  *bufio.Reader
	last int
}

// newClient starts binary as an MCP server without a daemon and shakes hands (MCP 2025-11-25, lifecycle).
func newClient(binary string) (*client, error) {
	cmd := exec.Command(binary, "mcp")
	cmd.Env = append(os.Environ(), "SBM_HEADLESS=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := &client{cmd: cmd, in: in, out: bufio.NewReaderSize(out, 1<<20)}
	var hello struct{ ProtocolVersion string }
	params := map[string]any{"protocolVersion": "2025-11-25", "capabilities": map[string]any{},
		"clientInfo": map[string]any{"name": "bench", "version": "1"}}
	if err := c.request("initialize", params, &hello); err != nil {
		return nil, errors.Join(err, c.close())
	}
	return c, c.write(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
}

// close ends the input, which ends the server.
func (c *client) close() error {
	c.in.Close()
	io.Copy(io.Discard, c.out)
	return c.cmd.Wait()
}

func (c *client) write(message any) error {
	frame, err := json.Marshal(message)
	if err != nil {
		return err
	}
	_, err = c.in.Write(append(frame, '\n'))
	return err
}

// request sends one request and decodes its result, nil for none.
func (c *client) request(method string, params, result any) error {
	c.last++
	if err := c.write(map[string]any{"jsonrpc": "2.0", "id": c.last, "method": method, "params": params}); err != nil {
		return err
	}
	for {
		frame, err := c.out.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("waiting for the answer to %s: %w", method, err)
		}
		var answer struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(frame, &answer); err != nil {
			return err
		}
		switch {
		case answer.ID != c.last: // a notification
		case answer.Error != nil:
			return errors.New(answer.Error.Message)
		case result != nil:
			return json.Unmarshal(answer.Result, result)
		default:
			return nil
		}
	}
}

// call uses a tool and returns the text of its result.
func (c *client) call(tool string, arguments map[string]any) (string, error) {
	var result struct {
		Content []struct{ Text string }
		IsError bool
	}
	if arguments == nil {
		arguments = map[string]any{}
	}
	if err := c.request("tools/call", map[string]any{"name": tool, "arguments": arguments}, &result); err != nil {
		return "", err
	}
	var text strings.Builder
	for _, item := range result.Content {
		text.WriteString(item.Text)
	}
	if result.IsError {
		return "", fmt.Errorf("%s: %s", tool, text.String())
	}
	return text.String(), nil
}

// do is call for whom only success matters.
func (c *client) do(tool string, arguments map[string]any) func() error {
	return func() error {
		_, err := c.call(tool, arguments)
		return err
	}
}

// listSize is the length of the whole list of tools, in bytes of its JSON.
func (c *client) listSize() (int, error) {
	var result json.RawMessage
	err := c.request("tools/list", map[string]any{}, &result)
	if err == nil && !bytes.Contains(result, []byte("fill_secret")) {
		err = errors.New("the list of tools lacks fill_secret")
	}
	return len(result), err
}

// find returns the uid of the first line of a snapshot that pattern matches behind the uid.
func find(snapshot, pattern string) (string, error) {
	match := regexp.MustCompile(`(?m)^(e\d+) ` + pattern).FindStringSubmatch(snapshot)
	if match == nil {
		return "", fmt.Errorf("no line of the snapshot matches %q:\n%.2000s", pattern, snapshot)
	}
	return match[1], nil
}
