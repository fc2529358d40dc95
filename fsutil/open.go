package fsutil

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// Open opens a regular file for reading. The error wraps [ErrLink] or [ErrNotRegular] if
// the path holds something else.
func (d *Dir) Open(path string) (*os.File, error) {
	f, _, err := d.open(path)
	if err != nil {
		return nil, opError("opening", path, err)
	}
	return f, nil
}

// open checks the opened descriptor, never the name. O_NONBLOCK keeps a fifo from holding
// us up before the check can refuse it, O_NOCTTY a terminal from adopting us.
func (d *Dir) open(path string) (*os.File, *unix.Stat_t, error) {
	fd, err := openBeneath(d.Fd(), path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0, d.walk)
	if err != nil {
		if errors.Is(err, unix.ENXIO) { // a socket, which open(2) refuses by itself
			err = ErrNotRegular
		}
		return nil, nil, err
	}
	st, err := regular(fd)
	if err == nil {
		err = unix.SetNonblock(fd, false)
	}
	if err != nil {
		_ = unix.Close(fd)
		return nil, nil, err
	}
	return os.NewFile(uintptr(fd), d.path+"/"+path), st, nil
}

func regular(fd int) (*unix.Stat_t, error) {
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return nil, err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG {
		return nil, ErrNotRegular
	}
	return &st, nil
}

// ReadPrivate reads a whole file of at most limit bytes that is ours alone: our uid, one
// name, no bit for group or others. The error wraps [ErrNotPrivate], [ErrTooLarge] or what
// [Dir.Open] wraps.
func (d *Dir) ReadPrivate(path string, limit int64) ([]byte, error) {
	f, size, err := d.openPrivate(path, limit)
	if err != nil {
		return nil, opError("reading", path, err)
	}
	defer f.Close()
	data := make([]byte, size)
	if err := readExactly(f, data); err != nil {
		return nil, opError("reading", path, err)
	}
	return data, nil
}

// ReadSecret is [Dir.ReadPrivate] straight into locked memory, which the caller closes. For
// an empty file the error wraps [io.ErrUnexpectedEOF].
func (d *Dir) ReadSecret(path string, limit int) (*Pages, error) {
	f, size, err := d.openPrivate(path, int64(min(limit, MaxPages)))
	if err != nil {
		return nil, opError("reading", path, err)
	}
	defer f.Close()
	if size == 0 {
		return nil, opError("reading", path, io.ErrUnexpectedEOF)
	}
	p, err := NewPages(int(size))
	if err != nil {
		return nil, opError("reading", path, err)
	}
	if err := readExactly(f, p.Bytes()); err != nil {
		return nil, opError("reading", path, errors.Join(err, p.Close()))
	}
	return p, nil
}

// openPrivate checks owner and size on the descriptor before anything is allocated.
func (d *Dir) openPrivate(path string, limit int64) (*os.File, int64, error) {
	f, st, err := d.open(path)
	if err != nil {
		return nil, 0, err
	}
	err = checkSecret(st)
	if err == nil && st.Size > limit {
		err = fmt.Errorf("%w: %d bytes, limit %d", ErrTooLarge, st.Size, limit)
	}
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, st.Size, nil
}

// readExactly fills data and requires the end of the file right behind it.
func readExactly(f *os.File, data []byte) error {
	if _, err := io.ReadFull(f, data); err != nil {
		return fmt.Errorf("%w: shorter than before", ErrChanged)
	}
	var probe [1]byte
	n, err := f.Read(probe[:])
	if n != 0 || !errors.Is(err, io.EOF) {
		probe[0] = 0
		return fmt.Errorf("%w: longer than before", ErrChanged)
	}
	return nil
}
