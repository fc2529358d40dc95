package mcptest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"browser-mcp/fsutil/strict"
)

// Progress is one notifications/progress.
type Progress struct {
	Progress, Total float64
	Message         string
}

// Pending is a request that waits for its answer.
type Pending struct {
	ID string // the token that was sent

	client   *Client
	done     chan struct{}
	result   json.RawMessage
	err      *Error
	progress []Progress // guarded by the client
}

// Start sends a request. Its id is a number of the client's.
func (c *Client) Start(method string, params map[string]any) (*Pending, error) {
	return c.start(method, func(json.RawMessage) map[string]any { return params })
}

// StartCall sends tools/call and asks for progress, with the request's own id as the token, as SDKs do.
func (c *Client) StartCall(tool string, arguments any) (*Pending, error) {
	if arguments == nil {
		arguments = struct{}{}
	}
	return c.start("tools/call", func(id json.RawMessage) map[string]any {
		return map[string]any{"name": tool, "arguments": arguments, "_meta": map[string]any{"progressToken": id}}
	})
}

func (c *Client) start(method string, params func(id json.RawMessage) map[string]any) (*Pending, error) {
	c.mu.Lock()
	c.nextID++
	p := &Pending{ID: strconv.Itoa(c.nextID), client: c, done: make(chan struct{})}
	c.pending[p.ID] = p
	c.mu.Unlock()
	id := json.RawMessage(p.ID)
	message := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if with := params(id); with != nil {
		message["params"] = with
	}
	data, err := json.Marshal(message)
	if err != nil {
		return nil, err
	}
	return p, c.Send(string(data) + "\n")
}

// Wait returns the result, or the *Error that was answered.
func (p *Pending) Wait(ctx context.Context) (json.RawMessage, error) {
	select {
	case <-p.done:
	case <-p.client.done:
		select {
		case <-p.done:
		default:
			return nil, p.client.ended()
		}
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	if p.err != nil {
		return nil, p.err
	}
	return p.result, nil
}

// Cancel tells the server to stop.
func (p *Pending) Cancel(reason string) error {
	return p.client.Notify("notifications/cancelled", map[string]any{"requestId": json.RawMessage(p.ID), "reason": reason})
}

// Forget makes a later answer a violation, as to a request that was cancelled.
func (p *Pending) Forget() {
	p.client.mu.Lock()
	defer p.client.mu.Unlock()
	delete(p.client.pending, p.ID)
}

// Progress is what was told so far.
func (p *Pending) Progress() []Progress {
	p.client.mu.Lock()
	defer p.client.mu.Unlock()
	return append([]Progress(nil), p.progress...)
}

// AwaitProgress waits until n values were told.
func (p *Pending) AwaitProgress(ctx context.Context, n int) error {
	return p.client.Await(ctx, func([]byte) bool { return len(p.progress) >= n })
}

// notified takes a notification. The caller holds mu.
func (c *Client) notified(m message) error {
	if m.method != "notifications/progress" {
		return fmt.Errorf("unexpected notification %q", m.method)
	}
	var n struct {
		Token    json.RawMessage `json:"progressToken"`
		Progress float64         `json:"progress"`
		Total    float64         `json:"total,omitempty"`
		Message  string          `json:"message,omitempty"`
	}
	if err := m.params.Decode(&n); err != nil {
		return err
	}
	p := c.pending[string(n.Token)]
	if p == nil && c.raw {
		return nil
	}
	if p == nil {
		return fmt.Errorf("progress for %s, which does not run", n.Token)
	}
	if len(p.progress) > 0 && n.Progress <= p.progress[len(p.progress)-1].Progress {
		return fmt.Errorf("progress %v after %v", n.Progress, p.progress[len(p.progress)-1].Progress)
	}
	p.progress = append(p.progress, Progress{n.Progress, n.Total, n.Message})
	return nil
}

// Request sends a request and waits for its result.
func (c *Client) Request(ctx context.Context, method string, params map[string]any) (json.RawMessage, error) {
	p, err := c.Start(method, params)
	if err != nil {
		return nil, err
	}
	return p.Wait(ctx)
}

// Result is the result of a tools/call.
type Result struct {
	Content           []Content       `json:"content"`
	StructuredContent json.RawMessage `json:"structuredContent,omitempty"`
	IsError           bool            `json:"isError,omitempty"`
}

// Content is one block of a result.
type Content struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	Data     []byte `json:"data,omitempty"`
	MIMEType string `json:"mimeType,omitempty"`
	URI      string `json:"uri,omitempty"`
	Name     string `json:"name,omitempty"`
}

// Text is all text of the result.
func (r *Result) Text() string {
	text := ""
	for _, b := range r.Content {
		text += b.Text
	}
	return text
}

// Decode stores structuredContent in dst, which must know every member.
func (r *Result) Decode(dst any) error {
	if r.StructuredContent == nil {
		return errors.New("mcptest: result without structuredContent")
	}
	return strict.Unmarshal(r.StructuredContent, dst, strict.Limits{Bytes: 10 << 20})
}

// Failure is the error that a result with isError carries.
func (r *Result) Failure() (code, reason string) {
	var body struct {
		Error struct {
			Code    string          `json:"code"`
			Reason  string          `json:"reason,omitempty"`
			Message string          `json:"message"`
			Retry   string          `json:"retry"`
			Detail  json.RawMessage `json:"detail,omitempty"`
		} `json:"error"`
	}
	if !r.IsError || len(r.Content) != 1 || strict.Unmarshal([]byte(r.Content[0].Text), &body, strict.Limits{}) != nil {
		return "", ""
	}
	return body.Error.Code, body.Error.Reason
}

// Call calls a tool. The error is for the protocol's failures; the tool's own are in the result.
func (c *Client) Call(ctx context.Context, tool string, arguments any) (*Result, error) {
	p, err := c.StartCall(tool, arguments)
	if err != nil {
		return nil, err
	}
	return c.finish(ctx, tool, p)
}

func (c *Client) finish(ctx context.Context, tool string, p *Pending) (*Result, error) {
	raw, err := p.Wait(ctx)
	if err != nil {
		return nil, err
	}
	r, err := DecodeResult(raw)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	schema := c.schemas[tool]
	c.mu.Unlock()
	if schema != nil && !r.IsError {
		if err := conforms(schema, r.StructuredContent); err != nil {
			return nil, fmt.Errorf("mcptest: structuredContent of %s: %w", tool, err)
		}
	}
	return r, nil
}

// DecodeResult reads a tools/call result strictly.
func DecodeResult(raw json.RawMessage) (*Result, error) {
	r := new(Result)
	if err := strict.Unmarshal(raw, r, strict.Limits{Bytes: 10 << 20}); err != nil {
		return nil, fmt.Errorf("mcptest: result of tools/call: %w", err)
	}
	return r, nil
}
