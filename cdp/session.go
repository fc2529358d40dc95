package cdp

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
)

// A Session is one CDP session of a connection: the browser itself, or one target (flattened). It holds no state of
// its own and need not be closed.
type Session struct {
	conn *Conn
	id   SessionID
}

// ID is empty for the browser's own session.
func (s *Session) ID() SessionID { return s.id }

// Call sends a method and waits for its answer, which is decoded into result unless that is nil. The error wraps
// *Error if the browser refused, ErrDetached if the session is gone, ErrClosed if the connection is gone, or is the
// context's own.
func (s *Session) Call(ctx context.Context, method string, params, result any) error {
	return s.Start(ctx, method, params).Wait(ctx, result)
}

// Start sends a method and returns before its answer came, so that calls can be pipelined: the browser handles the
// calls of one session in the order in which they were started. Each Pending must be waited for or dropped by Forget.
// A json.RawMessage is sent as it is: it must be an object, without a NUL.
func (s *Session) Start(ctx context.Context, method string, params any) *Pending {
	frame, p := s.prepare(method)
	if p.failed() {
		return p
	}
	if params == nil {
		frame = append(frame, "{}"...)
	} else if finished, ok := params.(json.RawMessage); ok {
		frame = append(frame, finished...)
	} else {
		body, err := json.Marshal(params)
		if err != nil {
			s.conn.forget(p, fmt.Errorf("encoding parameters of %s: %w", method, err))
			return p
		}
		frame = append(frame, body...)
	}
	frame = append(frame, "}\x00"...)
	if err := s.conn.enqueue(ctx, &write{parts: [3][]byte{frame}}); err != nil {
		s.conn.forget(p, err)
	}
	return p
}

// CallSecret is Call with parameters that are a finished JSON object in memory of the caller's, who keeps a secret
// there. The bytes are written from where they are; they are not copied, kept or logged, and nobody reads them after
// CallSecret has returned. If ctx ends while they are half written, the connection ends.
func (s *Session) CallSecret(ctx context.Context, method string, params []byte, result any) error {
	head, p := s.prepare(method)
	if p.failed() {
		return p.Wait(ctx, nil)
	}
	w := &write{parts: [3][]byte{head, params, []byte("}\x00")}}
	if err := s.conn.enqueue(ctx, w); err != nil {
		s.conn.forget(p, err)
		return p.Wait(ctx, nil)
	}
	if err := s.conn.settle(ctx, w); err != nil {
		s.conn.forget(p, err)
		return p.Wait(ctx, nil)
	}
	return p.Wait(ctx, result)
}

// prepare registers a call and writes the head of its frame, up to where the parameters begin.
func (s *Session) prepare(method string) ([]byte, *Pending) {
	p, err := s.conn.register(s.id)
	if err != nil {
		p = &Pending{conn: s.conn, method: method, done: make(chan struct{})}
		p.finish(nil, err)
		return nil, p
	}
	p.method = method
	frame := make([]byte, 0, 256)
	frame = append(frame, `{"id":`...)
	frame = strconv.AppendInt(frame, p.id, 10)
	if s.id != "" {
		frame = append(frame, `,"sessionId":`...)
		frame = strconv.AppendQuoteToASCII(frame, string(s.id)) // ids are hexadecimal, so Go's quoting is JSON's
	}
	frame = append(frame, `,"method":"`...)
	frame = append(frame, method...)
	return append(frame, `","params":`...), p
}

// A Pending is a call that was sent.
type Pending struct {
	conn    *Conn
	id      int64
	session SessionID
	method  string
	done    chan struct{} // closed by finish

	result json.RawMessage
	err    error
}

// finish is called once, by whoever took p out of the connection's table.
func (p *Pending) finish(result json.RawMessage, err error) {
	p.result, p.err = result, err
	close(p.done)
}

func (p *Pending) failed() bool {
	select {
	case <-p.done:
		return p.err != nil
	default:
		return false
	}
}

// Done is closed when the answer is there.
func (p *Pending) Done() <-chan struct{} { return p.done }

// Forget gives up on the answer.
func (p *Pending) Forget() { p.conn.forget(p, context.Canceled) }

// Wait waits for the answer and decodes it into result unless that is nil. Errors are those of Call.
func (p *Pending) Wait(ctx context.Context, result any) error {
	select {
	case <-p.done:
	case <-ctx.Done():
		p.conn.forget(p, ctx.Err())
		<-p.done
	}
	if p.err != nil {
		return fmt.Errorf("%s: %w", p.method, p.err)
	}
	if result == nil {
		return nil
	}
	if err := json.Unmarshal(p.result, result); err != nil {
		return fmt.Errorf("decoding answer of %s: %w", p.method, err)
	}
	return nil
}
