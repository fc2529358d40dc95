package fsutil

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// CheckPrivate says whether the directory belongs to this process's user and no one else
// may use it. The error wraps [ErrNotPrivate].
func (d *Dir) CheckPrivate() error {
	var st unix.Stat_t
	if err := unix.Fstat(d.Fd(), &st); err != nil {
		return opError("checking", d.path, err)
	}
	if err := checkOwner(&st); err != nil {
		return opError("checking", d.path, err)
	}
	return nil
}

// checkOwner holds the rule for files and directories alike: ours, and no bit for group or
// others. An access list shows in the group bits as its mask, so it is caught as well.
func checkOwner(st *unix.Stat_t) error {
	if uid := uint32(os.Geteuid()); st.Uid != uid {
		return fmt.Errorf("%w: owned by uid %d, want %d", ErrNotPrivate, st.Uid, uid)
	}
	if st.Mode&0o077 != 0 {
		return fmt.Errorf("%w: mode %04o, want no bits of 0077", ErrNotPrivate, st.Mode&0o7777)
	}
	return nil
}

// checkSecret adds what a file that holds a secret needs: a second name elsewhere would
// outlive the removal of this one.
func checkSecret(st *unix.Stat_t) error {
	if st.Nlink != 1 {
		return fmt.Errorf("%w: %d names, want 1", ErrNotPrivate, st.Nlink)
	}
	return checkOwner(st)
}
