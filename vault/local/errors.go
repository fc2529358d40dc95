package local

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"browser-mcp/fsutil"
)

// What can be wrong with a store or its key. None of them changes the file.
var (
	ErrWrongKey   = errors.New("local: the key is not this store's")
	ErrNoKey      = errors.New("local: the store's key is missing")
	ErrBadKey     = errors.New("local: a key is 32 bytes, or 64 hexadecimal digits")
	ErrKeyKind    = errors.New("local: the store wants another kind of key")
	ErrWeak       = errors.New("local: passphrase of fewer than 8 characters, or nothing but digits")
	ErrParameters = errors.New("local: cost parameters outside their bounds")

	ErrTampered  = errors.New("local: the store was altered")
	ErrTruncated = errors.New("local: the store was cut short")
	ErrNewer     = errors.New("local: the store was written by a newer version")
	ErrNotStore  = errors.New("local: not a store")

	ErrForeign    = errors.New("local: owned by another user")
	ErrMode       = errors.New("local: open to group or others")
	ErrNames      = errors.New("local: has a second name")
	ErrLink       = errors.New("local: is a symbolic link")
	ErrUnreadable = errors.New("local: cannot be read")

	ErrRefused = errors.New("local: import refused")
	ErrTaken   = errors.New("local: the name is taken")
	ErrFull    = errors.New("local: the store is full")
	ErrPIN     = errors.New("local: opened with a PIN only, which this version cannot ask for")
)

// readFault tells apart what [fsutil.Dir.ReadPrivate] refuses, so that a human learns what
// to repair. The fsutil error stays wrapped.
func readFault(dir *fsutil.Dir, name string, err error) error {
	kind := ErrUnreadable
	switch {
	case errors.Is(err, fsutil.ErrLink):
		kind = ErrLink
	case errors.Is(err, fsutil.ErrNotRegular), errors.Is(err, fsutil.ErrTooLarge):
		// Nothing that we wrote is a directory, a device or larger than its bound.
		kind = ErrNotStore
	case errors.Is(err, fsutil.ErrNotPrivate):
		kind = privacyFault(dir, name)
	}
	return fmt.Errorf("%w: %w", kind, err)
}

// privacyFault looks again for the one rule that was broken; the refusal itself has been
// made on the descriptor that was to be read.
func privacyFault(dir *fsutil.Dir, name string) error {
	f, err := dir.Open(name)
	if err != nil {
		return ErrUnreadable
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return ErrUnreadable
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case ok && int(stat.Uid) != os.Geteuid():
		return ErrForeign
	case info.Mode()&fs.ModePerm&0o077 != 0:
		return ErrMode
	default:
		return ErrNames
	}
}
