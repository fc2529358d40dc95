package main

import (
	"bufio"
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"syscall"
	"time"

	"browser-mcp/fsutil/strict"
	"browser-mcp/systemd"
	"browser-mcp/vault"
)

// errNoDaemon means that nobody listens on the control socket.
var errNoDaemon = errors.New("no daemon listens")

// controlClient asks the daemon, one connection for each question.
type controlClient struct{ socket string }

// ask sends request, then value if there is one, and returns the reply. The error wraps errNoDaemon if nobody listens.
func (c controlClient) ask(ctx context.Context, request controlRequest, value *vault.Secret) (*controlReply, error) {
	conn, err := dialOwn(ctx, c.socket)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(controlTimeout)); err != nil {
		return nil, err
	}
	send := func(b []byte) error {
		request.ValueBytes = len(b)
		if err := writeControlLine(conn, request); err != nil || len(b) == 0 {
			return err
		}
		_, err := conn.Write(b)
		return err
	}
	if value != nil {
		err = value.Use(send)
	} else {
		err = send(nil)
	}
	if err != nil {
		return nil, failf(exitTryAgain, "asking the daemon: %w", err)
	}
	return readReply(conn)
}

// readReply turns a failure of the daemon into the same failure here, with its hints and exit code.
func readReply(conn net.Conn) (*controlReply, error) {
	line, err := readControlLine(bufio.NewReader(conn)) // a reply holds no secret
	if err != nil {
		return nil, failf(exitTryAgain, "the daemon did not answer: %w", err)
	}
	var reply controlReply
	if err := strict.Unmarshal(line, &reply, strict.Limits{Bytes: maxControlLine, Depth: 8}); err != nil {
		return nil, failf(exitInternal, "the daemon's answer: %w", err).hint("restart the daemon: it may be older than the command")
	}
	if e := reply.Error; e != nil {
		return nil, &failure{code: e.Exit, text: e.Message, hints: e.Hints}
	}
	return &reply, nil
}

// dialOwn connects to a socket of our own user's process. A socket that nobody listens on, or none, is errNoDaemon.
func dialOwn(ctx context.Context, socket string) (*net.UnixConn, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", socket)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ECONNREFUSED), errors.Is(err, syscall.ENOTDIR):
		return nil, errNoDaemon
	case errors.Is(err, os.ErrPermission):
		return nil, failf(exitRefused, "connecting to %s: %w", socket, err).hint("another user's file stands there; remove it")
	case err != nil:
		return nil, failf(exitTryAgain, "connecting to the daemon: %w", err)
	}
	unix := conn.(*net.UnixConn)
	if _, err := systemd.OwnPeer(unix); err != nil {
		_ = conn.Close()
		return nil, failf(exitRefused, "the process that listens on %s is not ours: %w", socket, err)
	}
	return unix, nil
}

// list, remove and importSecret make the daemon's store a keeper.
func (c controlClient) list(ctx context.Context) ([]secretEntry, error) {
	reply, err := c.ask(ctx, controlRequest{Op: "list"}, nil)
	if err != nil {
		return nil, err
	}
	return reply.Secrets, nil
}

func (c controlClient) remove(ctx context.Context, id string) error {
	_, err := c.ask(ctx, controlRequest{Op: "remove", ID: id}, nil)
	return err
}

func (c controlClient) importSecret(ctx context.Context, what importRequest, value *vault.Secret) (secretEntry, error) {
	reply, err := c.ask(ctx, controlRequest{Op: "import", Import: &what}, value)
	if err != nil {
		return secretEntry{}, err
	}
	if len(reply.Secrets) != 1 {
		return secretEntry{}, failf(exitInternal, "the daemon's answer names %d secrets, want 1", len(reply.Secrets))
	}
	return reply.Secrets[0], nil
}

// close has nothing to end: each question had a connection of its own.
func (c controlClient) close() error { return nil }
