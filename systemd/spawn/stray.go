package spawn

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// endStrays kills and collects children of ours that live in another session. We start
// none there, so each was adopted: it left its group, and its own program, which adopts
// such ones while it lives (tieToParent), is dead. True if there were any, since they may
// have left some in turn.
func endStrays() bool {
	ours, err := unix.Getsid(0)
	if err != nil {
		return false
	}
	found := false
	for _, pid := range childrenOfOurs() {
		if session, err := unix.Getsid(pid); err == nil && session != ours {
			_ = unix.Kill(pid, unix.SIGKILL)
			found = waitEnd(unix.P_PID, pid, 0) || found
		}
	}
	return found
}

// childrenOfOurs lists direct children, dead ones that nobody collected included (proc(5),
// /proc/PID/task/TID/children): each thread of ours has its own.
func childrenOfOurs() []int {
	files, _ := filepath.Glob("/proc/self/task/*/children") // fails for a bad pattern only
	var pids []int
	for _, file := range files {
		list, _ := os.ReadFile(file) // the thread may be gone; then another has its children
		for _, word := range strings.Fields(string(list)) {
			if pid, err := strconv.Atoi(word); err == nil {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}
