package spawn

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"golang.org/x/sys/unix"

	"browser-mcp/systemd"
)

// Helper says how to get one helper process.
type Helper struct {
	// Socket is the path of the helper's Accept=yes socket unit; tried first, if set.
	Socket string
	// Command is what to start when nothing listens there: a program and its arguments.
	// Empty: nothing, so that Socket must work.
	Command []string
	// Env is the whole environment of Command; a unit has its own.
	Env []string
}

// Start gets a helper, sends it one request and returns when it has answered. The request
// holds no NUL and at most [MaxRequest] bytes. The process outlives ctx. The error wraps
// [ErrRefused] or [ErrAnswer] for what the helper did, [systemd.ErrForeign] if another
// user's process listens on Socket, and the cause of ctx's end.
func (h Helper) Start(ctx context.Context, request []byte) (*Process, error) {
	if err := checkMessage("request", request, MaxRequest); err != nil {
		return nil, fmt.Errorf("starting helper: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, helloTimeout)
	defer cancel()
	p, err := h.obtain(ctx)
	if err != nil {
		return nil, fmt.Errorf("starting helper: %w", err)
	}
	if err := p.handshake(ctx, request); err != nil {
		p.Kill()
		return nil, fmt.Errorf("starting helper: %w", err)
	}
	return p, nil
}

// obtain prefers the unit, whose sandbox is the stronger one.
func (h Helper) obtain(ctx context.Context) (*Process, error) {
	if h.Socket != "" {
		p, err := connect(ctx, h.Socket)
		absent := errors.Is(err, unix.ENOENT) || errors.Is(err, unix.ECONNREFUSED)
		if !absent || len(h.Command) == 0 {
			return p, err
		}
	}
	if len(h.Command) == 0 {
		return nil, errors.New("neither socket nor command is set")
	}
	return startChild(h.Command, h.Env)
}

// connect reaches the socket unit. The kernel names whoever listens, the service manager,
// as the peer; another user's program in its place must not get the request.
func connect(ctx context.Context, path string) (*Process, error) {
	conn, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, err
	}
	c := conn.(*net.UnixConn)
	if _, err := systemd.OwnPeer(c); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return &Process{conn: c, end: &remote{}}, nil
}

// handshake is one message each way, within ctx.
func (p *Process) handshake(ctx context.Context, request []byte) error {
	stop := context.AfterFunc(ctx, func() { _ = p.conn.SetDeadline(time.Unix(1, 0)) })
	err := p.exchange(request)
	if !stop() || ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (p *Process) exchange(request []byte) error {
	// Before anything is sent, so that the kernel attaches the sender to the answer.
	if err := passCredentials(p.conn, 1); err != nil {
		return err
	}
	if err := writeMessage(p.conn, request); err != nil {
		return fmt.Errorf("%w: %v", ErrAnswer, err)
	}
	answer, sender, err := readHello(p.conn)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrAnswer, err)
	}
	if err := passCredentials(p.conn, 0); err != nil {
		return err
	}
	if err := refusal(answer); err != nil {
		return err
	}
	p.hello, p.pid = answer, int(sender.Pid)
	return p.end.attach(p.conn, p.pid)
}
