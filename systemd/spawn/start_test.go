package spawn_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/systemd/spawn"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

// helper starts this test binary in a role.
func helper(role string) spawn.Helper {
	return spawn.Helper{Command: []string{"/proc/self/exe"}, Env: []string{roleEnv + "=" + role}}
}

func start(t *testing.T, h spawn.Helper, request string) *spawn.Process {
	t.Helper()
	p, err := h.Start(t.Context(), []byte(request))
	check(t, err)
	t.Cleanup(p.Kill)
	return p
}

func TestStartExchangesOneMessageEachWay(t *testing.T) {
	request := strings.Repeat("q", spawn.MaxRequest)
	p := start(t, helper("echo"), request[:2000])
	var h hello
	check(t, json.Unmarshal(p.Hello(), &h))
	if h.PID != p.PID() || h.Request != request[:2000] {
		t.Errorf("hello from %d about %d bytes, want from %d about 2000", h.PID, len(h.Request), p.PID())
	}
	_, err := p.Write([]byte("ping"))
	check(t, err)
	got := make([]byte, 4)
	_, err = io.ReadFull(p, got)
	if string(got) != "ping" || err != nil {
		t.Errorf("echo = %q, %v, want ping", got, err)
	}
	check(t, p.Close())
	check(t, p.Close())
	check(t, p.Wait(t.Context()))
}

// Any NUL-free request of up to the bound arrives; the answer is too long for most, which
// must not confuse anyone.
func TestStartRequestBounds(t *testing.T) {
	for _, c := range []struct {
		name    string
		request string
		want    string
	}{
		{"empty", "", ""},
		{"at the bound", strings.Repeat("q", spawn.MaxRequest), "helper refused"},
		{"beyond the bound", strings.Repeat("q", spawn.MaxRequest+1), "request of 65537 bytes, limit 65536"},
		{"NUL inside", "a\x00b", "request with a NUL inside"},
	} {
		p, err := helper("refuse").Start(t.Context(), []byte(c.request))
		if p != nil {
			p.Kill()
		}
		if c.want == "" {
			c.want = "helper refused"
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.name, err, c.want)
		}
	}
}

func TestStartReportsRefusal(t *testing.T) {
	_, err := helper("refuse").Start(t.Context(), []byte("{}"))
	wantError(t, "Start", err, spawn.ErrRefused)
	if text := fmt.Sprint(err); strings.ContainsAny(text, "\x1b\n") || !strings.Contains(text, `no \x1b[31mbrowser\nhere`) || len(text) > 700 {
		t.Errorf("error = %q, want the reason, escaped and cut", text)
	}
}

// What a broken or hostile helper may answer.
func TestStartRefusesBadAnswers(t *testing.T) {
	for _, role := range []string{
		"garbage ", "garbage x", "garbage []", `garbage {"a":1,"a":2}`, `garbage {"error":1}`,
		"garbage {" + strings.Repeat(" ", 4<<10) + "}", "eager", "stranger", "direct",
	} {
		p, err := helper(role).Start(t.Context(), []byte("{}"))
		if p != nil {
			p.Kill()
		}
		wantError(t, fmt.Sprintf("Start of %.20q", role), err, spawn.ErrAnswer)
	}
}

func TestStartEndsWithItsContext(t *testing.T) {
	before := len(spawn.Children())
	ctx, cancel := context.WithCancelCause(t.Context())
	because := errors.New("because")
	started := make(chan error)
	// Ends when Start does, which this test waits for.
	go func() {
		_, err := helper("silent").Start(ctx, []byte("{}"))
		started <- err
	}()
	awaitChildren(t, func(n int) bool { return n > before })
	cancel(because)
	wantError(t, "Start", <-started, because)
	awaitChildren(t, func(n int) bool { return n <= before })
}

func TestStartWithoutAnything(t *testing.T) {
	for name, h := range map[string]spawn.Helper{
		"nothing":         {},
		"no such program": {Command: []string{"/no/such"}},
		"no such socket":  {Socket: filepath.Join(t.TempDir(), "none")},
	} {
		if _, err := h.Start(t.Context(), []byte("{}")); err == nil {
			t.Errorf("%s: started", name)
		}
	}
}

// byHand runs a shell script with this test binary, in the role direct, as $0.
func byHand(t *testing.T, script string) string {
	t.Helper()
	self, err := os.Executable()
	check(t, err)
	cmd := exec.Command("/bin/sh", "-c", script, self)
	cmd.Env = []string{roleEnv + "=direct", "PATH=/usr/bin:/bin"}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v: %s", script, err, out)
	}
	return string(out)
}

func TestAcceptRefusesDirectUse(t *testing.T) {
	for _, script := range []string{`exec "$0" 3>&-`, `exec "$0" 3</dev/null`, `true | "$0" 3<&0`} {
		if out := byHand(t, script); !strings.Contains(out, spawn.ErrDirect.Error()) {
			t.Errorf("%s: %q, want %q", script, out, spawn.ErrDirect)
		}
	}
	// A terminal of its own (script(1), bsdutils), as if a person had typed the command.
	out := byHand(t, `exec script -qec "$0" /dev/null </dev/null`)
	if !strings.Contains(out, "standard input is a terminal") {
		t.Errorf("started from a terminal: %q", out)
	}
}

// BecomeExec: the connection is 3 and 4, the environment is what was given, the rules hold.
func TestBecomeExec(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	check(t, os.WriteFile(secret, []byte("x"), 0o600))
	p := start(t, helper("shell"), strings.Join([]string{
		"echo $$ >&4", "env | sort | grep -v ^_= | grep -v ^PWD= >&4", "ls -l /proc/$$/fd | grep -c socket: >&4",
		"out=$(readlink /proc/$$/fd/1 /proc/$$/fd/2); echo \"$out\" >&4",
		"cat " + secret + " 2>/dev/null || echo denied >&4",
		"read line <&3", "echo got $line >&4", "cat <&3 >&4",
	}, "\n"))
	lines := bufio.NewScanner(p)
	read := func() string { lines.Scan(); return lines.Text() }
	for _, want := range []string{fmt.Sprint(p.PID()), "ONLY=this", "PATH=/usr/bin:/bin", "2", "/dev/null", "/dev/null", "denied"} {
		if got := read(); got != want {
			t.Errorf("shell says %q, want %q", got, want)
		}
	}
	_, err := p.Write([]byte("hello\n"))
	check(t, err)
	if got := read(); got != "got hello" {
		t.Errorf("shell says %q, want %q", got, "got hello")
	}
	check(t, p.Close())
	check(t, p.Wait(t.Context()))
}
