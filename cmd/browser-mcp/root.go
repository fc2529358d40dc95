package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"os/signal"
	"os/user"
	"runtime"
	"strconv"
	"syscall"
)

// ordinaryUser is the account that .ci/setup makes on a machine where everything runs as root (decision 34).
const ordinaryUser = "browser-mcp-test"

// becomeOrdinary runs this command again as the ordinary user and returns how that ended.
func becomeOrdinary(ctx context.Context) error {
	u, err := user.Lookup(ordinaryUser)
	if err != nil {
		return failf(exitRefused, "running as root, and there is no user %s to become", ordinaryUser).
			hint("./.ci/setup makes it; or run the command as an ordinary user")
	}
	cmd := exec.CommandContext(ctx, ownPath, os.Args[1:]...)
	cmd.Args[0] = os.Args[0]
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Dir = "/"
	cmd.Env = ordinaryEnvironment(u.HomeDir)
	if cmd.SysProcAttr, err = ordinaryCredential(u); err != nil {
		return failf(exitRefused, "reading the account of %s: %w", ordinaryUser, err)
	}
	// The parent-death signal is the thread's, so the thread stays (prctl(2), PR_SET_PDEATHSIG).
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return failf(exitUnavailable, "starting as %s: %w", ordinaryUser, err)
	}
	return waitPassingSignals(cmd)
}

// ordinaryEnvironment keeps nothing of root's but the way to programs and the choice of the browser.
func ordinaryEnvironment(home string) []string {
	env := []string{"HOME=" + home, "USER=" + ordinaryUser, "LOGNAME=" + ordinaryUser}
	for _, name := range []string{"PATH", "LANG", "TERM", "SBM_CHROME_PATH", "SBM_CHROME_ARGS"} {
		if value, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// ordinaryCredential drops root's groups too: some of them own devices.
func ordinaryCredential(u *user.User) (*syscall.SysProcAttr, error) {
	uid, err1 := strconv.ParseUint(u.Uid, 10, 32)
	gid, err2 := strconv.ParseUint(u.Gid, 10, 32)
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	return &syscall.SysProcAttr{
		Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), Groups: []uint32{uint32(gid)}},
		Pdeathsig:  syscall.SIGTERM,
	}, nil
}

// waitPassingSignals waits for cmd and gives it the signals that ask us to end. The child has printed its own
// messages, so the failure only carries the exit code on.
func waitPassingSignals(cmd *exec.Cmd) error {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	done := make(chan struct{})
	// Owned by this function; ends when the child has, which the wait below sees.
	go func() {
		for {
			select {
			case s := <-signals:
				_ = cmd.Process.Signal(s)
			case <-done:
				return
			}
		}
	}()
	_ = cmd.Wait()
	signal.Stop(signals)
	close(done)
	return quietExit(cmd.ProcessState.ExitCode())
}

// quietExit is an exit code without words.
type quietExit int

func (q quietExit) Error() string { return "exit code " + strconv.Itoa(int(q)) }
