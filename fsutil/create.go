package fsutil

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

const privateMode = 0o600

// Create makes a new file of mode 0600 for writing and reading. The error wraps [ErrExist]
// if the name is taken, even by a dangling link.
func (d *Dir) Create(name string) (*os.File, error) {
	f, err := d.create(name)
	if err != nil {
		return nil, opError("creating", name, err)
	}
	return f, nil
}

func (d *Dir) create(name string) (*os.File, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	flags := unix.O_RDWR | unix.O_CREAT | unix.O_EXCL | unix.O_NOFOLLOW | unix.O_CLOEXEC
	fd, err := unix.Openat(d.Fd(), name, flags, privateMode)
	if err != nil {
		return nil, err
	}
	return d.private(fd, name)
}

// private sets the mode a second time: a default access list of the directory may have
// widened it, a strange umask narrowed it.
func (d *Dir) private(fd int, name string) (*os.File, error) {
	if err := unix.Fchmod(fd, privateMode); err != nil {
		_ = unix.Close(fd)
		return nil, err
	}
	return os.NewFile(uintptr(fd), d.path+"/"+name), nil
}

// createUnnamed makes a file that no name leads to, so that a crash leaves nothing. It
// returns an error where the file system has no O_TMPFILE (open(2): EOPNOTSUPP, EISDIR,
// ENOENT; seccomp: EPERM).
func (d *Dir) createUnnamed() (*os.File, error) {
	fd, err := unix.Openat(d.Fd(), ".", unix.O_TMPFILE|unix.O_RDWR|unix.O_CLOEXEC, privateMode)
	if err != nil {
		return nil, err
	}
	return d.private(fd, "unnamed")
}

// temporaryPrefix starts the name of every file that is not yet published.
const temporaryPrefix = ".unpublished-"

func temporaryName() string {
	var random [12]byte
	_, _ = rand.Read(random[:]) // never fails (crypto/rand)
	return temporaryPrefix + hex.EncodeToString(random[:])
}

// createTemporary makes a file under a random name.
func (d *Dir) createTemporary() (*os.File, string, error) {
	name := temporaryName()
	f, err := d.create(name)
	return f, name, err
}

// Remove removes a file, or a link itself. A name that does not exist wraps
// [io/fs.ErrNotExist].
func (d *Dir) Remove(name string) error {
	err := checkName(name)
	if err == nil {
		err = unix.Unlinkat(d.Fd(), name, 0)
	}
	if err != nil {
		return opError("removing", name, err)
	}
	return nil
}

// RemoveUnpublished removes what a crash inside [Dir.Publish] or [Dir.Replace] left. The
// caller holds the lock under which the directory is written: a publication in progress
// elsewhere would lose its file.
func (d *Dir) RemoveUnpublished(limit int) error {
	names, err := d.Names(limit)
	if err != nil {
		return err
	}
	for _, name := range names {
		if len(name) == len(temporaryPrefix)+24 && name[:len(temporaryPrefix)] == temporaryPrefix {
			err = errors.Join(err, d.Remove(name))
		}
	}
	if err != nil {
		return fmt.Errorf("removing unpublished files: %w", err)
	}
	return nil
}
