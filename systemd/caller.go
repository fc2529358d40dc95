package systemd

import (
	"errors"
	"fmt"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// ErrForeign is wrapped when the other end of a socket belongs to another user.
var ErrForeign = errors.New("systemd: peer is another user's process")

// Caller is the process at the other end of a Unix socket, as the kernel saw it when it
// connected (SO_PEERCRED, unix(7)).
type Caller struct {
	UID uint32
	GID uint32
	PID int32
	// Exe is the program's path, "" unless it is certain that it belongs to PID: the
	// kernel pinned the process (SO_PEERPIDFD, Linux 6.5) and it still lives. The path is
	// for people to read; a process can execute whatever its user may.
	Exe string
}

// PeerOf asks the kernel who is connected. A connection that a service manager accepted
// (Accept=yes) or a socketpair names whoever made it.
func PeerOf(conn *net.UnixConn) (Caller, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return Caller{}, err
	}
	var c Caller
	var asked error
	err = raw.Control(func(fd uintptr) { c, asked = peer(int(fd)) })
	if err := errors.Join(err, asked); err != nil {
		return Caller{}, fmt.Errorf("asking who is connected: %w", err)
	}
	return c, nil
}

// OwnPeer is [PeerOf] for callers that serve no one but their own user: the error wraps
// [ErrForeign] for anyone else, root included.
func OwnPeer(conn *net.UnixConn) (Caller, error) {
	c, err := PeerOf(conn)
	if err != nil {
		return Caller{}, err
	}
	if uid := uint32(os.Geteuid()); c.UID != uid {
		return Caller{}, fmt.Errorf("%w: uid %d, want %d", ErrForeign, c.UID, uid)
	}
	return c, nil
}

func peer(fd int) (Caller, error) {
	cred, err := unix.GetsockoptUcred(fd, unix.SOL_SOCKET, unix.SO_PEERCRED)
	if err != nil {
		return Caller{}, err
	}
	c := Caller{UID: cred.Uid, GID: cred.Gid, PID: cred.Pid}
	pidfd, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_PEERPIDFD)
	if err != nil {
		return c, nil // an older kernel, or the process is gone
	}
	defer unix.Close(pidfd)
	exe, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", c.PID))
	// Alive after the reading means that the number was not given to another meanwhile.
	if err == nil && unix.PidfdSendSignal(pidfd, 0, nil, 0) == nil {
		c.Exe = exe
	}
	return c, nil
}
