package fsutil_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"browser-mcp/fsutil"

	"golang.org/x/sys/unix"
)

func write(content string) func(*os.File) error {
	return func(f *os.File) error { _, err := f.WriteString(content); return err }
}

// wantFiles compares a directory's content, names and modes included.
func wantFiles(t *testing.T, root string, want map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(root)
	check(t, err)
	got := map[string]string{}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(root, e.Name()))
		check(t, err)
		got[e.Name()] = string(data)
		info, err := e.Info()
		check(t, err)
		if info.Mode() != 0o600 {
			t.Errorf("mode of %s = %v, want 0600", e.Name(), info.Mode())
		}
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("directory holds %v, want %v", got, want)
	}
}

func TestCreateIsExclusiveAndPrivate(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		old := syscall.Umask(0o277) // would leave nothing of 0600
		f, err := d.Create("f")
		syscall.Umask(old)
		check(t, err)
		check(t, write("one")(f))
		check(t, f.Close())
		_, err = d.Create("f")
		wantError(t, "Create again", err, fsutil.ErrExist)
		wantFiles(t, root, map[string]string{"f": "one"})
	})
}

func TestPublishNeverOverwrites(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, outside string) {
		check(t, d.Publish("f", write("one")))
		wantError(t, "Publish again", d.Publish("f", write("two")), fsutil.ErrExist)
		check(t, os.Symlink(filepath.Join(outside, "g"), filepath.Join(root, "link")))
		wantError(t, "Publish over a link", d.Publish("link", write("two")), fsutil.ErrExist)
		check(t, os.Remove(filepath.Join(root, "link")))
		// A name that appears while the file is being written.
		err := d.Publish("raced", func(f *os.File) error {
			put(t, filepath.Join(root, "raced"), "theirs")
			return write("ours")(f)
		})
		wantError(t, "Publish into a race", err, fsutil.ErrExist)
		wantFiles(t, root, map[string]string{"f": "one", "raced": "theirs"})
		if _, err := os.Lstat(filepath.Join(outside, "g")); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("written through a link: %v", err)
		}
	})
}

func TestReplaceReplacesTheLinkItself(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, outside string) {
		check(t, d.Replace("f", write("one")))
		check(t, d.Replace("f", write("two")))
		put(t, filepath.Join(outside, "target"), "theirs")
		check(t, os.Symlink(filepath.Join(outside, "target"), filepath.Join(root, "link")))
		check(t, d.Replace("link", write("ours")))
		wantFiles(t, root, map[string]string{"f": "two", "link": "ours"})
		wantFiles(t, outside, map[string]string{"target": "theirs"})
	})
}

func TestPublicationFailingLeavesNothing(t *testing.T) {
	broken := errors.New("broken")
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		check(t, d.Replace("f", write("old")))
		fail := func(f *os.File) error { return errors.Join(write("half")(f), broken) }
		wantError(t, "Publish", d.Publish("g", fail), broken)
		wantError(t, "Replace", d.Replace("f", fail), broken)
		check(t, os.Mkdir(filepath.Join(root, "dir"), 0o700))
		wantError(t, "Replace a directory", d.Replace("dir", write("x")), unix.EISDIR)
		check(t, os.Remove(filepath.Join(root, "dir")))
		wantFiles(t, root, map[string]string{"f": "old"})
	})
}

func TestPublishIsNeverSeenHalf(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		check(t, d.Publish("f", func(f *os.File) error {
			check(t, write("whole")(f))
			if _, err := os.Lstat(filepath.Join(root, "f")); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("visible while being written: %v", err)
			}
			return nil
		}))
		wantFiles(t, root, map[string]string{"f": "whole"})
	})
}

const killedEnv = "FSUTIL_TEST_KILLED_AT"

// replaceAndDie is the child of TestReplaceKilledAtEachStep: "way step dir".
func replaceAndDie(args string) {
	part := strings.SplitN(args, " ", 3)
	d, err := fsutil.OpenDir(part[2])
	if err != nil {
		panic(err)
	}
	if part[0] == "walk" {
		d.WithWalk()
	}
	d.OnStep(func(step string) {
		if step == part[1] {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {}
		}
	})
	if err := d.Replace("f", write("new")); err != nil {
		panic(err)
	}
	os.Exit(0)
}

func TestReplaceKilledAtEachStep(t *testing.T) {
	want := map[string]string{"created": "old", "written": "old", "linked": "old", "named": "new", "never": "new"}
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		way := filepath.Base(t.Name())
		for step, content := range want {
			if way == "walk" && step == "linked" {
				continue // has no such step
			}
			check(t, d.Replace("f", write("old")))
			cmd := exec.Command("/proc/self/exe")
			cmd.Env = []string{killedEnv + "=" + way + " " + step + " " + root}
			out, err := cmd.CombinedOutput()
			killed := cmd.ProcessState.Sys().(syscall.WaitStatus).Signaled()
			if killed != (step != "never") {
				t.Fatalf("child for %q ended with %v: %s", step, err, out)
			}
			got, err := d.ReadPrivate("f", 10)
			if string(got) != content || err != nil {
				t.Errorf("killed at %q: f = %q, %v, want %q", step, got, err, content)
			}
			check(t, d.RemoveUnpublished(10))
			wantFiles(t, root, map[string]string{"f": content})
		}
	})
}

func TestRemoveUnpublishedKeepsTheRest(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		keep := map[string]string{fsutil.TemporaryPrefix: "a", fsutil.TemporaryPrefix + "x": "b", "f": "c"}
		for name, content := range keep {
			put(t, filepath.Join(root, name), content)
		}
		put(t, filepath.Join(root, fsutil.TemporaryPrefix+strings.Repeat("0", 24)), "left")
		check(t, d.RemoveUnpublished(10))
		wantFiles(t, root, keep)
	})
}
