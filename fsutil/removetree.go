package fsutil

import (
	"errors"
	"fmt"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// RemoveTree removes name and all below it. Links are removed, never followed, and another
// file system mounted inside stops it. A name that does not exist is no error.
func (d *Dir) RemoveTree(name string) error {
	err := checkName(name)
	if err == nil {
		err = d.removeTree(name)
	}
	if err != nil {
		return opError("removing tree", name, err)
	}
	return nil
}

func (d *Dir) removeTree(name string) error {
	var st unix.Stat_t
	if err := unix.Fstat(d.Fd(), &st); err != nil {
		return err
	}
	return removeEntry(d.Fd(), name, st.Dev, maxTreeDepth)
}

// removeEntry tries the file first: unlinkat says EISDIR of a directory (EPERM on some file
// systems), and unlike a look beforehand it cannot be raced.
func removeEntry(at int, name string, dev uint64, depth int) error {
	err := unix.Unlinkat(at, name, 0)
	switch {
	case err == nil || errors.Is(err, unix.ENOENT):
		return nil
	case !errors.Is(err, unix.EISDIR) && !errors.Is(err, unix.EPERM):
		return err
	case depth == 0:
		return fmt.Errorf("%w: deeper than %d directories", ErrTooLarge, maxTreeDepth)
	}
	fd, err := openComponent(at, name, unix.O_RDONLY|unix.O_DIRECTORY, 0)
	if err != nil {
		return err
	}
	dir := os.NewFile(uintptr(fd), name)
	err = emptyDirectory(dir, dev, depth)
	if err := errors.Join(err, dir.Close()); err != nil {
		return err
	}
	return unix.Unlinkat(at, name, unix.AT_REMOVEDIR)
}

// emptyDirectory reads from the start again after each batch, since removing while reading
// may skip names.
func emptyDirectory(dir *os.File, dev uint64, depth int) error {
	var st unix.Stat_t
	fd := int(dir.Fd())
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Dev != dev {
		return fmt.Errorf("device %d inside device %d: %w", st.Dev, dev, unix.EXDEV)
	}
	for {
		if _, err := dir.Seek(0, io.SeekStart); err != nil {
			return err
		}
		names, err := dir.Readdirnames(maxTreeNames)
		if len(names) == 0 {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		for _, name := range names {
			if err := removeEntry(fd, name, dev, depth-1); err != nil {
				return err
			}
		}
	}
}
