package e2e

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"browser-mcp/internal/program"
)

// home is a user's directories for the real program.
type home struct {
	t    *testing.T
	path string
	said *saying // what its processes wrote to standard error
}

func newHome(t *testing.T) *home {
	t.Helper()
	path, err := os.MkdirTemp("", "p") // short: a socket's path has 107 bytes (unix(7))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(path) })
	for _, name := range []string{"r", "s", "c", "t"} {
		if err := os.Mkdir(filepath.Join(path, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return &home{t: t, path: path, said: &saying{serving: make(chan struct{})}}
}

func (h *home) command(arguments ...string) *exec.Cmd {
	cmd := exec.Command(program.Path(), arguments...)
	at := func(name string) string { return filepath.Join(h.path, name) }
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + h.path, "XDG_RUNTIME_DIR=" + at("r"), "XDG_STATE_HOME=" + at("s"),
		"XDG_CONFIG_HOME=" + at("c"), "TMPDIR=" + at("t")}
	cmd.Stderr = h.said
	return cmd
}

var secretID = regexp.MustCompile(`s-[a-z2-7]{26}`)

// secret imports a value with the command that a human would use, and returns its id.
func (h *home) secret(value, origin string) string {
	h.t.Helper()
	cmd := h.command("secrets", "import", "--name", "login", "--origin", origin, "--url-pattern", "/login/",
		"--selector", "#password", "--approval", "none")
	cmd.Stdin = strings.NewReader(value)
	out, err := cmd.Output()
	id := secretID.FindString(string(out))
	if err != nil || id == "" {
		h.t.Fatalf("secrets import = %s, %v", out, err)
	}
	return id
}

// saying is a standard error that is kept, and tells when a daemon serves.
type saying struct {
	mu      sync.Mutex
	text    strings.Builder
	serving chan struct{}
	said    bool
}

var _ io.Writer = (*saying)(nil)

// Write implements io.Writer.
func (s *saying) Write(b []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.text.Write(b)
	if !s.said && strings.Contains(s.text.String(), "serving") {
		s.said = true
		close(s.serving)
	}
	return len(b), nil
}

func (s *saying) bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return []byte(s.text.String())
}
