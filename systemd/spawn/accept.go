package spawn

import (
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"browser-mcp/systemd"
)

// Accept is a helper's first act: it takes over the connection from the socket unit or
// from [Helper.Start], checks that the other end is our own user, and reads the one
// request, of at most limit bytes. The error wraps [ErrDirect] if there is no connection or
// a terminal on standard input, and [systemd.ErrForeign]. The connection may be there
// beside an error, for [Refuse].
func Accept(limit int) (*net.UnixConn, []byte, error) {
	if _, err := unix.IoctlGetTermios(0, unix.TCGETS); err == nil {
		return nil, nil, fmt.Errorf("%w: standard input is a terminal", ErrDirect)
	}
	conn, err := takeConnection()
	if err != nil {
		return nil, nil, err
	}
	if _, err := systemd.OwnPeer(conn); err != nil {
		return nil, nil, errors.Join(err, conn.Close())
	}
	if err := conn.SetReadDeadline(time.Now().Add(acceptTimeout)); err != nil {
		return conn, nil, err
	}
	request, err := readMessage("request", min(limit, MaxRequest), conn.Read)
	if err != nil {
		return conn, nil, err
	}
	return conn, request, conn.SetReadDeadline(time.Time{})
}

// takeConnection also keeps what else was inherited from going on to a program.
func takeConnection() (*net.UnixConn, error) {
	if err := unix.CloseRange(passedFD, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		return nil, fmt.Errorf("closing inherited descriptors on exec: %w", err)
	}
	conn, err := systemd.Connection()
	if conn != nil || err != nil {
		return conn, err
	}
	return inherited()
}

// inherited looks at a duplicate of descriptor 3 first: without a connection there, the
// number may be in use by the Go runtime.
func inherited() (*net.UnixConn, error) {
	fd, err := unix.FcntlInt(passedFD, unix.F_DUPFD_CLOEXEC, firstFree)
	if err != nil {
		return nil, fmt.Errorf("%w: descriptor %d: %w", ErrDirect, passedFD, err)
	}
	f := os.NewFile(uintptr(fd), "connection")
	defer f.Close()
	conn, err := systemd.ConnectionOn(f)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrDirect, err)
	}
	return conn, unix.Close(passedFD)
}
