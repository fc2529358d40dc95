package spawn_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"browser-mcp/systemd"
	"browser-mcp/systemd/spawn"
)

// activated listens on a socket as an Accept=yes unit does and starts this test binary in
// the role for each connection (systemd-socket-activate(1), package systemd).
func activated(t *testing.T, role string) string {
	t.Helper()
	self, err := os.Executable()
	check(t, err)
	path := filepath.Join(t.TempDir(), "s")
	cmd := exec.Command("systemd-socket-activate", "--accept", "-l", path, "-E", roleEnv+"="+role, self)
	stderr, err := cmd.StderrPipe()
	check(t, err)
	if err := cmd.Start(); err != nil {
		t.Fatalf("needs systemd-socket-activate of the package systemd: %v", err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	line, err := bufio.NewReader(stderr).ReadString('\n')
	if !strings.Contains(line, "Listening") || err != nil {
		t.Fatalf("systemd-socket-activate: %q, %v", line, err)
	}
	return path
}

func TestStartPrefersTheSocket(t *testing.T) {
	h := helper("refuse") // as the child it would refuse
	h.Socket = activated(t, "echo")
	for range 3 {
		p := start(t, h, "{}")
		if !strings.Contains(string(p.Hello()), fmt.Sprintf(`"pid":%d,`, p.PID())) || !alive(p.PID()) {
			t.Errorf("hello %s from process %d", p.Hello(), p.PID())
		}
		_, err := p.Write([]byte("ping"))
		check(t, err)
		got := make([]byte, 4)
		_, err = io.ReadFull(p, got)
		if string(got) != "ping" || err != nil {
			t.Errorf("echo = %q, %v, want ping", got, err)
		}
		check(t, p.Close()) // the polite end
		check(t, p.Wait(t.Context()))
	}
}

func TestKillEndsTheUnitsProcess(t *testing.T) {
	h := spawn.Helper{Socket: activated(t, "shell")}
	fds, goroutines := descriptors(t), runtime.NumGoroutine()
	for range 3 {
		p := start(t, h, "echo ready >&4; exec sleep 1000")
		_, err := bufio.NewReader(p).ReadString('\n')
		check(t, err)
		p.Kill()
		check(t, p.Wait(t.Context()))
	}
	if got := descriptors(t); got != fds {
		t.Errorf("%d descriptors, want %d", got, fds)
	}
	if got := runtime.NumGoroutine(); got > goroutines+1 { // one may be about to end
		t.Errorf("%d goroutines, want %d", got, goroutines)
	}
}

func TestStartThroughSocketRefusesBadAnswers(t *testing.T) {
	for _, role := range []string{"garbage x", "eager"} {
		p, err := spawn.Helper{Socket: activated(t, role)}.Start(t.Context(), []byte("{}"))
		if p != nil {
			p.Kill()
		}
		wantError(t, role, err, spawn.ErrAnswer)
	}
}

// A socket that nobody serves any more must not stop the start.
func TestStartFallsBackFromStaleSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path})
	check(t, err)
	l.SetUnlinkOnClose(false)
	check(t, l.Close())
	h := helper("echo")
	h.Socket = path
	start(t, h, "{}")
	h.Socket += ".none"
	start(t, h, "{}")
}

// foreignListener serves a socket as another user; it says so and waits to be killed.
func foreignListener(path string) {
	l, err := net.Listen("unix", path)
	if err != nil {
		panic(err)
	}
	fmt.Println("listening")
	conn, err := l.Accept()
	if err != nil {
		panic(err)
	}
	request, _ := io.ReadAll(conn)
	fmt.Printf("%d bytes\n", len(request))
	os.Exit(0)
}

// Another user who got hold of the socket's path gets no request, and no child is started
// instead.
func TestThreatStartRefusesForeignListener(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Fatal("needs to be root, to have a process of a second user")
	}
	dir, err := os.MkdirTemp("/tmp", "spawn") // not t.TempDir, which only root may enter
	check(t, err)
	defer os.RemoveAll(dir)
	check(t, os.Chmod(dir, 0o777))
	path := filepath.Join(dir, "s")
	cmd := exec.Command("setpriv", "--reuid=65533", "--regid=65533", "--clear-groups", "/proc/self/fd/3")
	self, err := os.Open("/proc/self/exe")
	check(t, err)
	defer self.Close()
	cmd.ExtraFiles = []*os.File{self}
	cmd.Env = []string{roleEnv + "=foreign " + path}
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	if line != "listening\n" || err != nil {
		t.Fatalf("listener says %q, %v", line, err)
	}
	h := helper("echo")
	h.Socket = path
	p, err := h.Start(t.Context(), []byte("{}"))
	if p != nil {
		p.Kill()
	}
	wantError(t, "Start", err, systemd.ErrForeign)
	if line, err := lines.ReadString('\n'); line != "0 bytes\n" || err != nil {
		t.Errorf("the foreigner got %q, %v", line, err)
	}
	check(t, cmd.Wait())
}
