package browser

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"browser-mcp/fsutil"
)

const (
	// privatePrefix begins the name of each throw-away directory.
	privatePrefix = "p-"

	// ownerLock is the file in it that marks it as ours. Chromium inherits the lock on it, so the lock lives exactly
	// as long as the browser and tells a later start which directories nobody uses any more.
	ownerLock = "owner.lock"

	// baseLock is held while directories are made or swept.
	baseLock = "sweep.lock"

	// maxBase bounds the path of the base directory in bytes: Chromium makes a socket below the temporary directory in
	// it, at most 44 bytes further, and a socket's path has 107 (unix(7)).
	maxBase = 48

	// maxSwept bounds the entries looked at by one sweep.
	maxSwept = 4096

	// lockDescriptor is the lowest number for the inherited lock, well above the descriptors 3 and 4 of the pipe.
	lockDescriptor = 10
)

// A privateDir is the throw-away directory of one Chromium: its home, its temporary files, and its profile unless that
// has a name.
type privateDir struct{ path string }

func (p privateDir) home() string { return filepath.Join(p.path, "home") }
func (p privateDir) tmp() string  { return filepath.Join(p.path, "tmp") }
func (p privateDir) data() string { return filepath.Join(p.path, "data") }

// openBase opens the directory that holds the throw-away directories of this user, on a tmpfs if there is one.
func openBase(getenv func(string) string) (*fsutil.Dir, error) {
	own := fmt.Sprintf("browser-mcp-%d", os.Getuid())
	var failed error
	for _, place := range []struct {
		parent, name string
		tmpfs        bool
	}{
		{getenv("XDG_RUNTIME_DIR"), "browser-mcp-chromium", true},
		{"/dev/shm", own, true},
		{os.TempDir(), own, false},
	} {
		if place.parent == "" || len(place.parent)+1+len(place.name) > maxBase || place.tmpfs && !onTmpfs(place.parent) {
			continue
		}
		base, err := openOwn(place.parent, place.name)
		if err == nil {
			return base, nil
		}
		failed = err
	}
	return nil, fmt.Errorf("no place for a private profile: %w", failed)
}

// openOwn opens or makes a directory of ours in one that others may write to. It follows no link of theirs.
func openOwn(parent, name string) (*fsutil.Dir, error) {
	above, err := fsutil.OpenDir(parent)
	if err != nil {
		return nil, err
	}
	defer above.Close()
	d, err := above.Mkdir(name)
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fsutil.ErrExist) {
		d, err = above.Sub(name)
	}
	if err != nil {
		return nil, err
	}
	if err := d.CheckPrivate(); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func onTmpfs(path string) bool {
	var st unix.Statfs_t
	return unix.Statfs(path, &st) == nil && st.Type == unix.TMPFS_MAGIC
}

// newPrivate sweeps what is dead and makes a throw-away directory. The returned file holds its lock and is inherited
// by the program that this process becomes.
func newPrivate(ctx context.Context, base *fsutil.Dir) (privateDir, *os.File, error) {
	held, err := base.LockWait(ctx, baseLock)
	if err != nil {
		return privateDir{}, nil, err
	}
	defer held.Close()
	if err := sweepLocked(base); err != nil {
		return privateDir{}, nil, err
	}
	name := privatePrefix + strings.ToLower(rand.Text()[:8])
	d, err := base.Mkdir(name)
	if err != nil {
		return privateDir{}, nil, err
	}
	defer d.Close()
	for _, sub := range []string{"home", "tmp", "data"} {
		made, err := d.Mkdir(sub)
		if err != nil {
			return privateDir{}, nil, err
		}
		made.Close()
	}
	lock, err := inheritedLock(d)
	return privateDir{filepath.Join(base.Path(), name)}, lock, err
}

// inheritedLock takes the owner's lock with a descriptor that survives exec.
func inheritedLock(d *fsutil.Dir) (*os.File, error) {
	f, err := d.Create(ownerLock)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD, lockDescriptor)
	if err != nil {
		return nil, fmt.Errorf("keeping the lock's descriptor: %w", err)
	}
	lock := os.NewFile(uintptr(fd), ownerLock)
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("locking the private directory: %w", err)
	}
	return lock, nil
}

// sweep removes the throw-away directories whose browsers are dead.
func sweep(ctx context.Context, base *fsutil.Dir) error {
	held, err := base.LockWait(ctx, baseLock)
	if err != nil {
		return err
	}
	defer held.Close()
	return sweepLocked(base)
}

// sweepLocked removes what it can prove is ours and dead: in our own directory, under our name, and its lock is free or
// was never made, which nobody does without the base lock that we hold.
func sweepLocked(base *fsutil.Dir) error {
	names, err := base.Names(maxSwept)
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.HasPrefix(name, privatePrefix) && abandoned(base, name) {
			// What a dying child process still writes is left for the next sweep.
			_ = base.RemoveTree(name)
		}
	}
	return nil
}

func abandoned(base *fsutil.Dir, name string) bool {
	d, err := base.Sub(name)
	if err != nil {
		return false
	}
	defer d.Close()
	f, err := d.Open(ownerLock)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	defer f.Close()
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil
}

// Sweep removes what dead browsers of this user left behind.
func Sweep(ctx context.Context) error {
	base, err := openBase(os.Getenv)
	if err != nil {
		return err
	}
	defer base.Close()
	return sweep(ctx, base)
}
