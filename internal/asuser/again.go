package asuser

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"syscall"
)

// again runs this program as the ordinary user, waits for it and returns its exit status.
func again() int {
	who, err := find()
	if err != nil {
		die(err)
	}
	// Not os.TempDir: root's may lie where the user cannot reach it.
	root, err := os.MkdirTemp("/tmp", "bmt-")
	if err != nil {
		die(err)
	}
	code, err := againIn(root, who)
	if err := errors.Join(err, os.RemoveAll(root)); err != nil {
		die(err)
	}
	return code
}

func againIn(root string, who account) (int, error) {
	if err := os.Chmod(root, 0o755); err != nil {
		return 0, err
	}
	if err := makePrivate(root, who.uid, who.gid); err != nil {
		return 0, err
	}
	binary := filepath.Join(root, filepath.Base(os.Args[0]))
	if err := copyFile(binary, "/proc/self/exe", 0o755); err != nil {
		return 0, err
	}
	args, outputs := redirect(os.Args[1:], filepath.Join(root, "tmp"))
	if err := outputs.prepare(who); err != nil {
		return 0, err
	}
	cmd := exec.Command(binary, args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Env = append(who.environment(), variables(root)...)
	cmd.SysProcAttr = who.attributes()
	code, err := wait(cmd)
	return code, errors.Join(err, outputs.collect())
}

// wait runs cmd to its end, passing on the signals that ask this process to end, and returns the status a
// shell would report: 128 and the signal's number where one ended it.
func wait(cmd *exec.Cmd) (int, error) {
	// The parent-death signal follows the thread, not the process (prctl(2), PR_SET_PDEATHSIG).
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	done := make(chan struct{})
	// Owned by wait; ends with the child, which wait below has seen.
	go func() {
		for {
			select {
			case s := <-signals:
				cmd.Process.Signal(s)
			case <-done:
				return
			}
		}
	}()
	err := cmd.Wait()
	signal.Stop(signals)
	close(done)
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		return 0, err
	}
	status := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		fmt.Fprintf(os.Stderr, "asuser: %s: signal: %v\n", filepath.Base(cmd.Path), status.Signal())
		return 128 + int(status.Signal()), nil
	}
	return status.ExitStatus(), nil
}

// copyFile copies from to to, which must not exist.
func copyFile(to, from string, mode os.FileMode) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
