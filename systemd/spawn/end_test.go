package spawn_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"browser-mcp/systemd/spawn"

	"golang.org/x/sys/unix"
)

// awaitChildren asks until the number is right; the test's own deadline is the bound.
func awaitChildren(t *testing.T, right func(int) bool) {
	t.Helper()
	for !right(len(spawn.Children())) {
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
		runtime.Gosched()
	}
}

func descriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	check(t, err)
	return len(entries)
}

// group starts a shell with a family: a child, a grandchild, and one that ignores what can
// be ignored; they report their numbers.
func group(t *testing.T) (kill func(), wait func(context.Context) error, pids []int) {
	t.Helper()
	p := start(t, helper("shell"), `
		sleep 1000 & echo $! >&4
		( sleep 1001 & echo $! >&4; wait ) &
		( trap "" TERM HUP INT PIPE; sleep 1002 & echo $! >&4; wait ) &
		wait`)
	lines := bufio.NewScanner(p)
	for range 3 {
		lines.Scan()
		pid, err := strconv.Atoi(lines.Text())
		check(t, err)
		pids = append(pids, pid)
	}
	return p.Kill, p.Wait, append(pids, p.PID())
}

func alive(pid int) bool { return unix.Kill(pid, 0) == nil }

func TestKillEndsTheWholeGroup(t *testing.T) {
	before := len(spawn.Children())
	kill, wait, pids := group(t)
	for _, pid := range pids {
		if !alive(pid) {
			t.Errorf("process %d is gone already", pid)
		}
	}
	kill()
	kill()
	check(t, wait(t.Context()))
	for _, pid := range pids {
		if alive(pid) { // not even as a zombie
			t.Errorf("process %d of %v outlived Kill", pid, pids)
		}
	}
	if got := len(spawn.Children()); got != before {
		t.Errorf("%d children left", got-before)
	}
}

// When only the leader dies, however it does, its family follows.
func TestGroupEndsWithItsLeader(t *testing.T) {
	_, wait, pids := group(t)
	check(t, unix.Kill(pids[3], unix.SIGKILL))
	check(t, wait(t.Context()))
	for _, pid := range pids {
		if alive(pid) {
			t.Errorf("process %d of %v outlived its leader", pid, pids)
		}
	}
}

// As Chromium's crash handler does: out of the group, out of the session, no parent.
func TestKillEndsWhatLeftTheGroup(t *testing.T) {
	const escape = `setsid sh -c '(setsid sleep 1000 & echo $! >&4) & wait; exit'; exec sleep 1001`
	stray := func() (*spawn.Process, int) {
		p := start(t, helper("shell"), escape)
		line, err := bufio.NewReader(p).ReadString('\n')
		check(t, err)
		pid, err := strconv.Atoi(strings.TrimSpace(line))
		check(t, err)
		return p, pid
	}
	before := len(spawn.Children())
	first, firstStray := stray()
	second, secondStray := stray()
	first.Kill()
	if alive(firstStray) || !alive(secondStray) || !alive(second.PID()) {
		t.Errorf("after the first Kill: its stray lives %v, the other's %v, the other %v, want false, true, true",
			alive(firstStray), alive(secondStray), alive(second.PID()))
	}
	check(t, unix.Kill(second.PID(), unix.SIGKILL)) // by itself, as in a crash
	check(t, second.Wait(t.Context()))
	if alive(secondStray) {
		t.Error("a stray outlived its program")
	}
	if got := len(spawn.Children()); got != before {
		t.Errorf("%d children, want %d", got, before)
	}
}

func TestWaitEndsWithItsContext(t *testing.T) {
	p := start(t, helper("echo"), "{}")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantError(t, "Wait", p.Wait(ctx), context.Canceled)
}

// parent is a program that starts a shell, says its number and waits to be killed.
func parent(string) {
	p, err := helper("shell").Start(context.Background(), []byte("echo ready >&4; exec sleep 1000"))
	if err != nil {
		panic(err)
	}
	_, _ = bufio.NewReader(p).ReadString('\n')
	fmt.Println(p.PID())
	select {}
}

// The helper has become another program from another thread than the one that was started,
// and must still die with us.
func TestProcessDiesWithItsParent(t *testing.T) {
	cmd := exec.Command("/proc/self/exe")
	cmd.Env = []string{roleEnv + "=parent"}
	out, err := cmd.StdoutPipe()
	check(t, err)
	check(t, cmd.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	check(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	check(t, err)
	pidfd, err := unix.PidfdOpen(pid, 0)
	check(t, err)
	defer unix.Close(pidfd)
	check(t, cmd.Process.Kill())
	_ = cmd.Wait() // says "killed"
	n, err := unix.Poll([]unix.PollFd{{Fd: int32(pidfd), Events: unix.POLLIN}}, 30_000)
	if n != 1 || err != nil {
		t.Errorf("the shell outlived its parent: %d, %v", n, err)
		_ = unix.Kill(pid, unix.SIGKILL)
	}
	_, _ = unix.Wait4(pid, nil, 0, nil) // ours by adoption if another test has started something
}

func Test200StartsLeaveNothing(t *testing.T) {
	warm := start(t, helper("echo"), "{}") // what the runtime opens once
	warm.Kill()
	fds, goroutines, before := descriptors(t), runtime.NumGoroutine(), len(spawn.Children())
	for i := range 200 {
		role := []string{"echo", "echo", "refuse", "garbage x"}[i%4]
		p, err := helper(role).Start(t.Context(), []byte("{}"))
		if (err == nil) != (role == "echo") {
			t.Fatalf("Start of %q: %v", role, err)
		}
		if err != nil {
			continue
		}
		if i%8 == 0 { // the polite end
			check(t, p.Close())
			check(t, p.Wait(t.Context()))
		}
		p.Kill()
	}
	if got := descriptors(t); got != fds {
		t.Errorf("%d descriptors, want %d", got, fds)
	}
	if got := len(spawn.Children()); got != before {
		t.Errorf("%d children, want %d", got, before)
	}
	for runtime.NumGoroutine() > goroutines { // a goroutine ends a moment after what it announces
		if t.Context().Err() != nil {
			t.Fatalf("%d goroutines, want %d", runtime.NumGoroutine(), goroutines)
		}
		runtime.Gosched()
	}
}
