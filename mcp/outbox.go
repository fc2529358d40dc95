package mcp

import (
	"errors"
	"io"
	"sync"
	"time"
)

// outbox is what one connection has to write: a bounded queue of whole messages and the turn to add to it.
//
//	handler ─┐
//	handler ─┼─ turn ─ encode ─ wait for room ─> queue ─> run ─> stream
//	reader  ─┘
//
// A message is encoded only by the holder of the turn, so beside the queue at most one encoded message waits for room. When
// the queue is full an answer waits for 30 seconds and then ends the connection; progress is dropped at once.
type outbox struct {
	limits Limits
	turn   chan struct{} // capacity 1; full while somebody has the turn
	wake   chan struct{} // capacity 1; something was queued, or draining began
	room   chan struct{} // capacity 1; something was taken
	dead   chan struct{} // closed when nothing will be written any more

	mu       sync.Mutex
	queue    []frame
	bytes    int  // of queue
	writing  bool // frames were taken and are not written yet
	draining bool
	err      error // why it is dead
}

// frame is one message with its newline. call is the call that it belongs to, if any.
type frame struct {
	data []byte
	call *call
}

var (
	errFull    = errors.New("mcp: client does not read: queue full for 30s")
	errStalled = errors.New("mcp: client does not read: write took 30s")
	errLate    = errors.New("mcp: client does not read: flush took 2s")
	errDrained = errors.New("mcp: connection has ended")
)

// newOutbox is empty; its owner starts run.
func newOutbox(l Limits) *outbox {
	return &outbox{
		limits: l,
		turn:   make(chan struct{}, 1), wake: make(chan struct{}, 1), room: make(chan struct{}, 1),
		dead: make(chan struct{}),
	}
}

// acquire waits for the turn; false if the outbox died.
func (o *outbox) acquire() bool {
	select {
	case o.turn <- struct{}{}:
		return true
	case <-o.dead:
		return false
	}
}

// tryAcquire takes the turn if it is free.
func (o *outbox) tryAcquire() bool {
	select {
	case o.turn <- struct{}{}:
		return true
	default:
		return false
	}
}

// release gives the turn back.
func (o *outbox) release() { <-o.turn }

// waitRoom waits until n bytes fit; the caller has the turn. False if the outbox died, or dies of this.
func (o *outbox) waitRoom(n int) bool {
	if o.fits(n) {
		return true
	}
	full := time.NewTimer(writeTimeout)
	defer full.Stop()
	for !o.fits(n) {
		select {
		case <-o.room:
		case <-o.dead:
			return false
		case <-full.C:
			o.fail(errFull)
			return false
		}
	}
	return true
}

// fits: one message always fits an empty queue, whatever its size.
func (o *outbox) fits(n int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return len(o.queue) == 0 || len(o.queue) < o.limits.QueueMessages && o.bytes+n <= o.limits.QueueBytes
}

// push queues a frame for which there is room.
func (o *outbox) push(f frame) {
	o.mu.Lock()
	if o.err == nil {
		o.queue = append(o.queue, f)
		o.bytes += len(f.data)
	}
	o.mu.Unlock()
	signal(o.wake)
}

// forget removes what is queued for a call: after a cancellation nothing mentions it.
func (o *outbox) forget(c *call) {
	o.mu.Lock()
	kept := o.queue[:0]
	for _, f := range o.queue {
		if f.call == c {
			o.bytes -= len(f.data)
			continue
		}
		kept = append(kept, f)
	}
	clear(o.queue[len(kept):])
	o.queue = kept
	o.mu.Unlock()
	signal(o.room)
}

// drain lets run end once the queue is empty.
func (o *outbox) drain() {
	o.mu.Lock()
	o.draining = true
	o.mu.Unlock()
	signal(o.wake)
}

// fail makes the outbox dead; the first error counts. To be late is no error where nothing was left to write.
func (o *outbox) fail(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if err == errLate && len(o.queue) == 0 && !o.writing {
		err = errDrained
	}
	if o.err == nil {
		o.err = err
		o.queue, o.bytes = nil, 0
		close(o.dead)
	}
}

// run writes until the outbox is dead or drained. Lines are written whole; small ones that wait go together. abort must
// make a write that takes too long return. Nil means that all was written.
func (o *outbox) run(w io.Writer, abort func()) error {
	stalled := time.AfterFunc(time.Hour, func() { o.fail(errStalled); abort() })
	stalled.Stop()
	buf := make([]byte, 0, 4<<10)
	for {
		frames := o.take()
		if frames == nil {
			o.fail(errDrained)
			return o.reason()
		}
		data := frames[0].data
		if len(frames) > 1 {
			buf = buf[:0]
			for _, f := range frames {
				buf = append(buf, f.data...)
			}
			data = buf
		}
		stalled.Reset(writeTimeout)
		_, err := w.Write(data)
		stalled.Stop()
		if err != nil {
			o.fail(err)
			return o.reason()
		}
		for _, f := range frames {
			reuse(f.data)
		}
	}
}

// take waits for frames and removes at most one chunk of them, so that a cancellation can still reach the rest. nil means
// the end.
func (o *outbox) take() []frame {
	for {
		o.mu.Lock()
		o.writing = false
		if o.err != nil || len(o.queue) == 0 && o.draining {
			o.mu.Unlock()
			return nil
		}
		if len(o.queue) > 0 {
			n, size := 1, len(o.queue[0].data)
			for n < len(o.queue) && size+len(o.queue[n].data) <= writeChunk {
				size += len(o.queue[n].data)
				n++
			}
			frames := append([]frame(nil), o.queue[:n]...)
			o.queue = append(o.queue[:0], o.queue[n:]...)
			for _, f := range frames {
				o.bytes -= len(f.data)
			}
			o.writing = true
			o.mu.Unlock()
			signal(o.room)
			return frames
		}
		o.mu.Unlock()
		select {
		case <-o.wake:
		case <-o.dead:
		}
	}
}

// reason is why the outbox is dead; nil if everything was written.
func (o *outbox) reason() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == errDrained {
		return nil
	}
	return o.err
}

// signal leaves a note for whoever waits, who looks at the state itself: one note is as good as many.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// buffers keeps small buffers between messages; what is in them was redacted.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// scratch is an empty buffer.
func scratch() []byte {
	b := buffers.Get().(*[]byte)
	return (*b)[:0]
}

// reuse takes a buffer that nobody reads any more. Large ones go to the collector, or one large answer would be paid for ever.
func reuse(b []byte) {
	if cap(b) <= writeChunk {
		buffers.Put(&b)
	}
}
