package robust

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// home is a user's world of its own: directories that nobody else has. They are in memory, because the browser's private
// ones are put below XDG_RUNTIME_DIR only if that is.
type home struct {
	t         testing.TB
	dir       string
	processes []*process // that were started in it
}

// rooms are the directories of a home, by the variable that names them. The names are short: a socket's path has 107 bytes.
var rooms = map[string]string{
	"HOME": "h", "XDG_RUNTIME_DIR": "r", "XDG_STATE_HOME": "s", "XDG_CONFIG_HOME": "c", "TMPDIR": "t",
}

// newHome makes a home. When the test ends, no process may use it any more.
func newHome(t testing.TB) *home {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "rb")
	if err != nil {
		t.Fatal(err)
	}
	h := &home{t: t, dir: dir}
	t.Cleanup(func() {
		wantNoStray(t) // a test that ended early has killed what it had started
		for _, p := range mentioning(dir) {
			t.Errorf("process left: %s", p)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	for _, name := range rooms {
		h.mkdir(name)
	}
	return h
}

func (h *home) mkdir(name string) {
	h.t.Helper()
	if err := os.Mkdir(filepath.Join(h.dir, name), 0o700); err != nil {
		h.t.Fatal(err)
	}
}

func (h *home) path(names ...string) string {
	return filepath.Join(append([]string{h.dir}, names...)...)
}

// write makes a private file and what it stands in.
func (h *home) write(text string, names ...string) {
	h.t.Helper()
	path := h.path(names...)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		h.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		h.t.Fatal(err)
	}
}

// environment is all that the program sees; more overrides it.
func (h *home) environment(more ...string) []string {
	list := []string{"PATH=" + os.Getenv("PATH")}
	for variable, name := range rooms {
		list = append(list, variable+"="+h.path(name))
	}
	return append(list, more...)
}

// entries are the paths of everything in the home.
func (h *home) entries() []string {
	h.t.Helper()
	var list []string
	err := filepath.WalkDir(h.dir, func(path string, _ fs.DirEntry, err error) error {
		if err == nil {
			list = append(list, strings.TrimPrefix(path, h.dir))
		}
		return err
	})
	if err != nil {
		h.t.Error(err)
	}
	return list
}

// wantOnly fails the test for everything in the home that is not in clean.
func (h *home) wantOnly(clean []string, when string) {
	h.t.Helper()
	left := slices.DeleteFunc(h.entries(), func(path string) bool { return slices.Contains(clean, path) })
	for _, path := range left {
		if !slices.Contains(left, filepath.Dir(path)) { // what stands in a directory that is left needs no line of its own
			h.t.Errorf("left %s: %s", when, path)
		}
	}
}

// profiles are the private directories of browsers, alive and dead.
func (h *home) profiles() []string {
	h.t.Helper()
	list, err := filepath.Glob(h.path("r", "browser-mcp-chromium", "p-*"))
	if err != nil {
		h.t.Fatal(err)
	}
	return list
}

// run runs a command of the program to its end.
func (h *home) run(input string, args ...string) (code int, out, said string) {
	h.t.Helper()
	p := h.start(h.command(args...), input)
	return p.end(), p.out.String(), p.said.String()
}

func (h *home) command(args ...string) *exec.Cmd { return h.program(nil, args...) }
