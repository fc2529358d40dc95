package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// kills is how many demos are disturbed; -kills 100 for a long run.
var kills = flag.Int("kills", 8, "demos to disturb at a random moment")

// victims are what is killed, by how to find it among the demo's descendants.
var victims = []struct {
	name string
	is   func(commandLine string) bool
}{
	{"the demo itself", nil},
	{"the server", func(c string) bool { return strings.HasPrefix(c, "browser-mcp\x00mcp\x00") }},
	{"the browser", func(c string) bool {
		return strings.Contains(c, "--user-data-dir=") && !strings.Contains(c, "--type=")
	}},
	{"a renderer", func(c string) bool { return strings.Contains(c, "--type=renderer") }},
}

// Whatever dies at whatever moment: the rest ends by itself, and the next demo works and finds nothing in its way.
func TestDemoKilledAtRandomMoments(t *testing.T) {
	// Orphans become our children, so that waiting for all children is waiting for everything.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	defer unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0)
	parent, err := demoParent()
	if err != nil {
		t.Fatal(err)
	}
	defer parent.Close()
	for i := range *kills {
		victim, moment := victims[i%len(victims)], 1+rand.IntN(40)
		t.Run(fmt.Sprintf("%s at line %d", victim.name, moment), func(t *testing.T) {
			disturb(t, moment, victim.is)
			orphans(t)
			if victim.is != nil {
				noDemoHome(t, parent.Path())
			}
		})
	}
	out, err := exec.Command(ownPath, "demo").CombinedOutput()
	if err != nil {
		t.Errorf("a demo after all that: %v\n%s", err, out)
	}
	noDemoHome(t, parent.Path())
	orphans(t)
}

// disturb runs a demo and kills the victim when so many lines were printed, or never if there is none by then.
func disturb(t *testing.T, moment int, is func(string) bool) {
	t.Helper()
	cmd := exec.Command(ownPath, "demo")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		if n != moment {
			continue
		}
		if pid := findVictim(cmd.Process.Pid, is); pid > 0 {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended by itself
		}
	}
	err = cmd.Wait()
	if status, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatalf("demo: %v", err)
	} else if ok && is != nil && status.ExitCode() != exitUnavailable && status.ExitCode() != exitFailed {
		t.Errorf("demo = %v, want 0, %d or %d", status, exitFailed, exitUnavailable)
	}
}

// findVictim is the demo itself, or a descendant of it that is what is looked for; 0 if there is none.
func findVictim(demo int, is func(string) bool) int {
	if is == nil {
		return demo
	}
	parents := map[int]int{}
	entries, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, entry := range entries {
		stat, err := os.ReadFile(entry)
		if err != nil {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(entry)))
		// pid (comm) state ppid: the name may hold anything, so from its last parenthesis on (proc_pid_stat(5)).
		fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
		parents[pid], _ = strconv.Atoi(fields[1])
	}
	for pid := range parents {
		up := pid
		for up > 1 && up != demo {
			up = parents[up]
		}
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if up == demo && pid != demo && err == nil && is(string(line)) {
			return pid
		}
	}
	return 0
}

// orphans waits until nothing is left of what was started. What never ends makes the test time out, with its stack here.
func orphans(t *testing.T) {
	t.Helper()
	for {
		_, err := unix.Wait4(-1, nil, 0, nil)
		if errors.Is(err, unix.EINTR) {
			continue
		}
		if errors.Is(err, unix.ECHILD) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

func noDemoHome(t *testing.T, parent string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(parent, demoPrefix+"*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left in %s: %q, %v", parent, left, err)
	}
}
