package main

import (
	"bytes"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"browser-mcp/internal/leak"
	"browser-mcp/internal/mcptest"
)

// managed is a daemon as a service manager starts it: with its sockets, and with one to notify.
type managed struct {
	t            *testing.T
	dir          string
	cmd          *exec.Cmd
	notify       *net.UnixConn
	errOut       bytes.Buffer
	mcp, control string
}

// startManaged passes the sockets of the units. The variables name the process that they are for, which only a shell that
// becomes it can know.
func startManaged(t *testing.T, extra ...string) *managed {
	t.Helper()
	m := &managed{t: t, dir: shortDir(t)}
	m.mcp, m.control = filepath.Join(m.dir, "mcp.sock"), filepath.Join(m.dir, "control.sock")
	notify, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(m.dir, "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	m.notify = notify
	t.Cleanup(func() { _ = notify.Close() })
	script := `LISTEN_PID=$$ WATCHDOG_PID=$$ exec "$0" daemon`
	m.cmd = exec.Command("/bin/sh", "-c", script, ownExecutable(t))
	m.cmd.Env = append([]string{
		"HOME=" + m.dir, "XDG_RUNTIME_DIR=" + m.dir, "XDG_STATE_HOME=" + m.dir, "XDG_CONFIG_HOME=" + m.dir, "TMPDIR=" + m.dir,
		"PATH=" + os.Getenv("PATH"), "LISTEN_FDS=2", "LISTEN_FDNAMES=mcp:control", "NOTIFY_SOCKET=" + filepath.Join(m.dir, "notify"),
	}, extra...)
	for _, path := range []string{m.mcp, m.control} {
		l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
		if err != nil {
			t.Fatal(err)
		}
		f, err := l.File()
		if err != nil {
			t.Fatal(err)
		}
		m.cmd.ExtraFiles = append(m.cmd.ExtraFiles, f)
		t.Cleanup(func() { _ = f.Close(); _ = l.Close() })
	}
	m.cmd.Stderr = &m.errOut
	return m
}

func (m *managed) start() {
	m.t.Helper()
	if err := m.cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { _ = m.cmd.Process.Kill(); _ = m.cmd.Wait() })
}

// told waits until the daemon has told its manager the word.
func (m *managed) told(word string) {
	m.t.Helper()
	b := make([]byte, 4096)
	for {
		n, err := m.notify.Read(b)
		if err != nil {
			m.t.Fatal(err)
		}
		if strings.Contains(string(b[:n]), word) {
			return
		}
	}
}

// stop ends the daemon and returns its exit code.
func (m *managed) stop() int {
	m.t.Helper()
	if err := m.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		m.t.Fatal(err)
	}
	m.told("STOPPING=1")
	err := m.cmd.Wait()
	if _, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		m.t.Fatal(err)
	}
	return m.cmd.ProcessState.ExitCode()
}

// shortDir is a directory for sockets, whose paths end at 107 bytes.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "d-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

func ownExecutable(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDaemonUnderAManager(t *testing.T) {
	leak.Baseline(t)
	m := startManaged(t, "WATCHDOG_USEC=300000")
	m.start()
	m.told("READY=1")
	m.told("WATCHDOG=1")
	a := mcptest.Dial(t, m.mcp)
	if _, err := a.Initialize(t.Context(), mcptest.Newest); err != nil {
		t.Fatal(err)
	}
	result, err := a.Call(t.Context(), "list_secret_refs", map[string]any{})
	if err != nil || result.IsError {
		t.Errorf("list_secret_refs = %+v, %v", result, err)
	}
	reply, err := controlClient{socket: m.control}.ask(t.Context(), controlRequest{Op: "status"}, nil)
	if err != nil || reply.Status.Clients != 1 || !reply.Status.Activated {
		t.Errorf("status = %+v, %v; want one client and activated", reply, err)
	}
	m.told("WATCHDOG=1")
	_ = a.Close()
	if code := m.stop(); code != exitOK {
		t.Errorf("exit code %d, want 0\n%s", code, m.errOut.String())
	}
	for _, path := range []string{m.mcp, m.control} {
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("the manager's socket is gone: %v", err)
		}
	}
}

// A daemon that ends without accepting makes systemd give the socket up (systemd.md, P10).
func TestDaemonWithoutAUsableConfigurationStaysUp(t *testing.T) {
	m := startManaged(t)
	config := filepath.Join(m.dir, dirName, "config.json")
	if err := errors.Join(os.Mkdir(filepath.Dir(config), 0o700), os.WriteFile(config, []byte(`{"headles": true}`), 0o600)); err != nil {
		t.Fatal(err)
	}
	m.start()
	m.told("READY=1")
	for range 3 {
		a := mcptest.Dial(t, m.mcp)
		if _, err := a.Initialize(t.Context(), mcptest.Newest); err != nil {
			t.Fatal(err)
		}
		result, err := a.Call(t.Context(), "navigate", map[string]any{"url": "http://localhost/"})
		if err != nil {
			t.Fatal(err)
		}
		if code, _ := result.Failure(); code != "not_configured" {
			t.Errorf("navigate = %s, want not_configured", result.Text())
		}
	}
	reply, err := controlClient{socket: m.control}.ask(t.Context(), controlRequest{Op: "status"}, nil)
	if err != nil || !strings.Contains(reply.Status.Problem, "line 1") {
		t.Errorf("status = %+v, %v; want the place in the file", reply, err)
	}
	if _, err := (controlClient{socket: m.control}).list(t.Context()); codeOf(err) != exitConfig {
		t.Errorf("list = %v, want a failure with code %d", err, exitConfig)
	}
	if code := m.stop(); code != exitOK {
		t.Errorf("exit code %d, want 0", code)
	}
}

func TestDaemonServesClientsApart(t *testing.T) {
	m := startManaged(t)
	m.start()
	m.told("READY=1")
	for range 200 {
		conn, err := net.Dial("unix", m.mcp)
		if err != nil {
			t.Fatal(err)
		}
		_ = conn.Close()
	}
	client := controlClient{socket: m.control}
	for { // the last of them may still be on their way out
		reply, err := client.ask(t.Context(), controlRequest{Op: "status"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if reply.Status.Clients == 0 {
			break
		}
	}
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil || len(fds) > 100 {
		t.Errorf("%d descriptors open here, %v", len(fds), err)
	}
	if code := m.stop(); code != exitOK {
		t.Errorf("exit code %d, want 0", code)
	}
}
