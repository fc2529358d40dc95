package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// parents maps every process that there is to its parent (proc_pid_stat(5), fields 1 and 4).
func parents(t testing.TB) map[int]int {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		t.Fatal(err)
	}
	all := map[int]int{}
	for _, path := range stats {
		content, err := os.ReadFile(path)
		if err != nil {
			continue // ended meanwhile
		}
		fields := strings.Fields(string(content[strings.LastIndexByte(string(content), ')')+1:]))
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		if parent, err := strconv.Atoi(fields[1]); err == nil && fields[0] != "Z" {
			all[pid] = parent
		}
	}
	return all
}

// below lists a process and all that it has started.
func below(t testing.TB, root int) []int {
	t.Helper()
	all, list := parents(t), []int{root}
	for i := 0; i < len(list); i++ {
		for pid, parent := range all {
			if parent == list[i] {
				list = append(list, pid)
			}
		}
	}
	return list
}

// renderers lists the processes of a browser that show pages.
func renderers(t testing.TB, browser int) (list []int) {
	t.Helper()
	for _, pid := range below(t, browser) {
		line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
		if err == nil && strings.Contains(string(line), "--type=renderer") {
			list = append(list, pid)
		}
	}
	if len(list) == 0 {
		t.Fatalf("process %d has no renderers", browser)
	}
	return list
}

func kill(t testing.TB, pid int) {
	t.Helper()
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}
