package cdp

import (
	"context"
	"sync/atomic"
	"time"
)

// The states of a queued write. Whoever moves it out of writeQueued decides what happens to its memory.
const (
	writeQueued int32 = iota
	writeTaken
	writeDropped
)

// A write is one outbound frame in up to three parts, so that the middle one can stay where its owner keeps it.
type write struct {
	parts [3][]byte
	state atomic.Int32
	done  chan struct{} // closed when no part is looked at any more
}

// write is the one writer.
func (c *Conn) write() {
	for {
		select {
		case <-c.done:
			return
		case w := <-c.writes:
			if err := c.writeFrame(w); err != nil {
				c.die(err)
				return
			}
		}
	}
}

func (c *Conn) writeFrame(w *write) error {
	if !w.state.CompareAndSwap(writeQueued, writeTaken) {
		return nil // its caller gave up while it waited here
	}
	defer close(w.done)
	for _, part := range w.parts {
		if len(part) == 0 {
			continue
		}
		if _, err := c.rwc.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// enqueue hands w to the writer.
func (c *Conn) enqueue(ctx context.Context, w *write) error {
	w.done = make(chan struct{})
	select {
	case c.writes <- w:
		return nil
	case <-c.done:
		return c.Err()
	case <-ctx.Done():
		return ctx.Err()
	}
}

// settle returns when w's memory is its owner's again. If ctx ends while the frame is half written and stays so, the
// connection ends too: the rest cannot be sent later from memory that the owner is about to wipe.
func (c *Conn) settle(ctx context.Context, w *write) error {
	select {
	case <-w.done:
		return nil
	case <-ctx.Done():
	case <-c.done:
	}
	if w.state.CompareAndSwap(writeQueued, writeDropped) {
		if err := ctx.Err(); err != nil {
			return err
		}
		return c.Err()
	}
	grace := time.NewTimer(writeGrace)
	defer grace.Stop()
	select {
	case <-w.done:
		return nil
	case <-c.done:
	case <-grace.C:
		c.die(ctx.Err())
	}
	<-w.done // the closed stream ends the write
	return c.Err()
}
