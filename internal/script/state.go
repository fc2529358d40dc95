package script

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// state is one running script: its directory, variables, last outputs and background processes.
type state struct {
	t          *testing.T
	o          Options
	dir        string
	env        map[string]string
	stdin      []byte
	stdout     string
	stderr     string
	code       int
	background map[string]*process
}

// process is a program that runs beside the script.
type process struct {
	cmd         *exec.Cmd
	in          io.WriteCloser
	out, errOut lockedBuffer
	done        chan struct{} // closed when the process has ended
}

func newState(t *testing.T, o Options) *state {
	dir := shortTempDir(t)
	s := &state{t: t, o: o, dir: dir, env: map[string]string{}, background: map[string]*process{}}
	for _, v := range append([]string{
		"PATH=" + os.Getenv("PATH"), "WORK=" + dir, "HOME=" + filepath.Join(dir, "home"),
		"XDG_RUNTIME_DIR=" + filepath.Join(dir, "run"), "XDG_STATE_HOME=" + filepath.Join(dir, "state"),
		"XDG_CONFIG_HOME=" + filepath.Join(dir, "config"), "TMPDIR=" + filepath.Join(dir, "tmp"),
	}, o.Env...) {
		name, value, _ := strings.Cut(v, "=")
		s.env[name] = value
	}
	for _, sub := range []string{"home", "run", "state", "config", "tmp"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(s.endBackground)
	return s
}

// shortTempDir is t.TempDir with a path short enough for a Unix socket in it (unix(7): 107 bytes).
func shortTempDir(t *testing.T) string {
	dir, err := os.MkdirTemp("", "s-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Errorf("removing the script's directory: %v", err)
		}
	})
	return dir
}

func (s *state) getenv(name string) string { return s.env[name] }

// path is name below the script's directory unless it is absolute.
func (s *state) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(s.dir, name)
}

// command prepares the program under test with args.
func (s *state) command(args []string) *exec.Cmd {
	cmd := exec.Command(s.o.Program[0], append(append([]string{}, s.o.Program[1:]...), args...)...)
	if s.o.Argv0 != "" {
		cmd.Args[0] = s.o.Argv0
	}
	cmd.Dir = s.dir
	for name, value := range s.env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	cmd.Stdin = bytes.NewReader(s.stdin)
	s.stdin = nil
	return cmd
}

// endBackground kills what still runs and waits for it.
func (s *state) endBackground() {
	for _, p := range s.background {
		_ = p.cmd.Process.Kill()
		<-p.done
	}
}
