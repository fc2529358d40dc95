package systemd_test

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"browser-mcp/systemd"

	"golang.org/x/sys/unix"
)

// takeListeners prints what it got and greets one client of each.
func takeListeners() error {
	found, err := systemd.Listeners()
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		for _, l := range found[name] {
			fmt.Println(name, l.Addr().Network(), filepath.Base(l.Addr().String()))
		}
	}
	for _, name := range []string{"LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES", "LISTEN_PIDFDID"} {
		if value, ok := os.LookupEnv(name); ok {
			fmt.Println("left over:", name, value)
		}
	}
	again, err := systemd.Listeners()
	fmt.Println("again:", len(again), err)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		for _, l := range found[name] {
			conn, err := l.Accept()
			if err != nil {
				return err
			}
			fmt.Fprintln(conn, "hello")
			conn.Close()
		}
	}
	return nil
}

func TestListenersByActivation(t *testing.T) {
	self, err := os.Executable()
	check(t, err)
	dir := t.TempDir()
	cmd := exec.Command("systemd-socket-activate", "-l", dir+"/m", "-l", dir+"/c", "--fdname=mcp:control",
		"-E", roleEnv+"=listeners", self)
	out, err := cmd.StdoutPipe()
	check(t, err)
	stderr, err := cmd.StderrPipe()
	check(t, err)
	if err := cmd.Start(); err != nil {
		t.Fatalf("needs systemd-socket-activate of the package systemd: %v", err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	lines := bufio.NewReader(stderr)
	for range 2 {
		line, err := lines.ReadString('\n')
		if !strings.Contains(line, "Listening") || err != nil {
			t.Fatalf("systemd-socket-activate: %q, %v", line, err)
		}
	}
	for _, name := range []string{"/c", "/m"} { // the first connection starts the program
		conn, err := net.Dial("unix", dir+name)
		check(t, err)
		got, err := io.ReadAll(conn)
		if string(got) != "hello\n" || err != nil {
			t.Errorf("%s answers %q, %v", name, got, err)
		}
		check(t, conn.Close())
	}
	got, err := io.ReadAll(out)
	check(t, err)
	if want := "control unix c\nmcp unix m\nagain: 0 <nil>\n"; string(got) != want {
		t.Errorf("program says\n%s, want\n%s", got, want)
	}
}

// sockets are descriptors of all the wrong kinds, and one right one.
func sockets(t *testing.T) map[string]*os.File {
	t.Helper()
	dir := t.TempDir()
	files := map[string]*os.File{}
	for name, kind := range map[string]int{"datagram": unix.SOCK_DGRAM, "not listening": unix.SOCK_STREAM, "seqpacket": unix.SOCK_SEQPACKET, "listening": unix.SOCK_STREAM} {
		fd, err := unix.Socket(unix.AF_UNIX, kind|unix.SOCK_CLOEXEC, 0)
		check(t, err)
		files[name] = os.NewFile(uintptr(fd), name)
		check(t, unix.Bind(fd, &unix.SockaddrUnix{Name: filepath.Join(dir, name)}))
		if name == "listening" || name == "seqpacket" {
			check(t, unix.Listen(fd, 1))
		}
	}
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	check(t, err)
	files["connected"], files["other end"] = os.NewFile(uintptr(pair[0]), "connected"), os.NewFile(uintptr(pair[1]), "other end")
	netlink, err := unix.Socket(unix.AF_NETLINK, unix.SOCK_RAW|unix.SOCK_CLOEXEC, 0)
	check(t, err)
	files["netlink"] = os.NewFile(uintptr(netlink), "netlink")
	files["no socket"], err = os.Open("/dev/null")
	check(t, err)
	t.Cleanup(func() {
		for _, f := range files {
			f.Close()
		}
	})
	return files
}

func TestListenersRefusesOtherDescriptors(t *testing.T) {
	files := sockets(t)
	for name, want := range map[string]string{
		"datagram": "not a stream socket", "seqpacket": "not a stream socket", "not listening": "not a listening socket",
		"connected": "not a listening socket", "netlink": "not a Unix or IP socket", "no socket": "operation on non-socket", "listening": "",
	} {
		script := `LISTEN_PID=$$ LISTEN_FDS=1 LISTEN_FDNAMES=mcp exec "$0" </dev/null`
		if name == "listening" { // beside one that is wrong
			script = `LISTEN_PID=$$ LISTEN_FDS=2 LISTEN_FDNAMES=mcp:second exec "$0" 4</dev/null`
			want = "operation on non-socket"
		}
		out, err := inRole(t, "listeners", strings.Replace(script, "$0", "/proc/self/fd/5", 1), files[name], files["no socket"]).CombinedOutput()
		if err != nil || !strings.Contains(string(out), "error: taking over listener") || !strings.Contains(string(out), want) {
			t.Errorf("%s: %q, %v, want %q", name, out, err, want)
		}
	}
}

func TestListenersRefusesBadVariables(t *testing.T) {
	files := sockets(t)
	for script, want := range map[string]string{
		`exec "$0"`:                                                "again: 0 <nil>\n",
		`LISTEN_PID=1 LISTEN_FDS=1 exec "$0"`:                      "again: 0 <nil>\n", // meant for another
		`LISTEN_PID=$$ LISTEN_FDS=17 exec "$0"`:                    "error: 17 passed descriptors, limit 16\n",
		`LISTEN_PID=$$ LISTEN_FDS=999999999999 exec "$0"`:          "error: 999999999999 passed descriptors, limit 16\n",
		`LISTEN_PID=$$ LISTEN_FDS=x exec "$0"`:                     "error: LISTEN_FDS is no count\n",
		`LISTEN_PID=$$ LISTEN_FDS=-1 exec "$0"`:                    "error: LISTEN_FDS is no count\n",
		`LISTEN_PIDFDID=1 LISTEN_PID=$$ LISTEN_FDS=1 exec "$0"`:    "again: 0 <nil>\n", // an earlier owner of the number
		`LISTEN_PIDFDID=none LISTEN_PID=$$ LISTEN_FDS=1 exec "$0"`: "error: LISTEN_PIDFDID is no number\n",
	} {
		out, err := inRole(t, "listeners", script, files["listening"]).CombinedOutput()
		if string(out) != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", script, out, err, want)
		}
	}
}

// takeConnection prints what Connection says, to the connection if there is one.
func takeConnection() error {
	conn, err := systemd.Connection()
	if conn == nil {
		fmt.Println("none", err)
		return nil
	}
	_, err = fmt.Fprintln(conn, "hello")
	return err
}

func TestConnection(t *testing.T) {
	files := sockets(t)
	for _, c := range []struct{ file, script, want string }{
		{"connected", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0"`, ""},
		{"connected", `exec "$0"`, "none <nil>\n"},
		{"connected", `LISTEN_PID=$$ LISTEN_FDS=2 exec "$0"`, "none 2 passed descriptors, want one connection\n"},
		{"listening", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0"`, "none taking over a connection: not a connection, but a listener\n"},
		{"not listening", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0"`, "none taking over a connection: transport endpoint is not connected\n"},
		{"datagram", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0"`, "none taking over a connection: not a stream socket\n"},
		{"no socket", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0"`, "none taking over a connection: socket operation on non-socket\n"},
	} {
		out, err := inRole(t, "connection", c.script, files[c.file]).CombinedOutput()
		if string(out) != c.want || err != nil {
			t.Errorf("%s, %s: %q, %v, want %q", c.file, c.script, out, err, c.want)
		}
	}
	got := make([]byte, 10)
	n, err := files["other end"].Read(got)
	if string(got[:n]) != "hello\n" || err != nil {
		t.Errorf("over the connection came %q, %v", got[:n], err)
	}
}

func FuzzAnnounced(f *testing.F) {
	for _, seed := range []string{"", "0", "1", "16", "17", "-1", "+2", "0x1", "99999999999999999999", "1 ", "1:2"} {
		f.Add(true, seed, "")
		f.Add(false, seed, "1")
	}
	f.Fuzz(func(t *testing.T, ours bool, fds, pidfdid string) {
		env := map[string]string{"LISTEN_PID": fds, "LISTEN_FDS": fds, "LISTEN_PIDFDID": pidfdid}
		if ours {
			env["LISTEN_PID"] = fmt.Sprint(os.Getpid())
		}
		n, err := systemd.Announced(func(name string) string { return env[name] })
		if n < 0 || n > 16 || err != nil && n != 0 || env["LISTEN_PID"] != fmt.Sprint(os.Getpid()) && n != 0 {
			t.Errorf("announced(%q) = %d, %v", env, n, err)
		}
		if want, bad := strconv.Atoi(fds); ours && pidfdid == "" && (err == nil) != (bad == nil && want >= 0 && want <= 16) {
			t.Errorf("announced(%q) = %d, %v", env, n, err)
		}
	})
}
