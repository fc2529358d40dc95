package fsutil

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lockRetry spaces LockWait's attempts. A blocking F_OFD_SETLKW cannot be called off, so
// waiting is done by asking again.
const lockRetry = 20 * time.Millisecond

// Lock is an exclusive open file description lock (fcntl(2)): it ends with Close or with
// the process, however that ends, so there is no stale lock. The file stays.
type Lock struct{ f *os.File }

// Lock takes the lock on the file name, made with mode 0600 if missing. The error wraps
// [ErrLocked] if someone holds it, this process included.
func (d *Dir) Lock(name string) (*Lock, error) {
	l, err := d.lock(name)
	if err != nil {
		return nil, opError("locking", name, err)
	}
	return l, nil
}

func (d *Dir) lock(name string) (*Lock, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	flags := unix.O_RDWR | unix.O_CREAT | unix.O_NONBLOCK | unix.O_NOCTTY
	fd, err := openBeneath(d.Fd(), name, flags, 0o600, d.walk)
	if err != nil {
		return nil, err
	}
	st, err := regular(fd)
	if err == nil {
		err = checkOwner(st)
	}
	if err == nil {
		err = setLock(fd)
	}
	if err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	return &Lock{os.NewFile(uintptr(fd), d.path+"/"+name)}, nil
}

func setLock(fd int) error {
	flock := unix.Flock_t{Type: unix.F_WRLCK, Whence: unix.SEEK_SET}
	err := unix.FcntlFlock(uintptr(fd), unix.F_OFD_SETLK, &flock)
	if errors.Is(err, unix.EAGAIN) || errors.Is(err, unix.EACCES) {
		return ErrLocked
	}
	return err
}

// LockWait is [Dir.Lock] that waits for the holder until ctx ends; then the error wraps
// both [ErrLocked] and the cause of ctx's end.
func (d *Dir) LockWait(ctx context.Context, name string) (*Lock, error) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		l, err := d.Lock(name)
		if !errors.Is(err, ErrLocked) {
			return l, err
		}
		timer.Reset(lockRetry)
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", err, context.Cause(ctx))
		case <-timer.C:
		}
	}
}

// Close gives the lock back; it may be called again.
func (l *Lock) Close() error {
	if err := l.f.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
