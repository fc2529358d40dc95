package asuser_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"browser-mcp/internal/asuser"
)

// probeVariable asks a second copy of this test binary to end in a known way inside Main. The probes run in
// TestMain, still as whoever started the tests, because only there does Main change the user.
const probeVariable = "ASUSER_PROBE"

// probes holds what the second copies did, by probe; the inner run gets it from the outer one.
var probes = map[string]string{}

type probe string

func (p probe) Run() int {
	fmt.Printf("root=%s\n", os.Getenv("BROWSER_MCP_TEST_ROOT"))
	if p == "kill" {
		// Nothing can catch it: the outer process has to report it.
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	return 7
}

func TestMain(m *testing.M) {
	if name := os.Getenv(probeVariable); name != "" {
		asuser.Main(probe(name))
	}
	for _, name := range []string{"exit", "kill"} {
		key := "ASUSER_RESULT_" + name
		if _, done := os.LookupEnv(key); !done {
			os.Setenv(key, runProbe(name))
		}
		probes[name] = os.Getenv(key)
	}
	asuser.Main(m)
}

// runProbe returns the probe's exit status and whether its private directory is still there.
func runProbe(name string) string {
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = append(os.Environ(), probeVariable+"="+name)
	out, _ := cmd.Output()
	_, root, _ := strings.Cut(string(bytes.TrimSpace(out)), "root=")
	_, err := os.Stat(root)
	return fmt.Sprintf("status %d, root named %t, left %t", cmd.ProcessState.ExitCode(), root != "", err == nil)
}

func TestExitStatusPasses(t *testing.T) {
	if got, want := probes["exit"], "status 7, root named true, "; !strings.HasPrefix(got, want) {
		t.Errorf("probe exit: got %q, want prefix %q", got, want)
	}
}

func TestSignalPasses(t *testing.T) {
	got := probes["kill"]
	// Without a change of user there is no outer process: the signal itself is the status.
	if !strings.HasPrefix(got, "status 137,") && !strings.HasPrefix(got, "status -1,") {
		t.Errorf("probe kill: got %q, want status 137 or -1", got)
	}
}

func TestDirectoryRemoved(t *testing.T) {
	if got, want := probes["exit"], "left false"; !strings.HasSuffix(got, want) {
		t.Errorf("probe exit: got %q, want suffix %q", got, want)
	}
}

func TestRunsAsOrdinaryUser(t *testing.T) {
	if os.Geteuid() == 0 || os.Getuid() == 0 {
		t.Fatal("the test runs as root")
	}
	home, err := os.Stat(os.Getenv("HOME"))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := home.Sys().(*syscall.Stat_t).Uid, uint32(os.Getuid()); got != want {
		t.Errorf("owner of HOME = %d, want %d", got, want)
	}
}

func TestDirectoriesArePrivate(t *testing.T) {
	for _, name := range []string{"XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "TMPDIR"} {
		info, err := os.Stat(os.Getenv(name))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		owner := info.Sys().(*syscall.Stat_t).Uid
		if info.Mode().Perm() != 0o700 || owner != uint32(os.Getuid()) {
			t.Errorf("%s: mode %o of user %d, want 700 of %d", name, info.Mode().Perm(), owner, os.Getuid())
		}
		if !strings.HasPrefix(os.Getenv(name), os.Getenv("BROWSER_MCP_TEST_ROOT")) {
			t.Errorf("%s = %s, want a directory of this run", name, os.Getenv(name))
		}
	}
}

func TestBinaryCanStartItself(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	out, err := asuser.Command(self, "-test.list", "^TestBinaryCanStartItself$").Output()
	if err != nil || !strings.Contains(string(out), t.Name()) {
		t.Errorf("%s -test.list: %v, output %q, want %s in it", filepath.Base(self), err, out, t.Name())
	}
}
