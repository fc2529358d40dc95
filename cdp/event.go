package cdp

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
)

// An Event is something that the browser said by itself. Params is shared by all subscriptions: read only.
type Event struct {
	Seq     uint64    // counts the events of the connection, from 1
	Session SessionID // empty for the browser's own session
	Method  string
	Params  json.RawMessage
}

// SubscribeOptions say which events a subscription takes, and what happens when nobody reads them.
type SubscribeOptions struct {
	Prefixes []string // beginnings of method names, as "Page." or "Network.loadingFailed"; none means all
	Size     int      // how many events may wait; 0 means 1024
	Lossy    bool     // full: true drops the oldest event and counts it; false ends the connection with ErrOverflow
}

// A Subscription is a bounded queue of events, in the order of the stream. One goroutine reads it.
type Subscription struct {
	conn     *Conn
	prefixes []string
	size     int
	lossy    bool
	wake     chan struct{} // holds one token when there is something to look at

	mu       sync.Mutex
	queue    []Event
	received uint64
	dropped  uint64
	err      error // no more events come
}

// Subscribe starts a queue of events. Events from before are not in it.
func (c *Conn) Subscribe(o SubscribeOptions) *Subscription {
	if o.Size <= 0 {
		o.Size = defaultQueue
	}
	s := &Subscription{conn: c, prefixes: o.Prefixes, size: o.Size, lossy: o.Lossy, wake: make(chan struct{}, 1)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err != nil {
		s.err = c.err
		return s
	}
	c.subs[s] = struct{}{}
	return s
}

func (s *Subscription) wants(method string) bool {
	for _, prefix := range s.prefixes {
		if strings.HasPrefix(method, prefix) {
			return true
		}
	}
	return len(s.prefixes) == 0
}

// push adds an event and reports whether the stated rule for a full queue allows to go on.
func (s *Subscription) push(e Event) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return true
	}
	s.received++
	if len(s.queue) >= s.size {
		if !s.lossy {
			return false
		}
		s.queue = append(s.queue[:0], s.queue[1:]...)
		s.dropped++
	}
	s.queue = append(s.queue, e)
	s.signal()
	return true
}

// signal leaves a token for the reader; one is enough for any number of events.
func (s *Subscription) signal() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// end says that no more events come. What is queued can still be read.
func (s *Subscription) end(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err == nil {
		s.err = err
		s.signal()
	}
}

// Next waits for the next event. The error wraps ErrClosed when the connection or the subscription is closed and all
// that was queued has been read, or is the context's own.
func (s *Subscription) Next(ctx context.Context) (Event, error) {
	for {
		if e, ok, err := s.TryNext(); ok || err != nil {
			return e, err
		}
		select {
		case <-s.wake:
		case <-ctx.Done():
			return Event{}, ctx.Err()
		}
	}
}

// TryNext returns the next event if there is one.
func (s *Subscription) TryNext() (Event, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		return Event{}, false, s.err
	}
	e := s.queue[0]
	s.queue[0] = Event{} // let go of its memory before the array is reused
	s.queue = s.queue[1:]
	return e, true, nil
}

// Received counts the events that were ever queued here. Together with a reader's own count it tells whether the
// reader has seen everything that came before a given moment.
func (s *Subscription) Received() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.received
}

// Dropped counts the events that a full lossy queue let go.
func (s *Subscription) Dropped() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dropped
}

// Close ends the subscription. It may be called more than once.
func (s *Subscription) Close() {
	s.conn.mu.Lock()
	delete(s.conn.subs, s)
	s.conn.mu.Unlock()
	s.end(ErrClosed)
}
