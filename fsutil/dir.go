package fsutil

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"golang.org/x/sys/unix"
)

// Dir is a directory held as a descriptor: whatever happens to its name, operations stay
// in the directory that was opened. Its methods may be used from several goroutines; Close
// must come last.
//
// Methods that read take a relative path, components joined by single slashes; methods that
// create, rename or remove take one component. Both wrap [ErrName] otherwise, and [ErrLink]
// when any component is a symbolic link.
type Dir struct {
	f    *os.File
	path string
	// walk forces the fallback of openBeneath, step is told of each step of a publication;
	// both are for tests and inherited by Sub.
	walk bool
	step func(string)
}

// OpenDir opens a directory that an operator or the service manager named. This one path is
// resolved as usual, links included, because $STATE_DIRECTORY may be one (systemd before
// 254 and after an upgrade from it); what is below is not.
func OpenDir(path string) (*Dir, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, opError("opening directory", path, err)
	}
	return &Dir{f: os.NewFile(uintptr(fd), path), path: path}, nil
}

// MakeDir is [OpenDir] after making what is missing of path, mode 0700. The error wraps
// [ErrNotPrivate] if the directory was there already and is not ours alone.
func MakeDir(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("making directory: %w", err)
	}
	d, err := OpenDir(path)
	if err != nil {
		return nil, err
	}
	if err := d.CheckPrivate(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// Sub opens a directory below d.
func (d *Dir) Sub(path string) (*Dir, error) {
	fd, err := openBeneath(d.Fd(), path, unix.O_RDONLY|unix.O_DIRECTORY, 0, d.walk)
	if err != nil {
		return nil, opError("opening directory", path, err)
	}
	full := d.path + "/" + path
	return &Dir{f: os.NewFile(uintptr(fd), full), path: full, walk: d.walk, step: d.step}, nil
}

// Mkdir makes a directory of mode 0700 and opens it. The error wraps [ErrExist] if the
// name is taken, by whatever it is.
func (d *Dir) Mkdir(name string) (*Dir, error) {
	if err := checkName(name); err != nil {
		return nil, opError("making directory", name, err)
	}
	if err := unix.Mkdirat(d.Fd(), name, 0o700); err != nil {
		return nil, opError("making directory", name, err)
	}
	return d.Sub(name)
}

// Names lists the directory in order, without the dot entries. The error wraps
// [ErrTooLarge] if there are more than limit.
func (d *Dir) Names(limit int) ([]string, error) {
	// A descriptor of its own, because the read position belongs to the open file.
	fd, err := unix.Openat(d.Fd(), ".", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, opError("listing", d.path, err)
	}
	f := os.NewFile(uintptr(fd), d.path)
	defer f.Close()
	names, err := f.Readdirnames(limit + 1)
	if len(names) > limit {
		return nil, opError("listing", d.path, fmt.Errorf("%w: over %d names", ErrTooLarge, limit))
	}
	if err != nil && len(names) > 0 || limit < 0 {
		return nil, opError("listing", d.path, err)
	}
	slices.Sort(names)
	return names, nil
}

// Sync makes the names in the directory durable.
func (d *Dir) Sync() error {
	if err := unix.Fsync(d.Fd()); err != nil {
		return opError("syncing directory", d.path, err)
	}
	return nil
}

// Path is the name that the directory was opened by, for messages and for programs that
// need one; the directory may be elsewhere by now.
func (d *Dir) Path() string { return d.path }

// Fd is the descriptor, owned by d.
func (d *Dir) Fd() int { return int(d.f.Fd()) }

// Close releases the descriptor; it may be called again.
func (d *Dir) Close() error {
	if err := d.f.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}
