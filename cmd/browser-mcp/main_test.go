package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/internal/asuser"
	"browser-mcp/internal/script"
)

// TestMain is also the program: the scripts run it under its own name, and it starts itself as the browser's helper.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "browser-mcp" || len(os.Args) > 1 && isCommand(os.Args[1]) {
		main()
	}
	asuser.Main(m)
}

func isCommand(name string) bool {
	_, ok := find(name)
	return ok
}

func TestScripts(t *testing.T) {
	script.Run(t, "testdata/script", script.Options{Program: []string{ownPath}, Argv0: "browser-mcp"})
}

// run calls a command in this process and returns what it printed.
func run(t *testing.T, euid int, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	empty, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer empty.Close()
	inv := &invocation{args: args, in: empty, out: &o, err: &e, env: func(string) string { return "" }}
	code = dispatch(context.Background(), inv, euid)
	return code, o.String(), e.String()
}

func TestEveryCommand(t *testing.T) {
	for _, c := range commands() {
		code, out, _ := run(t, 1000, c.name, "--help")
		if code != exitOK || !strings.HasPrefix(out, "Usage: browser-mcp "+c.name) {
			t.Errorf("%s --help = %d %.60q, want 0 and a usage line", c.name, code, out)
		}
		if !strings.Contains(out, "Exit codes") {
			t.Errorf("help of %s does not document exit codes", c.name)
		}
		if lines := strings.Count(out, "\n"); lines > 50 {
			t.Errorf("help of %s has %d lines, limit 50", c.name, lines)
		}
		want := exitUsage
		if c.service {
			want = exitDaemonUsage
		}
		for _, wrong := range [][]string{{"--no-such-flag"}, {"--json=1"}, {"one", "two", "three"}} {
			code, _, errOut := run(t, 1000, append([]string{c.name}, wrong...)...)
			if code != want || !strings.HasPrefix(errOut, "browser-mcp: error: ") {
				t.Errorf("%s %q = %d %q, want %d and an error line", c.name, wrong, code, errOut, want)
			}
		}
	}
}

func TestEveryCommandTakesJSON(t *testing.T) {
	for _, c := range commands() {
		if c.name == "mcp" {
			continue // its standard output is the protocol's
		}
		_, out, _ := run(t, 1000, c.name, "--json", "--no-such-flag")
		if !strings.HasPrefix(out, "{\n  \"error\": {") {
			t.Errorf("%s --json with a wrong flag prints %q, want an error object", c.name, out)
		}
	}
}

func TestRootIsRefused(t *testing.T) {
	for _, c := range commands() {
		if c.asRoot {
			continue
		}
		code, _, errOut := run(t, 0, c.name)
		if code != exitRefused || !strings.Contains(errOut, "hint: ") {
			t.Errorf("%s as root = %d %q, want %d with a hint", c.name, code, errOut, exitRefused)
		}
	}
}

func TestArgsNeverEcho(t *testing.T) {
	const secret = "hunter2-Correct-Horse"
	for _, args := range [][]string{
		{secret}, {"secrets", secret}, {"secrets", "import", secret}, {"secrets", "import", "--" + secret},
		{"secrets", "import", "--name", "x", "--origin", "https://x.example", "--approval", secret},
		{"secrets", "import", "--name", "x", "--origin", "https://x.example", "--kind", secret, "--approval", "none"},
		{"secrets", "import", "--name", "x", "--origin", "https://" + secret + "@x.example", "--approval", "none"},
		{"secrets", "import", "--name", "x", "--origin", "https://x.example", "--property", secret, "--approval", "none"},
		{"secrets", "import", "--name", "x", "--origin", "https://x.example", "--selector", "[[" + secret, "--approval", "none"},
		{"secrets", "import", "--name", "x", "--origin", "https://x.example", "--value=" + secret, "--approval", "none"},
		{"secrets", "remove", secret, secret}, {"status", secret}, {"daemon", "--idle-minutes", secret}, {"help", secret},
	} {
		code, out, errOut := run(t, 1000, args...)
		if code == exitOK {
			t.Errorf("%q = 0, want a failure", args)
		}
		if strings.Contains(out+errOut, secret) {
			t.Errorf("%q is echoed: %s%s", args, out, errOut)
		}
	}
}

func TestMessagesCannotForgeLines(t *testing.T) {
	var b bytes.Buffer
	say(&b, "error", "one\nbrowser-mcp: hint: run this\x1b[2J\u202e")
	if got := b.String(); strings.Count(got, "\n") != 1 || strings.ContainsAny(got, "\x1b\u202e") {
		t.Errorf("say = %q, want one plain line", got)
	}
}
