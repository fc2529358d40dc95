package robust

import (
	"errors"
	"net"
	"os"
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/program"
)

// manager does what a service manager does with socket units: it listens, and starts the daemon when somebody comes.
type manager struct {
	*home
	mcp, control *net.UnixListener
}

func (h *home) manager() *manager {
	h.t.Helper()
	h.mkdir("r/browser-mcp")
	return &manager{h, h.listen(h.socket()), h.listen(h.path("r", "browser-mcp", "control.sock"))}
}

func (h *home) listen(path string) *net.UnixListener {
	h.t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(func() { l.Close() })
	return l
}

// activate waits for somebody to come and then starts the daemon with both sockets (sd_listen_fds(3)). A shell sets the number
// of the process, which it alone knows before the daemon runs.
func (m *manager) activate(args ...string) *process {
	m.t.Helper()
	waiting := m.descriptor(m.mcp)
	fds := []unix.PollFd{{Fd: int32(waiting.Fd()), Events: unix.POLLIN}}
	if n, err := unix.Poll(fds, int(patience.Milliseconds())); n != 1 {
		m.t.Fatalf("nobody comes: %v", err)
	}
	cmd := m.program([]string{"LISTEN_FDS=2", "LISTEN_FDNAMES=mcp:control"})
	cmd.Path = "/bin/sh"
	cmd.Args = append([]string{"sh", "-c", `LISTEN_PID=$$ exec "$0" "$@"`, program.Path(), "daemon"}, args...)
	cmd.ExtraFiles = []*os.File{waiting, m.descriptor(m.control)}
	return m.start(cmd, "")
}

func (m *manager) descriptor(l *net.UnixListener) *os.File {
	m.t.Helper()
	f, err := l.File()
	if err != nil {
		m.t.Fatal(err)
	}
	m.t.Cleanup(func() { f.Close() })
	return f
}

// An activated daemon that nobody uses ends by itself and leaves nothing; the socket goes on listening, and whoever comes next
// gets another one. The least that can be set is a minute, which passes beside the other tests.
func TestIdleDaemonEndsAndTheSocketListensOn(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	m := h.manager()
	first := h.client() // waits in the socket's queue: nobody serves it yet
	d := m.activate("--idle-minutes", "1")
	first.greet().call("open_tab", nil)
	if s := h.state(); !s.Activated || s.PID != d.pid() || !s.Browser.Running {
		t.Errorf("the activated daemon says %+v", s)
	}
	if code := first.leave(); code != 0 {
		t.Errorf("the client ends with %d: %s", code, first.said.String())
	}
	if code := d.end(); code != 0 {
		t.Errorf("an idle daemon ends with %d: %s", code, d.said.String())
	}
	wantNoStray(t)
	if left := h.profiles(); len(left) > 0 {
		t.Errorf("profiles left: %q", left)
	}
	second := h.client()
	next := m.activate("--idle-minutes", "1")
	second.greet().call("list_tabs", nil)
	if next.pid() == d.pid() {
		t.Error("the second client is served by the daemon that has ended")
	}
	second.leave()
	next.signal(unix.SIGTERM)
	next.end()
}

// The same with systemd's own starter, whose daemon cannot be used: every client is told, and the socket lives (systemd.md, P10).
func TestUnusableDaemonAnswersEveryClient(t *testing.T) {
	h := newHome(t)
	h.mkdir("r/browser-mcp")
	h.write(`{"headless": tru}`, "c", "browser-mcp", "config.json")
	d := h.start(h.activated(), "")
	h.awaitSocket(d)
	for range 3 {
		c := mcptest.Dial(t, h.socket())
		greet(t, c)
		for _, tool := range []string{"list_secret_refs", "open_tab"} {
			r, err := c.Call(t.Context(), tool, args{})
			if err != nil {
				t.Fatal(err)
			}
			if code, _ := r.Failure(); code != "not_configured" {
				t.Errorf("%s = %s, want not_configured", tool, r.Text())
			}
		}
		c.Close()
	}
	if s := h.state(); s.Problem == "" || s.Browser.Running {
		t.Errorf("the daemon says %+v, want its problem", s)
	}
	d.signal(unix.SIGTERM)
	if code := d.end(); code != 0 {
		t.Errorf("the daemon ends with %d: %s", code, d.said.String())
	}
}

// activated is the daemon under systemd-socket-activate(1), which hands on the variables that it is told.
func (h *home) activated() *exec.Cmd {
	cmd := h.command()
	cmd.Path, cmd.Err = exec.LookPath("systemd-socket-activate")
	cmd.Args = []string{"systemd-socket-activate", "-l", h.socket(), "-l", h.path("r", "browser-mcp", "control.sock"), "--fdname=mcp:control"}
	for variable, name := range rooms {
		cmd.Args = append(cmd.Args, "-E", variable+"="+h.path(name))
	}
	cmd.Args = append(cmd.Args, program.Path(), "daemon")
	return cmd
}

// awaitSocket waits until somebody listens. The starter says so only in words for humans.
func (h *home) awaitSocket(d *process) {
	h.t.Helper()
	for deadline := time.Now().Add(patience); ; {
		conn, err := net.Dial("unix", h.path("r", "browser-mcp", "control.sock"))
		if err == nil {
			conn.Close()
			return
		}
		if d.ended() || time.Now().After(deadline) || !errors.Is(err, os.ErrNotExist) && !errors.Is(err, unix.ECONNREFUSED) {
			h.t.Fatalf("nobody listens: %v\n%s", err, d.said.String())
		}
	}
}
