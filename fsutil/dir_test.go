package fsutil_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/fsutil"

	"golang.org/x/sys/unix"
)

// bothWays runs a test with openat2 and with the component walk, each on a directory of its
// own. outside is a directory beside it, where the attacks point.
func bothWays(t *testing.T, f func(t *testing.T, d *fsutil.Dir, root, outside string)) {
	t.Helper()
	for _, way := range []string{"openat2", "walk"} {
		t.Run(way, func(t *testing.T) {
			root, outside := privateDir(t), privateDir(t)
			d, err := fsutil.OpenDir(root)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { check(t, d.Close()) })
			if way == "walk" {
				d.WithWalk()
			}
			f(t, d, root, outside)
		})
	}
}

func privateDir(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "d")
	check(t, os.Mkdir(dir, 0o700))
	return dir
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func put(t *testing.T, path, content string) {
	t.Helper()
	check(t, os.WriteFile(path, []byte(content), 0o600))
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

func TestDirOpenReads(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		check(t, os.MkdirAll(filepath.Join(root, "a/b"), 0o700))
		put(t, filepath.Join(root, "a/b/f"), "inside")
		for _, path := range []string{"a/b/f"} {
			got, err := d.ReadPrivate(path, 100)
			if string(got) != "inside" || err != nil {
				t.Errorf("ReadPrivate(%q) = %q, %v, want %q", path, got, err, "inside")
			}
		}
		sub, err := d.Sub("a/b")
		check(t, err)
		defer sub.Close()
		f, err := sub.Open("f")
		check(t, err)
		check(t, f.Close())
		_, err = d.Open("a/b/none")
		wantError(t, "Open of nothing", err, fs.ErrNotExist)
	})
}

func TestThreatDirRefusesLinks(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, outside string) {
		put(t, filepath.Join(outside, "f"), "outside")
		put(t, filepath.Join(root, "own"), "inside")
		links := map[string]string{
			"absolute": filepath.Join(outside, "f"), // leaves
			"relative": "own",                       // stays inside, refused all the same
			"dangling": "nowhere",
			"dir":      outside,
			"dot":      ".",
			"magic":    "/proc/self/cwd",
		}
		for name, target := range links {
			check(t, os.Symlink(target, filepath.Join(root, name)))
		}
		for _, path := range []string{"absolute", "relative", "dangling", "dir/f", "dot/own", "magic/own"} {
			_, err := d.Open(path)
			wantError(t, "Open "+path, err, fsutil.ErrLink)
			_, err = d.ReadPrivate(path, 100)
			wantError(t, "ReadPrivate "+path, err, fsutil.ErrLink)
		}
		for _, path := range []string{"dir", "dot", "magic"} {
			_, err := d.Sub(path)
			wantError(t, "Sub "+path, err, fsutil.ErrLink)
		}
		for name := range links {
			_, err := d.Lock(name)
			wantError(t, "Lock "+name, err, fsutil.ErrLink)
			_, err = d.Create(name)
			wantError(t, "Create "+name, err, fsutil.ErrExist)
			_, err = d.Mkdir(name)
			wantError(t, "Mkdir "+name, err, fsutil.ErrExist)
		}
		if _, err := os.Lstat(filepath.Join(root, "nowhere")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("a dangling link's target was made: %v", err)
		}
	})
}

func TestDirRefusesEscapingNames(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, outside string) {
		put(t, filepath.Join(outside, "f"), "outside")
		put(t, filepath.Join(root, "own"), "inside")
		up := "../../" + filepath.Base(filepath.Dir(outside)) + "/d/f"
		for _, path := range []string{"", ".", "..", up, filepath.Join(outside, "f"), "own/", "./own", "a//b", "a/../own", "own\x00", strings.Repeat("n", 256)} {
			_, err := d.Open(path)
			wantError(t, "Open "+path, err, fsutil.ErrName)
		}
		for _, name := range []string{"", ".", "..", "a/b", "/a", "a\x00b", strings.Repeat("n", 256)} {
			_, err := d.Create(name)
			wantError(t, "Create "+name, err, fsutil.ErrName)
			wantError(t, "Publish "+name, d.Publish(name, nil), fsutil.ErrName)
			wantError(t, "Replace "+name, d.Replace(name, nil), fsutil.ErrName)
			wantError(t, "Remove "+name, d.Remove(name), fsutil.ErrName)
			wantError(t, "RemoveTree "+name, d.RemoveTree(name), fsutil.ErrName)
			_, err = d.Lock(name)
			wantError(t, "Lock "+name, err, fsutil.ErrName)
			_, err = d.Mkdir(name)
			wantError(t, "Mkdir "+name, err, fsutil.ErrName)
		}
	})
}

func TestDirOpenRefusesSpecialFiles(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		// With a blocking open, the fifo without a writer would hold this test up for good.
		check(t, unix.Mkfifo(filepath.Join(root, "fifo"), 0o600))
		check(t, os.Mkdir(filepath.Join(root, "dir"), 0o700))
		fd, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
		check(t, err)
		defer unix.Close(fd)
		check(t, unix.Bind(fd, &unix.SockaddrUnix{Name: filepath.Join(root, "socket")}))
		for _, name := range []string{"fifo", "dir", "socket"} {
			_, err := d.Open(name)
			wantError(t, "Open "+name, err, fsutil.ErrNotRegular)
			_, err = d.ReadPrivate(name, 10)
			wantError(t, "ReadPrivate "+name, err, fsutil.ErrNotRegular)
		}
		_, err = d.Lock("fifo")
		wantError(t, "Lock fifo", err, fsutil.ErrNotRegular)
	})
}

// The descriptor, not the name, is the directory.
func TestDirFollowsTheDirectoryNotTheName(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, outside string) {
		put(t, filepath.Join(root, "f"), "mine")
		check(t, os.Rename(root, root+".moved"))
		check(t, os.Symlink(outside, root))
		put(t, filepath.Join(outside, "f"), "planted")
		got, err := d.ReadPrivate("f", 10)
		if string(got) != "mine" || err != nil {
			t.Errorf("ReadPrivate after the swap = %q, %v, want %q", got, err, "mine")
		}
	})
}

func TestDirNames(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		for range 2 { // the second listing starts from the beginning again
			names, err := d.Names(0)
			if len(names) != 0 || err != nil {
				t.Errorf("Names of an empty directory = %q, %v", names, err)
			}
		}
		for _, name := range []string{"b", "a", "c"} {
			put(t, filepath.Join(root, name), "")
		}
		for range 2 {
			names, err := d.Names(3)
			if got := strings.Join(names, ""); got != "abc" || err != nil {
				t.Errorf("Names = %q, %v, want abc", got, err)
			}
		}
		_, err := d.Names(2)
		wantError(t, "Names beyond its limit", err, fsutil.ErrTooLarge)
	})
}

func TestMakeDir(t *testing.T) {
	base := t.TempDir()
	d, err := fsutil.MakeDir(filepath.Join(base, "x/y"))
	check(t, err)
	check(t, d.Close())
	check(t, d.Close())
	for _, part := range []string{"x", "x/y"} {
		st, err := os.Stat(filepath.Join(base, part))
		check(t, err)
		if st.Mode().Perm() != 0o700 {
			t.Errorf("mode of %s = %04o, want 0700", part, st.Mode().Perm())
		}
	}
	check(t, os.Chmod(filepath.Join(base, "x/y"), 0o710))
	_, err = fsutil.MakeDir(filepath.Join(base, "x/y"))
	wantError(t, "MakeDir of a group-readable directory", err, fsutil.ErrNotPrivate)
	_, err = fsutil.OpenDir(filepath.Join(base, "none"))
	wantError(t, "OpenDir of nothing", err, fs.ErrNotExist)
}

// $STATE_DIRECTORY may be a link after an upgrade of systemd; that one is followed.
func TestOpenDirFollowsItsOwnPath(t *testing.T) {
	dir := privateDir(t)
	put(t, filepath.Join(dir, "f"), "state")
	link := filepath.Join(t.TempDir(), "link")
	check(t, os.Symlink(dir, link))
	d, err := fsutil.OpenDir(link)
	check(t, err)
	defer d.Close()
	check(t, d.CheckPrivate())
	got, err := d.ReadPrivate("f", 10)
	if string(got) != "state" || err != nil {
		t.Errorf("ReadPrivate = %q, %v, want %q", got, err, "state")
	}
}
