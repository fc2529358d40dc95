package robust

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// relative is a process as others see it.
type relative struct {
	pid, parent int
	name        string
}

func (r relative) String() string { return fmt.Sprintf("%d (of %d) %.160s", r.pid, r.parent, r.line()) }

// line is its command line, or its name where it has none: the kernel's, and the dead.
func (r relative) line() string {
	line, _ := os.ReadFile("/proc/" + strconv.Itoa(r.pid) + "/cmdline")
	if len(line) == 0 {
		return r.name
	}
	return strings.TrimSpace(string(bytes.ReplaceAll(line, []byte{0}, []byte(" "))))
}

// everyone lists all processes, the dead that nobody collected included.
func everyone() []relative {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // fails for a bad pattern only
	var all []relative
	for _, stat := range stats {
		if r, ok := read(stat); ok {
			all = append(all, r)
		}
	}
	return all
}

// read reads /proc/PID/stat: the name stands in parentheses and may hold any of them (proc(5)).
func read(stat string) (relative, bool) {
	data, err := os.ReadFile(stat)
	open, end := bytes.IndexByte(data, '('), bytes.LastIndexByte(data, ')')
	if err != nil || open < 0 || end < open {
		return relative{}, false // gone meanwhile
	}
	r := relative{name: string(data[open : end+1])}
	var state string
	if _, err := fmt.Sscan(string(data[end+1:]), &state, &r.parent); err != nil {
		return relative{}, false
	}
	r.pid, _ = strconv.Atoi(filepath.Base(filepath.Dir(stat)))
	return r, true
}

// mentioning lists the processes whose command line has text in it.
func mentioning(text string) []relative {
	return slices.DeleteFunc(everyone(), func(r relative) bool { return !strings.Contains(r.line(), text) })
}

// children lists who has parent for one.
func children(parent int) []relative {
	return slices.DeleteFunc(everyone(), func(r relative) bool { return r.parent != parent })
}

// below lists all descendants.
func below(ancestor int) []relative {
	all := everyone()
	var found []relative
	for parents := []int{ancestor}; len(parents) > 0; parents = parents[1:] {
		for _, r := range all {
			if r.parent == parents[0] {
				found, parents = append(found, r), append(parents, r.pid)
			}
		}
	}
	return found
}

// renderers lists the processes of a browser that pages live in.
func renderers(browser int) []relative {
	return slices.DeleteFunc(below(browser), func(r relative) bool { return !strings.Contains(r.line(), "--type=renderer") })
}

// browserOf is the browser that a server has started, 0 for none. It is asked often, and the kernel has the list at hand
// (proc_tid_children(5)).
func browserOf(server int) int {
	lists, _ := filepath.Glob("/proc/" + strconv.Itoa(server) + "/task/*/children") // fails for a bad pattern only
	for _, list := range lists {
		data, _ := os.ReadFile(list) // the thread may be gone
		first, _, _ := strings.Cut(string(data), " ")
		if pid, err := strconv.Atoi(first); err == nil {
			return pid
		}
	}
	return 0
}

// carried is what a process has read and written so far, in bytes. Of a browser that is what it says and hears on its pipe,
// and the files of its start (proc_pid_io(5)).
func carried(pid int) int {
	data, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/io") // gone: 0
	sum := 0
	for line := range strings.Lines(string(data)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		if n, err := strconv.Atoi(value); err == nil && (name == "rchar" || name == "wchar") {
			sum += n
		}
	}
	return sum
}

// orphans are those who came to us when their parent died.
func orphans() []relative {
	births.Lock()
	defer births.Unlock()
	return slices.DeleteFunc(children(os.Getpid()), func(r relative) bool {
		_, ours := held.Load(r.pid)
		return ours
	})
}

// wantNoStray waits until nothing is left of what has lost its parent. Nobody kills it: it must end by itself.
func wantNoStray(t testing.TB) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; {
		left := orphans()
		if len(left) == 0 {
			return
		}
		for _, r := range left {
			if !endsBy(r.pid, deadline) {
				t.Errorf("process left: %v", r)
				_ = unix.Kill(r.pid, unix.SIGKILL)
				endsBy(r.pid, time.Now().Add(patience))
			}
			_, _ = unix.Wait4(r.pid, nil, unix.WNOHANG, nil) // another test may have collected it
		}
	}
}

// endsBy waits for the end of a process, be it our child or not.
func endsBy(pid int, deadline time.Time) bool {
	fd, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return true // it is gone
	}
	defer unix.Close(fd)
	for {
		left := max(0, time.Until(deadline).Milliseconds())
		n, err := unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, int(left))
		if err != unix.EINTR {
			return n > 0
		}
	}
}
