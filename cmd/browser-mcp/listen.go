package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"

	"browser-mcp/fsutil"
	"browser-mcp/mcp"
	"browser-mcp/systemd"
)

// bind takes the listeners that systemd passed, by name, and opens those that it did not.
func (d *daemon) bind(passed map[string][]net.Listener) error {
	d.unbind = func() {}
	d.mcp, d.human = passed["mcp"], passed["control"]
	for name, list := range passed {
		if name != "mcp" && name != "control" {
			d.logger.Warn("socket of an unknown name passed by systemd", "name", name)
			for _, l := range list {
				_ = l.Close()
			}
		}
	}
	if d.activated {
		return nil // what a unit does not pass, its owner does not want
	}
	dir, err := fsutil.MakeDir(d.runtime.dir)
	if err != nil {
		return failf(exitConfig, "opening %s: %w", d.runtime.dir, err).
			hint("the directory must be yours alone: mode 0700, no link")
	}
	if err := d.lock(dir, "another daemon serves "+d.runtime.dir); err != nil {
		return errors.Join(err, dir.Close())
	}
	d.unbind = func() { _ = dir.Close() }
	for _, s := range []struct {
		path string
		to   *[]net.Listener
	}{{d.runtime.mcp, &d.mcp}, {d.runtime.control, &d.human}} {
		l, err := listenUnix(s.path)
		if err != nil {
			return failf(exitConfig, "listening on %s: %w", s.path, err)
		}
		*s.to = append(*s.to, l)
	}
	return nil
}

// listenUnix binds a socket of mode 0600, in a directory that nobody else can enter meanwhile. A socket that stands there is a dead daemon's: we hold the
// directory's lock, so no live one of ours can have it. Anything else that stands there is left alone and refused.
func listenUnix(path string) (net.Listener, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.Mode().Type() != fs.ModeSocket:
		return nil, errors.New("something that is no socket stands there")
	default:
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	l, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, l.Close())
	}
	return l, nil
}

// admit authenticates the process at the other end: it must be our own user's.
func admit(conn net.Conn) (mcp.Caller, error) {
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return mcp.Caller{}, fmt.Errorf("a %s connection on a socket for MCP clients", conn.RemoteAddr().Network())
	}
	peer, err := systemd.OwnPeer(unix)
	if err != nil {
		return mcp.Caller{}, err
	}
	return mcp.Caller{Principal: principal(peer.UID)}, nil
}

// admitPreamble notes what a bridge asks for. Its label takes nothing up, whoever sends it again, and is not kept: the
// journal shows a short name of ours in its place (threats.md, rule 16).
func admitPreamble(c mcp.Caller, p mcp.Preamble) (mcp.Caller, error) {
	c.Label, c.Profile, c.Fresh = newLabel()[:8], p.Profile, p.Fresh
	return c, nil
}
