package script

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Options of a run.
type Options struct {
	Program []string // what `run` starts: path, then arguments that come before the script's
	Argv0   string   // the program's own name for itself
	Env     []string // further variables, NAME=value
}

// Run runs every *.txtar in dir as a subtest.
func Run(t *testing.T, dir string, o Options) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scripts in %s (%v)", dir, err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			runOne(t, data, o)
		})
	}
}

// runOne unpacks an archive into a new directory and runs its script there.
func runOne(t *testing.T, data []byte, o Options) {
	text, files := Parse(data)
	s := newState(t, o)
	for _, f := range files {
		path := s.path(f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i, line := range strings.Split(text, "\n") {
		if err := s.line(line); err != nil {
			t.Fatalf("line %d: %s\n%v\nstdout:\n%s\nstderr:\n%s", i+1, line, err, s.stdout, s.stderr)
		}
	}
}

// line runs one line. A leading `!` asks for the opposite.
func (s *state) line(line string) error {
	args, err := words(line, s.getenv)
	if err != nil || len(args) == 0 {
		return err
	}
	not := args[0] == "!"
	if not {
		args = args[1:]
	}
	if len(args) == 0 {
		return fmt.Errorf("no line after the exclamation mark")
	}
	do, ok := lines[args[0]]
	if !ok {
		return fmt.Errorf("unknown line %q", args[0])
	}
	return do(s, not, args[1:])
}
