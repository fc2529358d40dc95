package systemd

import (
	"errors"
	"fmt"
	"math"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// HardenOptions chooses what [HardenProcess] leaves in place.
type HardenOptions struct {
	// Service keeps the variables by which a service manager speaks to a service. Set it
	// in the daemon and the helpers, which read them later.
	Service bool
}

// serviceVariables are what a service manager sets for one process (systemd.exec(5)); in
// a child they would be lies.
var serviceVariables = []string{
	"LISTEN_PID", "LISTEN_PIDFDID", "LISTEN_FDS", "LISTEN_FDNAMES", "NOTIFY_SOCKET", "WATCHDOG_PID",
	"WATCHDOG_USEC", "MAINPID", "MANAGERPID", "MANAGERPIDFDID", "CREDENTIALS_DIRECTORY",
	"INVOCATION_ID", "JOURNAL_STREAM", "SYSTEMD_EXEC_PID", "FDSTORE", "MEMORY_PRESSURE_WATCH",
	"MEMORY_PRESSURE_WRITE",
}

// HardenProcess comes first in main, before any other goroutine and any file: no core
// dumps and no other process of the same user in our memory, no new privileges, no
// inherited descriptor for children, umask 077. Every step is tried even when one fails.
//
// In a build with cgo (the race detector's), no_new_privs reaches the calling thread alone.
func HardenProcess(o HardenOptions) error {
	unix.Umask(0o077)
	if !o.Service {
		for _, name := range serviceVariables {
			_ = os.Unsetenv(name) // never fails on Unix
		}
	}
	return errors.Join(
		step("forbidding core dumps", unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})),
		// Debian runs with yama's ptrace_scope 0, so outside a unit this alone keeps
		// same-user processes from /proc/PID/mem. A program that we execute is dumpable
		// again, as Chromium's sandbox needs.
		step("forbidding inspection", unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)),
		step("giving up new privileges", noNewPrivileges()),
		step("closing inherited descriptors on exec",
			unix.CloseRange(firstPassed, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC)),
	)
}

// noNewPrivileges is per thread, and the runtime has started some already.
func noNewPrivileges() error {
	_, _, errno := syscall.AllThreadsSyscall6(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0)
	if errno == syscall.ENOTSUP {
		return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	}
	if errno != 0 {
		return errno
	}
	return nil
}

func step(what string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}
