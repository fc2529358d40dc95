package robust

import (
	"io"
	"sync"
)

// wire is a client's stream that counts, and does something at a count.
type wire struct {
	io.ReadWriteCloser

	mu    sync.Mutex
	sent  counter
	got   counter
	heard chan struct{} // closed by the first byte that comes after listen
}

// counter counts bytes. With then set it calls it after left more, once.
type counter struct {
	total, left int
	then        func()
}

// most is how many of n bytes may pass at once.
func (c *counter) most(n int) int {
	if c.then == nil {
		return n
	}
	return min(n, c.left)
}

// pass counts n bytes and returns what is to be done now.
func (c *counter) pass(n int) (then func()) {
	c.total += n
	if c.then == nil {
		return nil
	}
	if c.left -= n; c.left > 0 {
		return nil
	}
	then, c.then = c.then, nil
	return then
}

func (w *wire) Write(b []byte) (int, error) { return w.carry(b, &w.sent, w.ReadWriteCloser.Write) }

// carry writes b in pieces that end where something is to be done.
func (w *wire) carry(b []byte, c *counter, write func([]byte) (int, error)) (done int, err error) {
	for done < len(b) && err == nil {
		w.mu.Lock()
		most := c.most(len(b) - done)
		w.mu.Unlock()
		var n int
		n, err = write(b[done : done+most])
		done += n
		w.passed(c, n)
	}
	return done, err
}

func (w *wire) Read(b []byte) (int, error) {
	w.mu.Lock()
	most := w.got.most(len(b))
	w.mu.Unlock()
	n, err := w.ReadWriteCloser.Read(b[:most])
	if n > 0 {
		w.mu.Lock()
		if w.heard != nil {
			close(w.heard)
			w.heard = nil
		}
		w.mu.Unlock()
	}
	w.passed(&w.got, n)
	return n, err
}

func (w *wire) passed(c *counter, n int) {
	w.mu.Lock()
	then := c.pass(n)
	w.mu.Unlock()
	if then != nil {
		then()
	}
}

// listen returns a channel that the next byte from the server closes.
func (w *wire) listen() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	heard := make(chan struct{})
	w.heard = heard
	return heard
}

// at does then after so many more bytes in one direction.
func (w *wire) at(c *counter, bytes int, then func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	c.left, c.then = bytes, then
}

// clear forgets what was to be done.
func (w *wire) clear() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent.then, w.got.then = nil, nil
}

func (w *wire) totals() (sent, got int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.sent.total, w.got.total
}
