package fsutil_test

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"browser-mcp/fsutil"
)

// otherUID is an owner that is neither root nor the test user.
const otherUID = 65533

// foreign makes a file owned by someone else. An ordinary user cannot give a file away, so
// there it points at one that root owns.
func foreign(t *testing.T, d, path string) (dir *fsutil.Dir, name string) {
	t.Helper()
	if os.Geteuid() == 0 {
		put(t, filepath.Join(d, path), "foreign")
		check(t, os.Chown(filepath.Join(d, path), otherUID, otherUID))
		dir, err := fsutil.OpenDir(d)
		check(t, err)
		return dir, path
	}
	dir, err := fsutil.OpenDir("/etc")
	check(t, err)
	return dir, "passwd"
}

func TestThreatReadPrivateRefusesShared(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, outside string) {
		for name, mode := range map[string]os.FileMode{"group": 0o640, "others": 0o604, "execute": 0o601} {
			put(t, filepath.Join(root, name), "shared")
			check(t, os.Chmod(filepath.Join(root, name), mode))
			_, err := d.ReadPrivate(name, 10)
			wantError(t, "ReadPrivate "+name, err, fsutil.ErrNotPrivate)
			_, err = d.ReadSecret(name, 10)
			wantError(t, "ReadSecret "+name, err, fsutil.ErrNotPrivate)
			_, err = d.Lock(name)
			wantError(t, "Lock "+name, err, fsutil.ErrNotPrivate)
		}
		put(t, filepath.Join(root, "twice"), "shared")
		check(t, os.Link(filepath.Join(root, "twice"), filepath.Join(outside, "kept")))
		_, err := d.ReadPrivate("twice", 10)
		wantError(t, "ReadPrivate of a hard link", err, fsutil.ErrNotPrivate)
		_, err = d.ReadSecret("twice", 10)
		wantError(t, "ReadSecret of a hard link", err, fsutil.ErrNotPrivate)
		dir, name := foreign(t, root, "foreign")
		defer dir.Close()
		_, err = dir.ReadPrivate(name, 1<<20)
		wantError(t, "ReadPrivate of a foreign file", err, fsutil.ErrNotPrivate)
	})
}

func TestCheckPrivateRefusesForeignDirectory(t *testing.T) {
	dir := privateDir(t)
	if os.Geteuid() == 0 {
		check(t, os.Chown(dir, otherUID, otherUID))
	} else {
		dir = "/etc"
	}
	d, err := fsutil.OpenDir(dir)
	check(t, err)
	defer d.Close()
	wantError(t, "CheckPrivate", d.CheckPrivate(), fsutil.ErrNotPrivate)
}

func TestReadPrivateBound(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		put(t, filepath.Join(root, "ten"), "0123456789")
		got, err := d.ReadPrivate("ten", 10)
		if string(got) != "0123456789" || err != nil {
			t.Errorf("ReadPrivate at the bound = %q, %v", got, err)
		}
		_, err = d.ReadPrivate("ten", 9)
		wantError(t, "ReadPrivate beyond the bound", err, fsutil.ErrTooLarge)
		// A sparse terabyte: had it been allocated for, the test would not get here.
		check(t, os.Truncate(filepath.Join(root, "ten"), 1<<40))
		allocated := testing.AllocsPerRun(1, func() { _, err = d.ReadPrivate("ten", 1<<20) })
		wantError(t, "ReadPrivate of a terabyte", err, fsutil.ErrTooLarge)
		if allocated > 100 {
			t.Errorf("refusing took %v allocations", allocated)
		}
		_, err = d.ReadSecret("ten", 1<<50)
		wantError(t, "ReadSecret of a terabyte", err, fsutil.ErrTooLarge)
	})
}

func TestReadSecret(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		put(t, filepath.Join(root, "key"), "hunter22")
		p, err := d.ReadSecret("key", 100)
		check(t, err)
		if string(p.Bytes()) != "hunter22" {
			t.Errorf("ReadSecret read something else")
		}
		check(t, p.Close())
		put(t, filepath.Join(root, "empty"), "")
		_, err = d.ReadSecret("empty", 100)
		wantError(t, "ReadSecret of an empty file", err, io.ErrUnexpectedEOF)
	})
}
