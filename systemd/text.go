package systemd

import (
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// textSink writes one line for each record, in one write of at most [maxLine] bytes.
type textSink struct {
	mu   sync.Mutex
	w    io.Writer
	lost uint64
}

func (t *textSink) write(e entry) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !writable(t.w) {
		t.lost++
		return
	}
	if t.lost > 0 {
		e.pairs = append([]pair{{[]string{"lost"}, strconv.FormatUint(t.lost, 10)}}, e.pairs...)
	}
	if _, err := t.w.Write(line(e)); err != nil {
		t.lost++
		return
	}
	t.lost = 0
}

func line(e entry) []byte {
	var b []byte
	if !e.time.IsZero() {
		b = append(e.time.UTC().AppendFormat(b, time.RFC3339), ' ')
	}
	b = append(append(b, e.level.String()...), ' ')
	b = sentence(b, e, maxLine)
	return append([]byte(escape(string(b), maxLine-1, "")), '\n')
}

// writable keeps a client that does not read our standard error from holding us up: a pipe
// that poll(2) calls writable takes a line at once.
func writable(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return true
	}
	raw, err := f.SyscallConn()
	if err != nil {
		return false
	}
	fds := []unix.PollFd{{Events: unix.POLLOUT}}
	err = raw.Control(func(fd uintptr) {
		fds[0].Fd = int32(fd)
		_, _ = unix.Poll(fds, 0)
	})
	return err == nil && fds[0].Revents&unix.POLLOUT != 0
}
