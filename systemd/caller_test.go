package systemd_test

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"browser-mcp/systemd"

	"golang.org/x/sys/unix"
)

const pathEnv = "SYSTEMD_TEST_PATH"

// connectAndWait connects and stays until the other side hangs up.
func connectAndWait() error {
	conn, err := net.Dial("unix", os.Getenv(pathEnv))
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, conn)
	return err
}

// accepted listens, runs the command, and returns the connection that it makes.
func accepted(t *testing.T, cmd *exec.Cmd) *net.UnixConn {
	t.Helper()
	dir, err := os.MkdirTemp("/tmp", "peer") // not t.TempDir, which another user may not enter
	check(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	check(t, os.Chmod(dir, 0o755))
	path := filepath.Join(dir, "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	check(t, err)
	defer l.Close()
	check(t, os.Chmod(path, 0o666))
	cmd.Env = append(cmd.Env, pathEnv+"="+path)
	check(t, cmd.Start())
	conn, err := l.AcceptUnix()
	check(t, err)
	t.Cleanup(func() { conn.Close(); check(t, cmd.Wait()) })
	return conn
}

func TestPeerOf(t *testing.T) {
	self, err := os.Executable()
	check(t, err)
	cmd := exec.Command(self)
	cmd.Env = []string{roleEnv + "=peer"}
	conn := accepted(t, cmd)
	got, err := systemd.OwnPeer(conn)
	want := systemd.Caller{UID: uint32(os.Geteuid()), GID: uint32(os.Getegid()), PID: int32(cmd.Process.Pid), Exe: self}
	if _, pinned := unix.GetsockoptInt(0, unix.SOL_SOCKET, unix.SO_PEERPIDFD); pinned == unix.ENOPROTOOPT {
		want.Exe = "" // before Linux 6.5
	}
	if got != want || err != nil {
		t.Errorf("OwnPeer = %+v, %v, want %+v", got, err, want)
	}
}

// A process that is gone, whose number may be another's, has no program.
func TestPeerOfTheDead(t *testing.T) {
	self, err := os.Executable()
	check(t, err)
	cmd := exec.Command("/bin/sh", "-c", `"$0" & wait`, self)
	cmd.Env = []string{roleEnv + "=peer"}
	conn := accepted(t, cmd)
	first, err := systemd.PeerOf(conn)
	check(t, err)
	pidfd, err := unix.PidfdOpen(int(first.PID), 0)
	check(t, err)
	defer unix.Close(pidfd)
	check(t, unix.Kill(int(first.PID), unix.SIGKILL))
	_, err = unix.Poll([]unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}, -1)
	check(t, err)
	got, err := systemd.PeerOf(conn)
	first.Exe = ""
	if got != first || err != nil {
		t.Errorf("PeerOf = %+v, %v, want %+v", got, err, first)
	}
}

func TestThreatOwnPeerRefusesForeigners(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Fatal("needs to be root, to have a process of a second user")
	}
	conn := accepted(t, inRole(t, "peer", `exec "$0"`))
	c, err := systemd.OwnPeer(conn)
	wantError(t, fmt.Sprintf("OwnPeer of %+v", c), err, systemd.ErrForeign)
	c, err = systemd.PeerOf(conn)
	if c.UID != 65533 || err != nil {
		t.Errorf("PeerOf = %+v, %v, want uid 65533", c, err)
	}
}
