package mcp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"syscall"
	"time"
)

// ServeListener serves every connection of l that accept admits; accept authenticates the peer and names its principal. An
// error of accept closes that connection. The first line of a connection may be a [Preamble]. ServeListener returns when ctx
// ends (nil) or l fails, after all connections have ended; it closes l.
func (s *Server) ServeListener(ctx context.Context, l net.Listener, accept func(net.Conn) (Caller, error)) error {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	defer l.Close()
	var wg sync.WaitGroup // of the connections, each of which ends with ctx
	defer wg.Wait()
	places := make(chan struct{}, s.limits.Connections)
	for {
		conn, err := s.accept(ctx, l)
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("accepting a connection: %w", err)
		}
		select {
		case places <- struct{}{}:
			// ServeListener owns it; it ends with the connection or ctx, and is waited for on return.
			wg.Go(func() {
				defer func() { <-places }()
				s.serveAccepted(ctx, conn, accept)
			})
		default:
			s.log.Warn("connection refused", "reason", "too many", "limit", s.limits.Connections)
			conn.Close()
		}
	}
}

// acceptPause is how long a listener rests when the process is out of descriptors.
const acceptPause = 100 * time.Millisecond

// accept rides out what passes: no descriptors left, a peer gone before it was accepted (accept(2), error handling).
func (s *Server) accept(ctx context.Context, l net.Listener) (net.Conn, error) {
	for {
		conn, err := l.Accept()
		if err == nil {
			return conn, nil
		}
		if !errors.Is(err, syscall.EMFILE) && !errors.Is(err, syscall.ENFILE) && !errors.Is(err, syscall.ECONNABORTED) {
			return nil, err
		}
		s.log.Warn("accepting a connection", "err", err)
		select {
		case <-time.After(acceptPause):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// serveAccepted authenticates in the connection's own goroutine, so that a slow check holds up nobody.
func (s *Server) serveAccepted(ctx context.Context, conn net.Conn, accept func(net.Conn) (Caller, error)) {
	caller, err := accept(conn)
	if err != nil {
		s.log.Warn("connection refused", "err", err)
		conn.Close()
		return
	}
	if err := s.serve(ctx, conn, caller, true); err != nil && ctx.Err() == nil {
		s.log.Info("connection ended", "err", err)
	}
}
