package browser

import "sync"

// A broadcast wakes everyone who waits for a change of some state. Take the channel first, then look at the state, then
// wait: no change is missed.
type broadcast struct {
	mu sync.Mutex
	ch chan struct{}
}

// next is closed at the next notify.
func (b *broadcast) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ch == nil {
		b.ch = make(chan struct{})
	}
	return b.ch
}

func (b *broadcast) notify() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.ch != nil {
		close(b.ch)
		b.ch = nil
	}
}
