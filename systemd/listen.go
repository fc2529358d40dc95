package systemd

import (
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strconv"

	"github.com/coreos/go-systemd/v22/activation"
	"golang.org/x/sys/unix"
)

// Listeners takes over the listening sockets that a service manager passed (LISTEN_FDS,
// sd_listen_fds(3)), by the FileDescriptorName= of their units; several may share a name.
// Without any the map is empty. The variables are cleared, so a second call finds nothing.
//
// Each descriptor must be a listening stream socket, Unix or IP; if one is not, all are
// closed.
func Listeners() (map[string][]net.Listener, error) {
	files, err := passed()
	if err != nil {
		return nil, err
	}
	found := map[string][]net.Listener{}
	for _, f := range files {
		l, err := listener(f)
		if err != nil {
			closeAll(files, found)
			return nil, fmt.Errorf("taking over listener %.128q: %w", f.Name(), err)
		}
		found[f.Name()] = append(found[f.Name()], l)
	}
	closeAll(files, nil) // net.FileListener made duplicates
	return found, nil
}

// Connection takes over the one connection that an Accept=yes socket unit passed; nil
// without one. It must be a connected Unix stream socket, and alone.
func Connection() (*net.UnixConn, error) {
	files, err := passed()
	defer closeAll(files, nil)
	if err != nil || len(files) == 0 {
		return nil, err
	}
	if len(files) > 1 {
		return nil, fmt.Errorf("%d passed descriptors, want one connection", len(files))
	}
	return ConnectionOn(files[0])
}

// ConnectionOn checks and takes over a descriptor that should be a connected Unix stream
// socket; f stays the caller's to close.
func ConnectionOn(f *os.File) (*net.UnixConn, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return nil, err
	}
	var checked error
	err = raw.Control(func(fd uintptr) { checked = connected(int(fd)) })
	if err := errors.Join(err, checked); err != nil {
		return nil, fmt.Errorf("taking over a connection: %w", err)
	}
	conn, err := net.FileConn(f)
	if err != nil {
		return nil, fmt.Errorf("taking over a connection: %w", err)
	}
	return conn.(*net.UnixConn), nil // AF_UNIX was checked
}

func connected(fd int) error {
	for _, want := range []requirement{
		{"Unix socket", unix.SO_DOMAIN, []int{unix.AF_UNIX}},
		{"stream socket", unix.SO_TYPE, []int{unix.SOCK_STREAM}},
		{"connection, but a listener", unix.SO_ACCEPTCONN, []int{0}},
	} {
		if err := want.check(fd); err != nil {
			return err
		}
	}
	_, err := unix.Getpeername(fd)
	return err
}

// requirement is one socket option with the values that will do.
type requirement struct {
	name   string
	option int
	values []int
}

func (r requirement) check(fd int) error {
	got, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, r.option)
	if err != nil {
		return err
	}
	if !slices.Contains(r.values, got) {
		return fmt.Errorf("not a %s", r.name)
	}
	return nil
}

// passed hands out the descriptors that are meant for this very process.
func passed() ([]*os.File, error) {
	n, err := announced(os.Getenv)
	_ = os.Unsetenv("LISTEN_PIDFDID")
	if n == 0 {
		_ = os.Unsetenv("LISTEN_FDS")
	}
	return activation.Files(true), err // sets close-on-exec and clears the other variables
}

// announced counts the descriptors that the variables promise to us.
func announced(getenv func(string) string) (int, error) {
	if pid, err := strconv.Atoi(getenv("LISTEN_PID")); err != nil || pid != os.Getpid() {
		return 0, nil
	}
	if mine, err := isOurPIDFD(getenv("LISTEN_PIDFDID")); err != nil || !mine {
		return 0, err
	}
	n, err := strconv.Atoi(getenv("LISTEN_FDS"))
	if err != nil || n < 0 {
		return 0, errors.New("LISTEN_FDS is no count")
	}
	if n > maxListeners {
		return 0, fmt.Errorf("%d passed descriptors, limit %d", n, maxListeners)
	}
	return n, nil
}

// isOurPIDFD checks what systemd 258 added, since a process number may be used again: the
// inode of a pidfd of the process that was meant.
func isOurPIDFD(id string) (bool, error) {
	if id == "" {
		return true, nil
	}
	want, err := strconv.ParseUint(id, 10, 64)
	if err != nil {
		return false, errors.New("LISTEN_PIDFDID is no number")
	}
	pidfd, err := unix.PidfdOpen(os.Getpid(), 0)
	if err != nil {
		return false, fmt.Errorf("opening our own pidfd: %w", err)
	}
	defer unix.Close(pidfd)
	var st unix.Stat_t
	if err := unix.Fstat(pidfd, &st); err != nil {
		return false, fmt.Errorf("looking at our own pidfd: %w", err)
	}
	return st.Ino == want, nil
}

func listener(f *os.File) (net.Listener, error) {
	fd := int(f.Fd())
	for _, want := range []requirement{
		{"Unix or IP socket", unix.SO_DOMAIN, []int{unix.AF_UNIX, unix.AF_INET, unix.AF_INET6}},
		{"stream socket", unix.SO_TYPE, []int{unix.SOCK_STREAM}},
		{"listening socket", unix.SO_ACCEPTCONN, []int{1}},
	} {
		if err := want.check(fd); err != nil {
			return nil, err
		}
	}
	return net.FileListener(f)
}

func closeAll(files []*os.File, found map[string][]net.Listener) {
	for _, f := range files {
		_ = f.Close()
	}
	for _, list := range found {
		for _, l := range list {
			_ = l.Close()
		}
	}
}
