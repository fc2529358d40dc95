package robust

import (
	"bytes"
	"fmt"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"browser-mcp/internal/program"
)

// process is a program that a test has started.
type process struct {
	t    testing.TB
	home *home
	cmd  *exec.Cmd
	out  buffer
	said buffer
	done chan struct{} // closed when it has ended and was collected
}

// buffer is written by one goroutine and read by others.
type buffer struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.data.String()
}

// held are the processes that tests have started and wait for, by number. Whoever starts one holds births for reading, whoever
// counts children for writing: between the two no child is nobody's.
var (
	births sync.RWMutex
	held   sync.Map
)

// program is a command of the program with variables beside those of the home.
func (h *home) program(variables []string, args ...string) *exec.Cmd {
	cmd := exec.Command(program.Path(), args...)
	cmd.Env = h.environment(variables...)
	return cmd
}

// start starts cmd with input on its standard input. The test's end kills and collects what still runs.
func (h *home) start(cmd *exec.Cmd, input string) *process {
	h.t.Helper()
	p := &process{t: h.t, home: h, cmd: cmd, done: make(chan struct{})}
	if cmd.Stdin == nil {
		cmd.Stdin = strings.NewReader(input)
	}
	if cmd.Stdout == nil {
		cmd.Stdout = &p.out
	}
	cmd.Stderr = &p.said
	cmd.WaitDelay = patience // whoever else holds its outputs is a leak, which Wait then tells
	h.hold(p)
	p.collect(nobody)
	return p
}

// hold starts the command, whose standard streams are set.
func (h *home) hold(p *process) {
	p.t.Helper()
	h.processes = append(h.processes, p)
	births.RLock()
	err := p.cmd.Start()
	if err == nil {
		held.Store(p.cmd.Process.Pid, true)
	}
	births.RUnlock()
	if err != nil {
		p.t.Fatal(err)
	}
}

// collect waits for the process once read is closed: nobody reads its output any more (exec.Cmd.StdoutPipe).
func (p *process) collect(read <-chan struct{}) {
	// Owned by the test; ends with the process, and the cleanup waits.
	go func() {
		defer close(p.done)
		<-read
		if err := p.cmd.Wait(); err != nil && p.cmd.ProcessState == nil || err == exec.ErrWaitDelay {
			p.t.Errorf("waiting for %s: %v", p.cmd.Args, err)
		}
		held.Delete(p.pid())
	}()
	p.t.Cleanup(func() {
		p.signal(syscall.SIGKILL)
		<-p.done
	})
}

// nobody reads the output of a process that writes into a buffer.
var nobody = func() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

func (p *process) pid() int { return p.cmd.Process.Pid }

// signal sends a signal, unless the process has ended.
func (p *process) signal(s syscall.Signal) { _ = p.cmd.Process.Signal(s) }

// end waits for the end by itself and returns the exit code, -1 for a signal.
func (p *process) end() int {
	p.t.Helper()
	select {
	case <-p.done:
	case <-time.After(patience):
		p.t.Fatalf("%s does not end\n%s", p.cmd.Args, p.home.dump())
	}
	return p.cmd.ProcessState.ExitCode()
}

// dump ends the programs that still run in a home so that their goroutines say what they waited for, and returns that.
func (h *home) dump() string {
	var all strings.Builder
	for _, p := range h.processes {
		if p.ended() {
			continue
		}
		p.signal(syscall.SIGQUIT)
		select {
		case <-p.done:
		case <-time.After(patience):
		}
		fmt.Fprintf(&all, "%s:\n%s\n", p.cmd.Args, p.said.String())
	}
	return all.String()
}

// ended reports whether it has.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}
