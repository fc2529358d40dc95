package mcp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"sync/atomic"
	"time"
)

// ErrServerGone is in the error of [Pipe] when the server ended the connection while the client still had its input open.
var ErrServerGone = errors.New("mcp: server ended the connection")

// halfCloser is a connection whose directions end one by one, such as [net.UnixConn].
type halfCloser interface {
	net.Conn
	CloseWrite() error
}

// Pipe joins a client on in and out to a server on conn: bytes pass unchanged, each side's slowness is felt by the other. It
// returns when either ends, and closes conn. At the end of in the server is told so and may still finish what it sends,
// within four seconds. A read of in that closing cannot end, as of a terminal, is left behind.
func Pipe(ctx context.Context, in io.Reader, out io.Writer, conn halfCloser) error {
	defer conn.Close()
	up, down := make(chan error, 1), make(chan error, 1)
	var finished atomic.Bool // in is at its end, so the server's end is no surprise
	// Ours; it ends with in or with conn. Left behind if in never ends: then the process is about to.
	go func() {
		_, err := io.Copy(conn, in)
		finished.Store(err == nil)
		up <- errors.Join(err, conn.CloseWrite())
	}()
	// Ours; it ends with conn, which is closed on return, and is waited for.
	go func() {
		_, err := io.Copy(out, conn)
		down <- err
	}()
	select {
	case err := <-down:
		if finished.Load() {
			return err
		}
		return errors.Join(ErrServerGone, err)
	case <-ctx.Done():
		conn.Close()
		<-down
		return context.Cause(ctx)
	case err := <-up:
		if err != nil {
			conn.Close()
			<-down
			return fmt.Errorf("copying to the server: %w", err)
		}
	}
	late := time.AfterFunc(flushTimeout+closeTimeout, func() { conn.Close() })
	defer late.Stop()
	return <-down
}
