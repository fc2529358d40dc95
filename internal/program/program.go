package program

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

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
	return wait(again)
}

// wait runs cmd to its end and returns its exit code. What asks this process to end is passed on, so that the program is
// removed all the same; what kills it kills cmd, too.
func wait(cmd *exec.Cmd) (int, error) {
	// The parent-death signal follows the thread, not the process (prctl(2), PR_SET_PDEATHSIG).
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP)
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	// Owned by wait; ends with the child, which wait below has seen, when the channel is closed.
	go func() {
		for s := range signals {
			_ = cmd.Process.Signal(s)
		}
	}()
	err := cmd.Wait()
	signal.Stop(signals)
	close(signals)
	if err != nil && cmd.ProcessState == nil {
		return 0, err
	}
	return cmd.ProcessState.ExitCode(), nil
}

// arguments are those of the go command without -test.testlogfile, for want of which it keeps no result.
func arguments(args []string) []string {
	return slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.HasPrefix(arg, "-test.testlogfile=") })
}
