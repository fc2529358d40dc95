package fsutil

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// Publish makes a new file of mode 0600 appear under name, whole and durable, or not at
// all: write fills it, then it and the directory are synced. The error wraps [ErrExist] if
// the name is taken; nothing is ever overwritten. write must not keep the file.
func (d *Dir) Publish(name string, write func(*os.File) error) error {
	if err := checkName(name); err != nil {
		return opError("publishing", name, err)
	}
	return d.publication("publishing", name, write, d.giveNewName)
}

// Replace makes the file appear under name in place of what was there: at any moment, a
// crash included, the name holds the old content or the new. A crash may leave a file for
// [Dir.RemoveUnpublished]. Two writers need a lock, or the later one wins.
func (d *Dir) Replace(name string, write func(*os.File) error) error {
	if err := checkName(name); err != nil {
		return opError("replacing", name, err)
	}
	return d.publication("replacing", name, write, d.takeName)
}

// publication is what both have in common: a file without the final name, filled, synced,
// named, directory synced. temporary is "" where the file has no name at all.
func (d *Dir) publication(op, name string, write func(*os.File) error, finish func(f *os.File, temporary, name string) error) error {
	f, temporary, err := d.createUnpublished()
	if err != nil {
		return opError(op, name, err)
	}
	d.at("created")
	err = fill(f, write)
	d.at("written")
	if err == nil {
		err = finish(f, temporary, name)
	}
	d.at("named")
	if err != nil && temporary != "" {
		_ = unix.Unlinkat(d.Fd(), temporary, 0)
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return opError(op, name, err)
	}
	return d.Sync()
}

func (d *Dir) createUnpublished() (*os.File, string, error) {
	if !d.walk {
		if f, err := d.createUnnamed(); err == nil {
			return f, "", nil
		}
	}
	return d.createTemporary()
}

func fill(f *os.File, write func(*os.File) error) error {
	if err := write(f); err != nil {
		return err
	}
	return f.Sync()
}

// giveNewName never replaces: linkat has no way to, renameat2 is told not to.
func (d *Dir) giveNewName(f *os.File, temporary, name string) error {
	if temporary == "" {
		return linkUnnamed(f, d.Fd(), name)
	}
	err := unix.Renameat2(d.Fd(), temporary, d.Fd(), name, unix.RENAME_NOREPLACE)
	if !errors.Is(err, unix.EINVAL) && !errors.Is(err, unix.ENOSYS) {
		return err
	}
	// A file system without RENAME_NOREPLACE: a second name, then one less.
	if err := unix.Linkat(d.Fd(), temporary, d.Fd(), name, 0); err != nil {
		return err
	}
	return unix.Unlinkat(d.Fd(), temporary, 0)
}

// linkUnnamed goes through /proc, because the AT_EMPTY_PATH form of linkat wants
// CAP_DAC_READ_SEARCH before Linux 6.10 or so (open(2), O_TMPFILE).
func linkUnnamed(f *os.File, dirfd int, name string) error {
	self := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	return unix.Linkat(unix.AT_FDCWD, self, dirfd, name, unix.AT_SYMLINK_FOLLOW)
}

// takeName replaces by renameat alone, which is the atomic step.
func (d *Dir) takeName(f *os.File, temporary, name string) error {
	if temporary == "" {
		temporary = temporaryName()
		if err := linkUnnamed(f, d.Fd(), temporary); err != nil {
			return err
		}
		d.at("linked")
	}
	err := unix.Renameat(d.Fd(), temporary, d.Fd(), name)
	if err != nil {
		_ = unix.Unlinkat(d.Fd(), temporary, 0)
	}
	return err
}

func (d *Dir) at(step string) {
	if d.step != nil {
		d.step(step)
	}
}
