package mcptest

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"testing"
)

// Client is one connection to a server. Its methods may be used from several goroutines.
type Client struct {
	t    testing.TB
	conn io.ReadWriteCloser
	done chan struct{} // closed when the reader has ended

	wmu sync.Mutex // one message at a time

	mu         sync.Mutex
	sent, got  bytes.Buffer
	nextID     int
	pending    map[string]*Pending // by the id's token
	anonymous  []*Error            // error responses without an id
	arrived    chan struct{}       // closed and replaced with each message
	violations []string
	raw        bool                       // see Raw
	schemas    map[string]json.RawMessage // outputSchema by tool, known after Tools
	err        error                      // why the reader ended
}

// New makes a client of a stream. The test fails at its end if the server broke a rule, and the stream is closed then.
func New(t testing.TB, conn io.ReadWriteCloser) *Client {
	c := &Client{
		t: t, conn: conn, done: make(chan struct{}),
		pending: map[string]*Pending{}, arrived: make(chan struct{}), schemas: map[string]json.RawMessage{},
	}
	// The test owns the reader; it ends with the stream, and Close waits for it.
	go c.read()
	t.Cleanup(func() {
		c.Close()
		for _, v := range c.Violations() {
			t.Errorf("server broke the protocol: %s", v)
		}
	})
	return c
}

// Close ends the connection and waits for the reader.
func (c *Client) Close() error {
	err := c.conn.Close()
	<-c.done
	return err
}

// Done is closed when the server has ended its output.
func (c *Client) Done() <-chan struct{} { return c.done }

// Sent is every byte written to the server.
func (c *Client) Sent() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.sent.Bytes())
}

// Received is every byte read from the server.
func (c *Client) Received() []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes.Clone(c.got.Bytes())
}

// Violations are the rules that the server broke so far.
func (c *Client) Violations() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]string(nil), c.violations...)
}

// Send writes raw bytes as they are, without a newline of its own.
func (c *Client) Send(raw string) error {
	c.wmu.Lock()
	defer c.wmu.Unlock()
	c.mu.Lock()
	c.sent.WriteString(raw)
	c.mu.Unlock()
	_, err := io.WriteString(c.conn, raw)
	return err
}

// Raw lets answers pass that the client did not ask for through its own methods, arrays of them, and ids of any size, for
// tests that write their requests themselves.
func (c *Client) Raw() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw = true
}

// Await waits until what was received satisfies enough, which is asked again with each message.
func (c *Client) Await(ctx context.Context, enough func(received []byte) bool) error {
	for {
		c.mu.Lock()
		arrived, ok := c.arrived, enough(c.got.Bytes())
		c.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-arrived:
		case <-c.done:
			return c.ended()
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) error {
	data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	if err != nil {
		return err
	}
	return c.Send(string(data) + "\n")
}

// Anonymous waits for the n-th error response without an id, counted from 0.
func (c *Client) Anonymous(ctx context.Context, n int) (*Error, error) {
	err := c.Await(ctx, func([]byte) bool { return len(c.anonymous) > n })
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.anonymous[n], nil
}

func (c *Client) ended() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return fmt.Errorf("mcptest: server ended the connection: %w", c.err)
}

// read takes lines until the stream ends and then fails what waits.
func (c *Client) read() {
	defer close(c.done)
	r := bufio.NewReader(c.conn)
	for {
		line, err := r.ReadBytes('\n')
		c.mu.Lock()
		c.got.Write(line)
		if err == nil {
			c.receive(line)
		} else {
			c.err = err
		}
		close(c.arrived)
		c.arrived = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// receive sorts the messages of one line. The caller holds mu.
func (c *Client) receive(line []byte) {
	messages, err := parse(line)
	if err == nil && len(messages) != 1 && !c.raw {
		err = errors.New("array of messages")
	}
	if err != nil {
		c.violations = append(c.violations, fmt.Sprintf("%v: %.300q", err, line))
		return
	}
	for _, m := range messages {
		if err := c.sort(m); err != nil {
			c.violations = append(c.violations, err.Error())
		}
	}
}

func (c *Client) sort(m message) error {
	p := c.pending[m.id]
	switch {
	case m.huge && !c.raw:
		return fmt.Errorf("id %s is beyond 2^53-1", m.id)
	case m.method != "":
		return c.notified(m)
	case m.id == "":
		c.anonymous = append(c.anonymous, m.err)
	case p != nil:
		delete(c.pending, m.id)
		p.result, p.err = m.result, m.err
		close(p.done)
	case !c.raw:
		return fmt.Errorf("answer to id %s, which waits for none", m.id)
	}
	return nil
}
