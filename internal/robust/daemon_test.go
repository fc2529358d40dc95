package robust

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// daemon is a running `browser-mcp daemon` of a home.
type daemon struct {
	*process
}

// daemon starts one and returns when it has said that it serves (sd_notify(3)).
func (h *home) daemon(args ...string) *daemon { return h.daemonWith(nil, args...) }

func (h *home) daemonWith(variables []string, args ...string) *daemon {
	h.t.Helper()
	return h.daemonOf(func(cmd *exec.Cmd) {
		cmd.Env = append(cmd.Env, variables...)
		cmd.Args = append(cmd.Args, args...)
	})
}

// daemonOf starts the command `browser-mcp daemon` as change has made it.
func (h *home) daemonOf(change func(*exec.Cmd)) *daemon {
	h.t.Helper()
	address := &net.UnixAddr{Name: h.path("n"), Net: "unixgram"}
	notify, err := net.ListenUnixgram("unixgram", address)
	if err != nil {
		h.t.Fatal(err)
	}
	defer os.Remove(address.Name)
	defer notify.Close()
	cmd := h.program([]string{"NOTIFY_SOCKET=" + address.Name}, "daemon")
	change(cmd)
	d := &daemon{h.start(cmd, "")}
	_ = notify.SetReadDeadline(time.Now().Add(patience))
	heard := make(chan error, 1)
	// Owned by this function, which closes the socket; ends with that or with the word.
	go func() { heard <- hear(notify, "READY=1") }()
	select {
	case err := <-heard:
		if err != nil {
			h.t.Fatalf("the daemon does not get ready: %v\n%s", err, d.said.String())
		}
	case <-d.done:
		h.t.Fatalf("the daemon ended with %d:\n%s", d.end(), d.said.String())
	}
	return d
}

func hear(notify net.Conn, word string) error {
	message := make([]byte, 4<<10)
	for {
		n, err := notify.Read(message)
		if err != nil || bytes.Contains(message[:n], []byte(word)) {
			return err
		}
	}
}

// stop ends it as a service manager does.
func (d *daemon) stop() {
	d.t.Helper()
	d.signal(syscall.SIGTERM)
	if code := d.end(); code != 0 {
		d.t.Errorf("a daemon that was told to stop ends with %d:\n%s", code, d.said.String())
	}
}

// state is what a daemon says of itself.
type state struct {
	PID, Clients, Goroutines, Descriptors int
	Activated                             bool
	Browser                               struct {
		Running   bool
		PID, Tabs int
	}
	Problem string
}

// ask puts one line to the control socket and returns the answer.
func (h *home) ask(request string, answer any) error {
	conn, err := net.Dial("unix", h.path("r", "browser-mcp", "control.sock"))
	if err != nil {
		return err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	if _, err := conn.Write([]byte(request + "\n")); err != nil {
		return err
	}
	line, err := bufio.NewReader(conn).ReadBytes('\n')
	return errors.Join(err, json.Unmarshal(line, answer))
}

func (h *home) state() state {
	h.t.Helper()
	var reply struct{ Status *state }
	if err := h.ask(`{"op":"status"}`, &reply); err != nil || reply.Status == nil {
		h.t.Fatalf("asking for the state: %v", err)
	}
	return *reply.Status
}

// await asks until what the daemon says of itself is as wanted.
func (h *home) await(want string, is func(state) bool) state {
	h.t.Helper()
	for deadline := time.Now().Add(patience); ; {
		s := h.state()
		if is(s) {
			return s
		}
		if time.Now().After(deadline) {
			h.t.Fatalf("never came: %s; the daemon says %+v", want, s)
		}
	}
}

func (h *home) socket() string { return filepath.Join(h.dir, "r", "browser-mcp", "mcp.sock") }
