package e2e

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"browser-mcp/internal/leak"
	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/site"
)

var userData = regexp.MustCompile(`--user-data-dir=([^\x00]+)`)

// profile finds the directory of the browser that a server has started.
func profile(t *testing.T, server int) string {
	t.Helper()
	for _, pid := range below(t, server) {
		line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		if m := userData.FindSubmatch(line); err == nil && m != nil {
			return filepath.Dir(string(m[1]))
		}
	}
	t.Fatalf("process %d has started no browser", server)
	return ""
}

// TestNothingKeepsTheValue signs in through the real program on its standard input and output. While the value stands in
// the page, and after it was sent, it is in no argument, no environment, no file of the program's or the browser's, and
// nobody of the same user can read it out of the program's memory; at the end the browser's directory is gone.
func TestNothingKeepsTheValue(t *testing.T) {
	s, h, password := site.New(t), newHome(t), newPassword()
	s.Account("ada", password)
	id := h.secret(password, s.Shop)
	cmd := h.command("mcp")
	a := &agent{mcptest.Start(t, cmd), t, s}
	a.greet()
	a.open("/login/")
	a.name("username")
	a.fill(id, "password")
	server := cmd.Process.Pid
	dir := profile(t, server)
	places := []string{h.path, dir}
	nowhere(t, places, password)
	unreadable(t, server)
	a.click("Sign in")
	a.wait("Welcome, ada")
	nowhere(t, places, password)
	leak.Transcript(t, a.Received(), password)
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	<-a.Done()
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the browser's directory after the end: %v, want it gone", err)
	}
	nowhere(t, places[:1], password)
	leak.Transcript(t, h.said.bytes(), password)
}

// nowhere looks through directories and the process table.
func nowhere(t *testing.T, places []string, values ...string) {
	t.Helper()
	for _, place := range places {
		found, err := leak.Tree(place, values...)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			t.Errorf("looking through %s: %v", place, err)
		}
		for _, f := range found {
			t.Errorf("leaked: %v", f)
		}
	}
	found, looked, err := leak.Processes(0, values...)
	if err != nil || looked == 0 {
		t.Errorf("looking at processes: %d files, %v", looked, err)
	}
	for _, f := range found {
		t.Errorf("leaked: %v", f)
	}
}

// unreadable wants that a process of the same user can neither read a process's memory nor have it dumped.
func unreadable(t *testing.T, pid int) {
	t.Helper()
	for _, name := range []string{"mem", "environ", "maps"} {
		f, err := os.Open("/proc/" + strconv.Itoa(pid) + "/" + name)
		if err == nil {
			_, err = f.Read(make([]byte, 1))
			f.Close()
		}
		if !errors.Is(err, fs.ErrPermission) {
			t.Errorf("reading %s of the server: %v, want it refused", name, err)
		}
	}
	limits, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/limits")
	core := regexp.MustCompile(`Max core file size\s+0\s+0\s`)
	if err == nil && !core.Match(limits) || err != nil && !errors.Is(err, fs.ErrPermission) {
		t.Errorf("limits of the server: %v\n%s", err, strings.TrimSpace(string(limits)))
	}
}
