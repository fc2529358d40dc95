package spawn

import (
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"

	"golang.org/x/sys/unix"

	"browser-mcp/systemd"
)

// BecomeExec replaces this process by the program at path, with the connection as its
// descriptors 3 and 4, as Chromium's --remote-debugging-pipe wants them, and env as its
// whole environment. What it prints is thrown away: Chromium prints much, and journald's
// rate limit is one for all units of a user. BecomeExec returns only with an error.
//
// A Landlock domain belongs to a thread, so the caller has locked its goroutine, restricted
// the thread, and calls this from the same goroutine. Descriptors without close-on-exec are
// inherited: the caller's, on purpose.
func BecomeExec(conn *net.UnixConn, path string, argv, env []string) error {
	runtime.LockOSThread()
	if err := tieToParent(conn); err != nil {
		return fmt.Errorf("becoming %q: %w", path, err)
	}
	if err := placeConnection(conn); err != nil {
		return fmt.Errorf("becoming %q: %w", path, err)
	}
	if err := silence(); err != nil {
		return fmt.Errorf("becoming %q: %w", path, err)
	}
	err := unix.Exec(path, argv, env)
	runtime.KeepAlive(conn)
	return fmt.Errorf("becoming %q: %w", path, err)
}

// tieToParent renews what [Helper.Start] set up, where it did: the parent-death signal was
// set for the first thread, and the program inherits the thread that executes it. Descendants
// that leave the group (Chromium's crash handler does, by forking twice) go to the program,
// not past it to our parent, which could not tell whose they are. Only a socketpair names
// our own parent as the peer; under a unit the manager does all this.
func tieToParent(conn *net.UnixConn) error {
	peer, err := systemd.PeerOf(conn)
	if err != nil {
		return err
	}
	if int(peer.PID) != os.Getppid() {
		return nil
	}
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0); err != nil {
		return fmt.Errorf("tying our life to the parent's: %w", err)
	}
	if os.Getppid() != int(peer.PID) {
		return fmt.Errorf("parent %d is gone", peer.PID)
	}
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopting orphans: %w", err)
	}
	return nil
}

// placeConnection duplicates past 4 first, since the connection or something of the
// runtime's may be at 3 or 4; the latter is lost with the exec anyway. The program expects
// blocking descriptors, and that is a property of the connection, not of the number.
func placeConnection(conn *net.UnixConn) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var placed error
	err = raw.Control(func(fd uintptr) { placed = place(fd) })
	return errors.Join(err, placed)
}

func place(conn uintptr) error {
	fd, err := unix.FcntlInt(conn, unix.F_DUPFD_CLOEXEC, firstFree)
	if err != nil {
		return err
	}
	if err := unix.SetNonblock(fd, false); err != nil {
		return err
	}
	for at := passedFD; at < firstFree; at++ {
		if err := unix.Dup3(fd, at, 0); err != nil {
			return err
		}
	}
	return nil
}

// silence comes last, so that an error before it can still be told.
func silence() error {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	for _, at := range []int{1, 2} {
		if err := unix.Dup3(int(null.Fd()), at, 0); err != nil {
			return err
		}
	}
	return nil
}
