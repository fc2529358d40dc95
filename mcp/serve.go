package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"
)

// Serve serves one connection of newline-framed messages: standard input and output, or a socket. It returns when the peer
// ends its output (nil), when the stream fails, when ctx ends (its cause), or when the peer reads nothing for 30 seconds.
// Calls in flight are then cancelled; what is queued is written for at most two seconds; conn is closed; OnClose is called.
// Serve waits for all its goroutines: handlers must return when their context ends, and Close must end pending reads and writes of conn. Where
// it cannot, as for a terminal, Serve leaves the reader behind after two seconds.
func (s *Server) Serve(ctx context.Context, conn io.ReadWriteCloser, caller Caller) error {
	return s.serve(ctx, conn, caller, false)
}

// errEnded is the cause of the contexts of calls whose connection has ended.
var errEnded = errors.New("mcp: connection has ended")

func (s *Server) serve(ctx context.Context, conn io.ReadWriteCloser, caller Caller, preamble bool) error {
	s.serving.Store(true)
	caller.Conn = s.conns.Add(1)
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	closeConn := sync.OnceValue(conn.Close)
	c := &connection{lines: newLineReader(conn, s.limits.Message.Bytes), preamble: preamble && s.config.Preamble != nil}
	c.peer = newPeer(ctx, s, caller)

	wrote, read := make(chan error, 1), make(chan error, 1)
	// The writer is ours; it ends when the outbox is dead or drained, and is waited for below.
	go func() { wrote <- c.peer.out.run(conn, func() { closeConn() }) }()
	// The reader is ours; it ends with the input, or by closing conn, and is waited for below.
	go func() { read <- c.read() }()

	var err error
	select {
	case err = <-read:
		read <- nil // for the wait below
	case <-ctx.Done():
		err = context.Cause(ctx)
	case <-c.peer.out.dead:
		err = c.peer.out.reason()
	}
	end(errEnded)
	flush := time.AfterFunc(flushTimeout, func() { c.peer.out.fail(errLate); closeConn() })
	c.stop()
	c.peer.out.drain()
	late := time.NewTimer(flushTimeout + closeTimeout)
	defer late.Stop()
	err = errors.Join(err, wait(wrote, late))
	flush.Stop()
	closeConn()
	wait(read, late)
	c.announceEnd()
	return err
}

// wait waits for a goroutine's end unless that is late.
func wait(ended <-chan error, late *time.Timer) error {
	select {
	case err := <-ended:
		return err
	case <-late.C:
		late.Reset(0) // for whoever waits next
		return nil
	}
}

// connection reads frames and gives them to a peer.
type connection struct {
	peer     *peer
	lines    *lineReader
	preamble bool // the next line may be one

	mu     sync.Mutex
	opened bool
	closed bool // nothing is served any more
}

// read returns nil at the end of input.
func (c *connection) read() error {
	if !c.preamble && !c.open() {
		return nil
	}
	for {
		frame, err := c.lines.next()
		long, isLong := errors.AsType[*errLong](err)
		switch {
		case isLong:
			if c.preamble && !c.open() {
				return nil
			}
			c.serve(func(p *peer) { p.answerError(reply{}, tooLong(long.size, c.lines.max)) })
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("reading a message: %w", err)
		default:
			if err := c.frame(frame); err != nil {
				return err
			}
		}
	}
}

// frame serves a frame, or takes it as the preamble if it is the first.
func (c *connection) frame(frame []byte) error {
	if c.preamble {
		p, is, err := parsePreamble(frame)
		if is && err == nil {
			err = c.peer.introduce(p)
		}
		if err != nil {
			return err
		}
		if !c.open() || is {
			return nil
		}
	}
	c.serve(func(p *peer) { p.receive(frame) })
	return nil
}

// open announces the connection once; false if it is closed already.
func (c *connection) open() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.preamble = false
	if c.closed {
		return false
	}
	c.opened = true
	c.peer.server.config.OnOpen(*c.peer.caller.Load())
	return true
}

// serve keeps what comes in from being served while or after the connection is closed.
func (c *connection) serve(f func(*peer)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		f(c.peer)
	}
}

// stop ends serving and waits for the calls, whose contexts have ended. What they had to say is queued then.
func (c *connection) stop() {
	c.mu.Lock()
	c.closed = true
	c.mu.Unlock()
	c.peer.calls.wg.Wait()
}

func (c *connection) announceEnd() {
	c.mu.Lock()
	opened := c.opened
	c.mu.Unlock()
	if opened {
		c.peer.server.config.OnClose(*c.peer.caller.Load())
	}
}
