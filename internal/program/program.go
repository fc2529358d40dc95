package program

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"browser-mcp/internal/asuser"
)

// variable names the program for the tests. Whoever finds it set is the second process of a run, or one below it.
const variable = "BROWSER_MCP_TEST_PROGRAM"

// Path is the program, "" before [Main] has built it.
func Path() string { return os.Getenv(variable) }

// Main is the whole of a TestMain: it builds the program and runs m as an ordinary user. It does not return.
func Main(m interface{ Run() int }) {
	if Path() != "" {
		asuser.Main(m)
		return
	}
	code, err := buildAndRun()
	if err != nil {
		fmt.Fprintln(os.Stderr, "program:", err)
		code = 1
	}
	os.Exit(code)
}

// buildAndRun builds the program, runs this binary again with it, and removes it.
func buildAndRun() (int, error) {
	dir, err := os.MkdirTemp("/tmp", "bmp-") // not TMPDIR: root's may lie where the user cannot reach it
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil {
		return 0, err
	}
	path := filepath.Join(dir, "browser-mcp")
	build := exec.Command("go", "build", "-o", path, "browser-mcp/cmd/browser-mcp")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as it is released
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("building browser-mcp: %w\n%s", err, out)
	}
	again := exec.Command("/proc/self/exe", arguments(os.Args[1:])...)
	again.Stdin, again.Stdout, again.Stderr = os.Stdin, os.Stdout, os.Stderr
	again.Env = append(os.Environ(), variable+"="+path)
	if err := again.Run(); err != nil && again.ProcessState == nil {
		return 0, err
	}
	return again.ProcessState.ExitCode(), nil
}

// arguments are those of the go command without -test.testlogfile, for want of which it keeps no result.
func arguments(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-test.testlogfile=") })
}
