package spawn

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"browser-mcp/systemd"
)

// child is a helper that we started ourselves, leader of a process group of its own.
type child struct {
	over chan struct{}

	mu  sync.Mutex
	pid int // 0 once the number may belong to someone else
}

// startChild starts the command over a socketpair, its descriptor 3.
func startChild(command, env []string) (*Process, error) {
	ours, theirs, err := socketpair()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env = append([]string{}, env...) // nil would mean all of ours
	cmd.ExtraFiles = []*os.File{theirs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	c := &child{over: make(chan struct{})}
	started := make(chan error)
	// Owned by the Process: ends when the child and its group are gone; Wait and Kill wait
	// for that. The thread that starts the child stays locked and alive until then, because
	// the parent-death signal is tied to the thread, not to the process (prctl(2)).
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		defer close(c.over)
		if err := c.start(cmd); err != nil {
			started <- err
			return
		}
		started <- nil
		c.outlive(cmd)
	}()
	if err := <-started; err != nil {
		return nil, errors.Join(err, ours.Close())
	}
	return &Process{conn: ours, end: c}, nil
}

func socketpair() (*net.UnixConn, *os.File, error) {
	fds, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("making a socketpair: %w", err)
	}
	mine := os.NewFile(uintptr(fds[0]), "helper")
	theirs := os.NewFile(uintptr(fds[1]), "helper's end")
	defer mine.Close()
	ours, err := systemd.ConnectionOn(mine)
	if err != nil {
		return nil, nil, errors.Join(err, theirs.Close())
	}
	return ours, theirs, nil
}

// start makes us the parent of what the child leaves behind, so that outlive can see the
// end of its whole group even where process 1 collects nothing.
func (c *child) start(cmd *exec.Cmd) error {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("adopting orphans: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pid = cmd.Process.Pid
	return nil
}

// outlive waits for the child, then ends and collects what is left of its group. The group
// is killed before the child is collected: until then nobody else can get its number.
func (c *child) outlive(cmd *exec.Cmd) {
	group := cmd.Process.Pid
	waitEnd(unix.P_PID, group, unix.WNOWAIT)
	c.mu.Lock()
	_ = unix.Kill(-group, unix.SIGKILL)
	c.pid = 0
	_ = cmd.Wait() // how it ended is of no interest
	c.mu.Unlock()
	for waitEnd(unix.P_PGID, group, 0) { // orphans come to us before their parent's end is seen
	}
	for endStrays() {
	}
}

// waitEnd blocks until some child of the kind has ended; false when there is none.
func waitEnd(kind, id, options int) bool {
	for {
		err := unix.Waitid(kind, id, nil, unix.WEXITED|options, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}

// attach compares what the kernel says of the answer with what it said of the child.
func (c *child) attach(_ *net.UnixConn, pid int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if pid != c.pid {
		return fmt.Errorf("%w: answer by process %d, want %d", ErrAnswer, pid, c.pid)
	}
	return nil
}

func (c *child) kill() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pid != 0 {
		_ = unix.Kill(-c.pid, unix.SIGKILL)
	}
}

func (c *child) done() <-chan struct{} { return c.over }
