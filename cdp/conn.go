package cdp

import (
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// Options of a connection. The zero value works.
type Options struct {
	MaxFrame int // bound of one inbound frame in bytes; 0 means 64 MiB
}

// A Conn is one connection to a browser. It is safe for use by many goroutines.
type Conn struct {
	rwc    io.ReadWriteCloser
	frames *frameReader
	writes chan *write
	done   chan struct{} // closed by die
	wg     sync.WaitGroup
	root   Session

	mu      sync.Mutex
	err     error // why the connection ended; nil while it lives
	lastID  int64
	seq     uint64
	pending map[int64]*Pending
	subs    map[*Subscription]struct{}
}

// NewConn takes over rwc, which Close closes. Closing rwc must end a Read and a Write that wait on it, as it does for
// sockets and pipes.
func NewConn(rwc io.ReadWriteCloser, o Options) *Conn {
	if o.MaxFrame <= 0 {
		o.MaxFrame = defaultMaxFrame
	}
	c := &Conn{
		rwc:     rwc,
		frames:  newFrameReader(rwc, o.MaxFrame),
		writes:  make(chan *write, writeQueue),
		done:    make(chan struct{}),
		pending: make(map[int64]*Pending),
		subs:    make(map[*Subscription]struct{}),
	}
	c.root.conn = c
	// Both goroutines belong to the Conn, end when rwc or the Conn is closed, and are waited for by Close.
	c.wg.Go(c.read)
	c.wg.Go(c.write)
	return c
}

// Root is the session of the browser itself.
func (c *Conn) Root() *Session { return &c.root }

// Session is the flattened session that the browser named id (CDP Target.attachToTarget, flatten).
func (c *Conn) Session(id SessionID) *Session { return &Session{conn: c, id: id} }

// Done is closed when the connection has ended.
func (c *Conn) Done() <-chan struct{} { return c.done }

// Err says why the connection ended: it wraps ErrClosed and the cause. It is nil while the connection lives.
func (c *Conn) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Close ends the connection and waits for its goroutines. It may be called more than once.
func (c *Conn) Close() error {
	c.die(nil)
	c.wg.Wait()
	return nil
}

// die ends the connection once: the first cause stays. Everyone who waits is told before die returns.
func (c *Conn) die(cause error) {
	c.mu.Lock()
	if c.err != nil {
		c.mu.Unlock()
		return
	}
	c.err = ErrClosed
	if cause != nil {
		c.err = fmt.Errorf("%w: %w", ErrClosed, cause)
	}
	for id, p := range c.pending {
		delete(c.pending, id)
		p.finish(nil, c.err)
	}
	for s := range c.subs {
		s.end(c.err)
	}
	clear(c.subs)
	close(c.done)
	c.mu.Unlock()
	c.rwc.Close() // outside the lock: a stream may take its time to close
}

// read is the one reader.
func (c *Conn) read() {
	for {
		frame, err := c.frames.next()
		if err != nil {
			c.die(err)
			return
		}
		e, err := parseEnvelope(frame)
		if err != nil {
			c.die(err)
			return
		}
		c.dispatch(e)
	}
}

func (c *Conn) dispatch(e envelope) {
	if e.method == "" {
		c.answer(e)
		return
	}
	if e.method == "Target.detachedFromTarget" {
		c.detach(e.params)
	}
	c.publish(e)
}

// answer wakes the caller of an answer. An answer that nobody waits for is dropped: its caller's context ended.
func (c *Conn) answer(e envelope) {
	c.mu.Lock()
	p := c.pending[e.id]
	delete(c.pending, e.id)
	c.mu.Unlock()
	if p == nil {
		return
	}
	if e.err == nil {
		p.finish(e.result, nil)
		return
	}
	refused := new(Error)
	if err := json.Unmarshal(e.err, refused); err != nil {
		p.finish(nil, fmt.Errorf("%w: error member of an answer", ErrFrame))
		return
	}
	p.finish(nil, refused)
}

// publish gives an event to every subscription that wants it, in the order of the stream.
func (c *Conn) publish(e envelope) {
	c.mu.Lock()
	c.seq++
	event := Event{Seq: c.seq, Session: e.session, Method: e.method, Params: e.params}
	overflow := false
	for s := range c.subs {
		if s.wants(event.Method) && !s.push(event) {
			overflow = true
		}
	}
	c.mu.Unlock()
	if overflow {
		c.die(ErrOverflow)
	}
}

// detach fails the calls that wait on a session that is no more: Chromium answers none of them.
func (c *Conn) detach(params json.RawMessage) {
	var gone struct {
		SessionID SessionID `json:"sessionId"`
	}
	if json.Unmarshal(params, &gone) != nil || gone.SessionID == "" {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for id, p := range c.pending {
		if p.session == gone.SessionID {
			delete(c.pending, id)
			p.finish(nil, ErrDetached)
		}
	}
}

// register makes room for one answer and names it.
func (c *Conn) register(session SessionID) (*Pending, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		return nil, c.err
	}
	if len(c.pending) >= maxInFlight {
		return nil, fmt.Errorf("%w: limit %d", ErrBusy, maxInFlight)
	}
	c.lastID++
	p := &Pending{conn: c, id: c.lastID, session: session, done: make(chan struct{})}
	c.pending[p.id] = p
	return p, nil
}

// forget drops a call that nobody waits for any more.
func (c *Conn) forget(p *Pending, cause error) {
	c.mu.Lock()
	_, waiting := c.pending[p.id]
	delete(c.pending, p.id)
	c.mu.Unlock()
	if waiting {
		p.finish(nil, cause)
	}
}
