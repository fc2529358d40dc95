package mcp

import (
	"context"
	"sync"
	"time"

	"browser-mcp/fsutil/strict"
)

// Implementation is what a client calls itself: for logs, never for a decision.
type Implementation struct{ Name, Version Text }

// Caller is who is at the other end of a connection.
type Caller struct {
	Principal string // authenticated by the transport
	Label     string // asked for in the preamble; authenticates nothing
	Profile   bool   // asked for in the preamble
	Fresh     bool   // asked for in the preamble
	Conn      uint64 // of this process's life, never twice
	Client    Implementation
}

// Call is one tools/call in flight.
type Call struct {
	Caller   Caller
	Revision string
	Tool     string

	call *call
}

// Progress tells the client how far a call is, if it asked for that. Values that do not rise are dropped, and so is what
// exceeds four a second or finds the connection busy: progress never waits. total 0 means unknown.
func (c *Call) Progress(progress, total float64, message Text) {
	c.call.report(func(float64) float64 { return progress }, total, message)
}

// call is the state of a call in flight. It is in the table from its start until its answer is queued, its client cancels it,
// or its connection is gone, whichever is first; out of the table it can queue nothing.
type call struct {
	peer   *peer
	to     reply
	cancel context.CancelCauseFunc
	token  strict.Value // progressToken; the zero Value if none

	beat *time.Timer // guarded by calls.mu; nil if none, or over

	// Guarded by the outbox's turn.
	last   float64 // progress told
	told   bool
	credit float64 // messages that may be told now
	since  time.Time
}

// calls is the table of what is in flight on one connection. All changes go through it, and each message of a call is
// queued under its lock: so nothing of a call follows its answer or its cancellation.
type calls struct {
	mu      sync.Mutex
	byKey   map[string]*call
	running int            // handlers, those of cancelled calls included
	wg      sync.WaitGroup // of the handlers
}

// has reports whether a request with this id is being served.
func (t *calls) has(id requestID) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, ok := t.byKey[id.key]
	return ok
}

// start enters c and runs serve in a goroutine.
func (t *calls) start(c *call, serve func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.byKey[c.to.id.key] = c
	if c.token.Kind() != 0 {
		c.beat = time.AfterFunc(heartbeat, c.heartbeat)
	}
	// The connection owns it; it ends with the handler, whose context ends with the connection, which waits in stop.
	t.wg.Go(serve)
}

// aliveLocked reports whether c may still send.
func (t *calls) aliveLocked(c *call) bool { return t.byKey[c.to.id.key] == c }

// removeLocked ends the right of c to send anything.
func (t *calls) removeLocked(c *call) {
	delete(t.byKey, c.to.id.key)
	if c.beat != nil {
		c.beat.Stop()
		c.beat = nil
	}
}

// finish queues a call's last message, unless it was cancelled.
func (t *calls) finish(c *call, queue func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.aliveLocked(c) {
		t.removeLocked(c)
		queue()
	}
}

// cancel ends one call on its client's wish; nil if it is not in flight.
func (t *calls) cancel(key string) *call {
	t.mu.Lock()
	defer t.mu.Unlock()
	c := t.byKey[key]
	if c != nil {
		t.removeLocked(c)
	}
	return c
}

// heartbeat shows that a call is alive: clients give up on silent ones. It runs on a timer, never waits, and is the last
// if the call is over.
func (c *call) heartbeat() {
	c.report(func(last float64) float64 { return last + 0.001 }, 0, "still running")
	t := &c.peer.calls
	t.mu.Lock()
	defer t.mu.Unlock()
	if c.beat != nil {
		c.beat.Reset(heartbeat)
	}
}

// report queues one progress notification (MCP 2025-11-25, progress).
func (c *call) report(next func(last float64) float64, total float64, message Text) {
	out := c.peer.out
	if c.token.Kind() == 0 || !out.tryAcquire() {
		return
	}
	defer out.release()
	value := next(c.last)
	if c.told && value <= c.last || !c.spend() {
		return
	}
	data, err := c.peer.encode(func(e *encoder) { c.appendProgress(e, value, total, message) })
	if err != nil || !out.fits(len(data)) {
		return
	}
	t := &c.peer.calls
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.aliveLocked(c) {
		c.last, c.told = value, true
		out.push(frame{data: data, call: c})
	}
}

// spend takes one message from the credit, which refills with time.
func (c *call) spend() bool {
	now := time.Now()
	c.credit = min(progressBurst, c.credit+float64(now.Sub(c.since))/float64(progressEvery))
	c.since = now
	if c.credit < 1 {
		return false
	}
	c.credit--
	return true
}

// appendProgress echoes the token byte for byte, like an id.
func (c *call) appendProgress(e *encoder, value, total float64, message Text) {
	e.raw(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":`)
	e.buf = append(e.buf, c.token.Raw()...)
	e.raw(`,"progress":`)
	e.float(value)
	if total > 0 {
		e.raw(`,"total":`)
		e.float(total)
	}
	if message != "" && c.to.rev.progressMessage {
		e.raw(`,"message":`)
		e.text(message)
	}
	e.raw(`}}`)
}
