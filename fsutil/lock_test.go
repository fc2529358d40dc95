package fsutil_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"browser-mcp/fsutil"
)

const lockEnv = "FSUTIL_TEST_LOCK"

// holdLock is a child that takes the lock in dir, says so and waits to be killed.
func holdLock(dir string) {
	d, err := fsutil.OpenDir(dir)
	if err != nil {
		panic(err)
	}
	if _, err := d.Lock("lock"); err != nil {
		panic(err)
	}
	fmt.Println("held")
	_, _ = bufio.NewReader(os.Stdin).ReadByte()
	os.Exit(1)
}

func TestLockHasOneHolder(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		l, err := d.Lock("lock")
		check(t, err)
		_, err = d.Lock("lock")
		wantError(t, "Lock again in one process", err, fsutil.ErrLocked)
		other, err := d.Lock("other")
		check(t, err)
		check(t, other.Close())
		check(t, l.Close())
		check(t, l.Close())
		l, err = d.Lock("lock")
		check(t, err)
		check(t, l.Close())
		wantFiles(t, root, map[string]string{"lock": "", "other": ""})
	})
}

func TestLockEndsWithProcess(t *testing.T) {
	bothWays(t, func(t *testing.T, d *fsutil.Dir, root, _ string) {
		child := exec.Command("/proc/self/exe")
		child.Env = []string{lockEnv + "=" + root}
		child.Stderr = os.Stderr
		in, err := child.StdinPipe()
		check(t, err)
		defer in.Close()
		out, err := child.StdoutPipe()
		check(t, err)
		check(t, child.Start())
		line, err := bufio.NewReader(out).ReadString('\n')
		if line != "held\n" || err != nil {
			t.Errorf("child said %q, %v", line, err)
		}
		_, err = d.Lock("lock")
		wantError(t, "Lock beside another process", err, fsutil.ErrLocked)

		ended, cancel := context.WithCancel(t.Context())
		cancel()
		_, err = d.LockWait(ended, "lock")
		wantError(t, "LockWait after its context", err, fsutil.ErrLocked)
		wantError(t, "LockWait after its context", err, context.Canceled)

		check(t, child.Process.Kill())
		_ = child.Wait() // says "killed"
		l, err := d.LockWait(t.Context(), "lock")
		check(t, err)
		check(t, l.Close())
	})
}

func TestLockWaitGetsItsTurn(t *testing.T) {
	d, err := fsutil.OpenDir(privateDir(t))
	check(t, err)
	defer d.Close()
	first, err := d.Lock("lock")
	check(t, err)
	got := make(chan error)
	// Ends when the lock is its, which this test waits for below.
	go func() {
		second, err := d.LockWait(t.Context(), "lock")
		if err == nil {
			err = second.Close()
		}
		got <- err
	}()
	check(t, first.Close())
	check(t, <-got)
	if _, err := os.Stat(filepath.Join(d.Path(), "lock")); err != nil {
		t.Errorf("the lock file is gone: %v", err)
	}
}
