package fsutil

import (
	"errors"
	"fmt"
	"io/fs"

	"golang.org/x/sys/unix"
)

// The kinds of refusal that callers branch on. A name that does not exist wraps
// [fs.ErrNotExist], as everywhere in Go.
var (
	ErrExist      = fs.ErrExist
	ErrName       = errors.New("fsutil: not a plain relative name")
	ErrLink       = errors.New("fsutil: symbolic link refused")
	ErrNotRegular = errors.New("fsutil: not a regular file")
	ErrNotPrivate = errors.New("fsutil: not private to its owner")
	ErrTooLarge   = errors.New("fsutil: larger than its bound")
	ErrChanged    = errors.New("fsutil: changed while being read")
	ErrLocked     = errors.New("fsutil: locked by another holder")
	ErrUntrusted  = errors.New("fsutil: not protected from other users")
)

// opError says what was being done to which name. Names are quoted and cut, since a
// directory may hold names that others chose.
func opError(op, name string, err error) error {
	if len(name) > 128 {
		name = name[:128]
	}
	if errors.Is(err, unix.ELOOP) {
		err = ErrLink
	}
	return fmt.Errorf("%s %q: %w", op, name, err)
}
