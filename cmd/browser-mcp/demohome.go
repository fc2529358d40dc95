package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"browser-mcp/fsutil"
)

// demoHome is the demo's directory. A held lock inside says that its demo lives; one without belongs to a demo that
// was killed, and the next one removes it.
type demoHome struct {
	parent *fsutil.Dir
	name   string
	dir    *fsutil.Dir
	lock   *fsutil.Lock
}

// The names are short, so that the browser's private directory still fits below: it holds a socket, and a socket's path
// has 107 bytes (unix(7)).
const (
	demoPrefix = "bmdemo-"
	demoLock   = "lock"
)

// demoParent prefers memory to a disk, which is also where the browser wants its throw-away profile.
func demoParent() (*fsutil.Dir, error) {
	const memory = "/dev/shm"
	var fs unix.Statfs_t
	if unix.Statfs(memory, &fs) == nil && fs.Type == unix.TMPFS_MAGIC && unix.Access(memory, unix.W_OK) == nil {
		return fsutil.OpenDir(memory)
	}
	return fsutil.OpenDir(os.TempDir())
}

// openDemoHome makes a new directory, after removing those of demos that were killed.
func openDemoHome() (*demoHome, error) {
	parent, err := demoParent()
	if err != nil {
		return nil, err
	}
	sweepDemoHomes(parent)
	h := &demoHome{parent: parent, name: demoPrefix + randomName()}
	if h.dir, err = parent.Mkdir(h.name); err != nil {
		return nil, errors.Join(err, parent.Close())
	}
	if h.lock, err = h.dir.Lock(demoLock); err != nil {
		return nil, errors.Join(err, h.close())
	}
	for _, name := range []string{"home", "state", "config", "r", "tmp"} {
		sub, err := h.dir.Mkdir(name)
		if err != nil {
			return nil, errors.Join(err, h.close())
		}
		_ = sub.Close()
	}
	return h, nil
}

// sweepDemoHomes removes directories of demos that were killed: ours, private, and with a lock that nobody holds.
func sweepDemoHomes(parent *fsutil.Dir) {
	names, err := parent.Names(maxSweep)
	if err != nil {
		return // a crowded temporary directory is not the demo's to clean
	}
	for _, name := range names {
		if !strings.HasPrefix(name, demoPrefix) {
			continue
		}
		dir, err := parent.Sub(name)
		if err != nil {
			continue
		}
		if dir.CheckPrivate() == nil {
			if lock, err := dir.Lock(demoLock); err == nil {
				_ = parent.RemoveTree(name)
				_ = lock.Close()
			}
		}
		_ = dir.Close()
	}
}

// environment is what the demo's children see: nothing of ours but the way to programs and the language.
func (h *demoHome) environment() []string {
	base := h.path()
	env := []string{
		"HOME=" + filepath.Join(base, "home"), "XDG_STATE_HOME=" + filepath.Join(base, "state"),
		"XDG_CONFIG_HOME=" + filepath.Join(base, "config"), "XDG_RUNTIME_DIR=" + filepath.Join(base, "r"),
		"TMPDIR=" + filepath.Join(base, "tmp"),
	}
	for _, name := range []string{"PATH", "LANG", "SBM_CHROME_PATH", "SBM_CHROME_ARGS"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// path is the directory's own name, for looking who still uses it.
func (h *demoHome) path() string { return filepath.Join(h.parent.Path(), h.name) }

// close removes the directory with the lock still held, so that no other demo sweeps what is being removed.
func (h *demoHome) close() error {
	err := h.parent.RemoveTree(h.name)
	if h.lock != nil {
		err = errors.Join(err, h.lock.Close())
	}
	if h.dir != nil {
		err = errors.Join(err, h.dir.Close())
	}
	return errors.Join(err, h.parent.Close())
}
