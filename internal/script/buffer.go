package script

import (
	"bytes"
	"sync"
)

// lockedBuffer collects a running process's output and tells when it grew.
type lockedBuffer struct {
	mu   sync.Mutex
	buf  bytes.Buffer
	grew chan struct{} // closed and replaced at each write; nil until someone waits
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.grew != nil {
		close(b.grew)
		b.grew = nil
	}
	return b.buf.Write(p)
}

// read returns all text so far and a channel that closes when there is more.
func (b *lockedBuffer) read() (string, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.grew == nil {
		b.grew = make(chan struct{})
	}
	return b.buf.String(), b.grew
}
