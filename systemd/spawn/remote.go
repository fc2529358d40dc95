package spawn

import (
	"errors"
	"fmt"
	"net"
	"sync"

	"golang.org/x/sys/unix"
)

// remote is a unit's process, held by a pidfd so that its number cannot be mistaken.
type remote struct {
	mu    sync.Mutex
	pidfd int // valid while over is open
	over  chan struct{}
}

// attach pins the process that answered. It cannot have been replaced before that if the
// connection, which it alone holds, is still open afterwards.
func (r *remote) attach(conn *net.UnixConn, pid int) error {
	pidfd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return fmt.Errorf("holding helper process %d: %w", pid, err)
	}
	if hungUp(conn) {
		_ = unix.Close(pidfd)
		return fmt.Errorf("%w: it ended right after answering", ErrAnswer)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.pidfd, r.over = pidfd, make(chan struct{})
	over := r.over
	// Owned by the Process: ends with the unit's process; Wait and Kill wait for that.
	go func() {
		pollEnd(pidfd)
		r.mu.Lock()
		defer r.mu.Unlock()
		_ = unix.Close(pidfd)
		close(over)
	}()
	return nil
}

// pollEnd blocks until the process has ended; it need not be our child.
func pollEnd(pidfd int) {
	for {
		fds := []unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}
		if _, err := unix.Poll(fds, -1); !errors.Is(err, unix.EINTR) {
			return
		}
	}
}

func hungUp(conn *net.UnixConn) bool {
	raw, err := conn.SyscallConn()
	if err != nil {
		return true
	}
	fds := []unix.PollFd{{Events: unix.POLLRDHUP}}
	err = raw.Control(func(fd uintptr) {
		fds[0].Fd = int32(fd)
		_, _ = unix.Poll(fds, 0)
	})
	return err != nil || fds[0].Revents&(unix.POLLRDHUP|unix.POLLHUP|unix.POLLERR) != 0
}

func (r *remote) kill() {
	r.mu.Lock()
	defer r.mu.Unlock()
	select {
	case <-r.ended():
	default:
		_ = unix.PidfdSendSignal(r.pidfd, unix.SIGKILL, nil, 0)
	}
}

func (r *remote) done() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended()
}

// ended is already closed for a process that never answered: there is nothing to wait for
// but the end of the connection, which was closed.
func (r *remote) ended() <-chan struct{} {
	if r.over == nil {
		over := make(chan struct{})
		close(over)
		return over
	}
	return r.over
}
