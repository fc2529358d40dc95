package cdp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"testing"
)

// A peer plays the browser over an in-memory pipe. It fails on a call that it does not expect.
type peer struct {
	t      testing.TB
	conn   net.Conn
	frames *frameReader
}

type sent struct {
	ID        int64           `json:"id"`
	SessionID SessionID       `json:"sessionId"`
	Method    string          `json:"method"`
	Params    json.RawMessage `json:"params"`
}

// newPeer returns a connection and who is at its other end.
func newPeer(t testing.TB) (*Conn, *peer) {
	t.Helper()
	ours, theirs := net.Pipe()
	p := &peer{t: t, conn: theirs, frames: newFrameReader(theirs, defaultMaxFrame)}
	c := NewConn(ours, Options{})
	t.Cleanup(func() {
		c.Close()
		theirs.Close()
	})
	return c, p
}

// expect reads one call and checks its method.
func (p *peer) expect(method string) sent {
	p.t.Helper()
	frame, err := p.frames.next()
	if err != nil {
		p.t.Errorf("waiting for %s: %v", method, err)
		return sent{}
	}
	var s sent
	if err := json.Unmarshal(frame, &s); err != nil {
		p.t.Errorf("call %q: %v", frame, err)
	}
	if s.Method != method {
		p.t.Errorf("call of %s, want %s", s.Method, method)
	}
	return s
}

func (p *peer) send(format string, args ...any) {
	p.t.Helper()
	if _, err := io.WriteString(p.conn, fmt.Sprintf(format, args...)+"\x00"); err != nil {
		p.t.Errorf("sending: %v", err)
	}
}

func (p *peer) answer(s sent, result string) { p.send(`{"id":%d,"result":%s}`, s.ID, result) }

// stream is a byte stream whose writes can be held up, and which keeps what was written.
type stream struct {
	hold    chan struct{} // a write waits for a token
	closed  chan struct{}
	written chan []byte // each slice as it was given, not a copy
}

func newStream() *stream {
	return &stream{hold: make(chan struct{}, 100), closed: make(chan struct{}), written: make(chan []byte, 100)}
}

func (s *stream) Read([]byte) (int, error) {
	<-s.closed
	return 0, io.EOF
}

func (s *stream) Write(p []byte) (int, error) {
	s.written <- p
	select {
	case <-s.hold:
		return len(p), nil
	case <-s.closed:
		return 0, io.ErrClosedPipe
	}
}

func (s *stream) Close() error {
	select {
	case <-s.closed:
	default:
		close(s.closed)
	}
	return nil
}

func sameMemory(a, b []byte) bool {
	return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0] && bytes.Equal(a, b)
}
