package fsutil_test

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// Why this package does not build on os.Root: it follows links that stay inside, whatever
// the flags say. A change of that would be news.
func TestResidualOSRootFollowsInsideLinks(t *testing.T) {
	dir, outside := privateDir(t), privateDir(t)
	put(t, filepath.Join(dir, "f"), "inside")
	put(t, filepath.Join(outside, "f"), "outside")
	check(t, os.Symlink("f", filepath.Join(dir, "inside")))
	check(t, os.Symlink(outside, filepath.Join(dir, "escape")))
	root, err := os.OpenRoot(dir)
	check(t, err)
	defer root.Close()

	f, err := root.OpenFile("inside", os.O_RDONLY|unix.O_NOFOLLOW, 0)
	if err != nil {
		t.Errorf("O_NOFOLLOW on an inside link: %v, want it followed", err)
	} else {
		check(t, f.Close())
	}
	check(t, root.Chmod("inside", 0o640))
	st, err := os.Stat(filepath.Join(dir, "f"))
	check(t, err)
	if st.Mode().Perm() != 0o640 {
		t.Errorf("Root.Chmod of a link: target has mode %04o, want it followed", st.Mode().Perm())
	}
	// The trailing slash is CVE-2026-39822.
	for _, path := range []string{"escape/f", "escape", "escape/", "../" + filepath.Base(outside) + "/f"} {
		if f, err := root.Open(path); err == nil {
			t.Errorf("os.Root opened %q outside itself", path)
			check(t, f.Close())
		}
	}
}
