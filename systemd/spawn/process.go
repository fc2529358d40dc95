package spawn

import (
	"context"
	"net"
	"sync"
	"time"
)

// Process is a helper, or what it has become, and the connection to it. Read, Write and
// Close are the connection's; closing it is the polite way to end the process.
type Process struct {
	conn  *net.UnixConn
	pid   int
	hello []byte
	end   ending

	closing sync.Once
	closed  error
}

// ending is what differs between our own child and a unit's process.
type ending interface {
	// attach is called once, when the process has answered and is known to be pid.
	attach(conn *net.UnixConn, pid int) error
	// kill ends the process with all its children, without waiting.
	kill()
	// done is closed when nothing is left of it.
	done() <-chan struct{}
}

func (p *Process) Read(b []byte) (int, error)  { return p.conn.Read(b) }
func (p *Process) Write(b []byte) (int, error) { return p.conn.Write(b) }

// Close closes the connection; it may be called again.
func (p *Process) Close() error {
	p.closing.Do(func() { p.closed = p.conn.Close() })
	return p.closed
}

// PID is the process number as we see it, by the kernel's word. The process may be gone.
func (p *Process) PID() int { return p.pid }

// Hello is the helper's answer, a JSON object, without its NUL.
func (p *Process) Hello() []byte { return p.hello }

// Kill closes the connection, kills the process with all its children, and returns when
// they are gone; after ten seconds all the same. It may be called again.
//
// Of a unit's process it kills the main process, if rules of ours let it (a Landlock signal
// scope does not), and the service manager ends the rest.
func (p *Process) Kill() {
	_ = p.Close()
	p.end.kill()
	timer := time.NewTimer(killTimeout)
	defer timer.Stop()
	select {
	case <-p.end.done():
	case <-timer.C:
	}
}

// Wait returns nil once the process is gone (our own child with its whole group), or the
// cause of ctx's end.
func (p *Process) Wait(ctx context.Context) error {
	select {
	case <-p.end.done():
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
