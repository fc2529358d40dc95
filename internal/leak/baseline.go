package leak

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// rounds bounds how often Baseline looks again. A goroutine whose owner waited for it, as
// all of ours must be, has only its last instructions to run; each collection stops the
// world once and lets it.
const rounds = 32

// Baseline remembers the goroutines, open descriptors and children of this process, and
// fails the test at its end if there are new ones. Register it first, so that it looks
// last; not for parallel tests.
func Baseline(t testing.TB) {
	t.Helper()
	before := take()
	t.Cleanup(func() {
		left := take().since(before)
		for range rounds {
			if len(left) == 0 {
				return
			}
			runtime.GC()
			runtime.Gosched()
			left = take().since(before)
		}
		for _, l := range left {
			t.Errorf("left behind: %s", l)
		}
	})
}

// state is what is open, by identity; the text is for a human.
type state map[string]string

func take() state {
	s := state{}
	goroutines(s)
	descriptors(s)
	children(s)
	return s
}

func (s state) since(before state) (left []string) {
	for id, text := range s {
		if _, ok := before[id]; !ok {
			left = append(left, text)
		}
	}
	return left
}

func goroutines(s state) {
	buf := make([]byte, 1<<16)
	n := runtime.Stack(buf, true)
	for n == len(buf) {
		buf = make([]byte, 2*len(buf))
		n = runtime.Stack(buf, true)
	}
	for _, stack := range strings.Split(string(buf[:n]), "\n\n") {
		id, _, _ := strings.Cut(stack, " [")
		if !runtimesOwn(stack) {
			s[id] = stack
		}
	}
}

// runtimesOwn are goroutines that the library starts once and keeps.
func runtimesOwn(stack string) bool {
	for _, name := range []string{"os/signal.loop", "runtime.ensureSigM", "runtime.ReadTrace", "testing.(*F).Fuzz", "runtime.gcenable"} {
		if strings.Contains(stack, name) {
			return true
		}
	}
	return false
}

func descriptors(s state) {
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, e := range entries {
		target, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err != nil || strings.HasPrefix(target, "anon_inode:[event") { // the poller's own
			continue
		}
		id := "descriptor " + e.Name() + " " + target
		s[id] = id
	}
}

func children(s state) {
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, stat := range stats {
		if parent, _, ok := parentAndGroup(stat); ok && parent == os.Getpid() {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(stat)))
			name, _ := os.ReadFile(filepath.Join(filepath.Dir(stat), "comm"))
			id := fmt.Sprintf("child %d %s", pid, strings.TrimSpace(string(name)))
			s[id] = id
		}
	}
}
