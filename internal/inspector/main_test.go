package inspector

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"browser-mcp/internal/asuser"
)

// serverVariable names the server's binary. It is built before the tests become an ordinary user, who has no build cache.
const serverVariable = "BROWSER_MCP_INSPECTOR_SERVER"

func TestMain(m *testing.M) {
	if os.Getenv(serverVariable) != "" {
		asuser.Main(m)
		return
	}
	dir, err := os.MkdirTemp("/tmp", "bmi-")
	if err == nil {
		err = build(dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "inspector:", err)
		os.Exit(1)
	}
	os.Exit(run(dir))
}

// run runs this binary again, with the server that was built, and removes that when the tests are over. Without
// -test.testlogfile the go command keeps no result: it does not see that one depends on the server.
func run(dir string) int {
	defer os.RemoveAll(dir)
	args := slices.DeleteFunc(os.Args[1:], func(arg string) bool { return strings.HasPrefix(arg, "-test.testlogfile=") })
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		fmt.Fprintln(os.Stderr, "inspector:", err)
		return 1
	}
	return cmd.ProcessState.ExitCode()
}

func build(dir string) error {
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	server := filepath.Join(dir, "browser-mcp")
	out, err := exec.Command("go", "build", "-o", server, "browser-mcp/cmd/browser-mcp").CombinedOutput()
	if err != nil {
		return fmt.Errorf("building the server: %w\n%s", err, out)
	}
	return os.Setenv(serverVariable, server)
}
