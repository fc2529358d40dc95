package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A proc is one process as /proc shows it.
type proc struct {
	pid   int
	group int
	args  []string
}

// groupOf lists the processes of a process group that are not dead.
func groupOf(group int) []proc {
	var list []proc
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // it ended meanwhile
		}
		// The name in parentheses may hold anything; state, parent and group follow it (proc_pid_stat(5)).
		fields := strings.Fields(string(data[strings.LastIndexByte(string(data), ')')+1:]))
		pgrp, _ := strconv.Atoi(fields[2])
		if pgrp != group || fields[0] == "Z" || fields[0] == "X" {
			continue
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		cmdline, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		list = append(list, proc{pid: pid, group: pgrp, args: strings.FieldsFunc(string(cmdline), func(r rune) bool { return r == 0 || r == ' ' })})
	}
	return list
}

func (p proc) has(flag string) bool { return slices.Contains(p.args, flag) }

// status reads one line of /proc/PID/status.
func (p proc) status(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.pid))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, name+":"); ok {
			return strings.Fields(rest)
		}
	}
	t.Fatalf("no line %s in the status of %d", name, p.pid)
	return nil
}

// renderers lists the processes that run pages.
func renderers(group int) []proc {
	return slices.DeleteFunc(groupOf(group), func(p proc) bool { return !p.has("--type=renderer") })
}

// userDataDir is where the browser keeps its profile.
func userDataDir(t testing.TB, group int) string {
	t.Helper()
	for _, p := range groupOf(group) {
		for _, arg := range p.args {
			if dir, ok := strings.CutPrefix(arg, "--user-data-dir="); ok {
				return dir
			}
		}
	}
	t.Fatalf("no process of group %d has a profile", group)
	return ""
}

// awaitGone waits until a process group is empty, by the processes' own descriptors and not by a clock.
func awaitGone(t testing.TB, group int) {
	t.Helper()
	for {
		living := groupOf(group)
		if len(living) == 0 {
			return
		}
		fd, err := unix.PidfdOpen(living[0].pid, 0)
		if err != nil {
			continue // it ended meanwhile
		}
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 30_000)
		unix.Close(fd)
		if n == 0 && err == nil {
			t.Fatalf("process %d of group %d lives on: %q", living[0].pid, group, living[0].args)
		}
	}
}
