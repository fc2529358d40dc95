package script

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// TestMain is also the program that the scripts of these tests run.
func TestMain(m *testing.M) {
	if os.Args[0] != "scripted" {
		os.Exit(m.Run())
	}
	switch os.Args[1] {
	case "echo":
		fmt.Println(strings.Join(os.Args[2:], "|"))
	case "cat":
		_, _ = io.Copy(os.Stderr, os.Stdin)
	case "fail":
		os.Exit(7)
	case "touch":
		_ = os.WriteFile(os.Args[2], nil, 0o600)
	case "sit":
		stop := make(chan os.Signal, 1)
		signal.Notify(stop, syscall.SIGTERM)
		fmt.Println("ready")
		<-stop
		fmt.Println("stopping")
		os.Exit(3)
	}
}

func options() Options {
	return Options{Program: []string{"/proc/self/exe"}, Argv0: "scripted", Env: []string{"NAME=a b"}}
}

func TestScriptLines(t *testing.T) {
	for name, text := range map[string]string{
		"arguments": "run echo $NAME '$NAME' x${NAME}y\nstdout '^a b\\|\\$NAME\\|xa by$'\n! stdout zzz",
		"input":     "stdin in\nrun cat\nstderr hello\n-- in --\nhello\n",
		"exit":      "! run fail\nexit 7",
		"files":     "run touch made\nexists made in\nmode made 0600\nchmod 400 made\nmode made 0400\n! exists other\nempty tmp\n-- in --\n",
		"beside":    "start s sit\nawait s ready\nsignal s TERM\nwait s 3\nstdout stopping",
		"talk":      "start c cat\ntell c in\nawait c hello\nhangup c\nwait c 0\n-- in --\nhello\n",
		"variable":  "env OTHER 1\nrun echo $OTHER\nstdout ^1$\n! env OTHER\nrun echo x$OTHER\nstdout ^x$",
	} {
		t.Run(name, func(t *testing.T) { runOne(t, []byte(text), options()) })
	}
}

func TestFailingLines(t *testing.T) {
	for name, text := range map[string]string{
		"code":      "run fail",
		"no code":   "! run echo",
		"output":    "stdout x",
		"not there": "exists nothing",
		"not empty": "empty .",
		"mode":      "mode home 0755",
		"process":   "await nobody x",
		"quote":     "run 'x",
		"after not": "!",
	} {
		s := newState(t, options())
		if err := os.WriteFile(s.path("file"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := s.line(text); err == nil {
			t.Errorf("%s: line(%q) = nil, want an error", name, text)
		}
	}
}

func TestUnknownCommandFails(t *testing.T) {
	if err := newState(t, options()).line("frobnicate x"); err == nil {
		t.Error("line(frobnicate) = nil, want an error")
	}
}

func TestAwaitEndedProcessFails(t *testing.T) {
	s := newState(t, options())
	if err := s.line("start e echo one"); err != nil {
		t.Fatal(err)
	}
	if err := s.line("await e two"); err == nil {
		t.Error("await of text that never comes = nil, want an error")
	}
}

func TestBackgroundEndsWithScript(t *testing.T) {
	var pid int
	t.Run("script", func(t *testing.T) {
		s := newState(t, options())
		for _, line := range []string{"start s sit", "await s ready"} {
			if err := s.line(line); err != nil {
				t.Fatal(err)
			}
		}
		pid = s.background["s"].cmd.Process.Pid
	})
	if err := syscall.Kill(pid, 0); err != syscall.ESRCH {
		t.Errorf("kill(%d, 0) = %v after the script, want %v", pid, err, syscall.ESRCH)
	}
}

func TestParseArchive(t *testing.T) {
	text, files := Parse([]byte("run x\n-- a/b --\none\ntwo\n-- c --\n"))
	if text != "run x\n" {
		t.Errorf("script = %q, want %q", text, "run x\n")
	}
	var got []string
	for _, f := range files {
		got = append(got, f.Name+"="+string(f.Data))
	}
	if want := []string{"a/b=one\ntwo\n", "c="}; !slices.Equal(got, want) {
		t.Errorf("files = %q, want %q", got, want)
	}
}

func FuzzWords(f *testing.F) {
	for _, seed := range []string{"run a b", "x 'q $A' ${B}c # note", "'", "$", "${"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		list, err := words(line, func(name string) string { return "" })
		if err != nil {
			return
		}
		if slices.ContainsFunc(list, func(w string) bool { return len(w) > len(line) }) {
			t.Errorf("words(%q) = %q, longer than the line", line, list)
		}
	})
}
