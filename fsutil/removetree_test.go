package fsutil_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/fsutil"

	"golang.org/x/sys/unix"
)

func TestThreatRemoveTreeStaysInside(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, outside string) {
		put(t, filepath.Join(outside, "f"), "theirs")
		check(t, os.MkdirAll(filepath.Join(root, "tree/a/b"), 0o700))
		for i := range 1200 { // more than one batch
			put(t, filepath.Join(root, "tree/a", fmt.Sprint(i)), "")
		}
		for _, at := range []string{"tree/to-dir", "tree/a/to-dir"} {
			check(t, os.Symlink(outside, filepath.Join(root, at)))
		}
		check(t, os.Symlink(filepath.Join(outside, "f"), filepath.Join(root, "tree/to-file")))
		check(t, os.Link(filepath.Join(outside, "f"), filepath.Join(root, "tree/hard")))
		check(t, unix.Mkfifo(filepath.Join(root, "tree/fifo"), 0o600))
		check(t, d.RemoveTree("tree"))
		check(t, os.Symlink(outside, filepath.Join(root, "tree")))
		check(t, d.RemoveTree("tree"))
		check(t, d.RemoveTree("tree")) // gone already
		wantFiles(t, root, map[string]string{})
		wantFiles(t, outside, map[string]string{"f": "theirs"})
	})
}

func TestRemoveTreeDepthBound(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		check(t, os.MkdirAll(filepath.Join(root, "t"+strings.Repeat("/d", 63)), 0o700))
		check(t, d.RemoveTree("t"))
		check(t, os.MkdirAll(filepath.Join(root, "t"+strings.Repeat("/d", 64)), 0o700))
		wantError(t, "RemoveTree too deep", d.RemoveTree("t"), fsutil.ErrTooLarge)
	})
}

func TestRemove(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, outside string) {
		put(t, filepath.Join(outside, "f"), "theirs")
		check(t, os.Symlink(filepath.Join(outside, "f"), filepath.Join(root, "link")))
		check(t, d.Remove("link"))
		wantError(t, "Remove again", d.Remove("link"), fs.ErrNotExist)
		wantFiles(t, outside, map[string]string{"f": "theirs"})
	})
}
