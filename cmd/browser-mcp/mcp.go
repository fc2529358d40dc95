package main

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"

	"browser-mcp/mcp"
	"browser-mcp/systemd"
)

const helpMCP = `Usage: browser-mcp mcp [flags]

Serves one MCP client on standard input and output. With a running daemon it joins that; without one everything runs
in this process, with a throw-away browser profile, and nothing is read or started before the first tool call.

What a client's configuration can set here only tightens: the rest belongs into the owner-only configuration file.

Flags:
  --allowed-host HOST   only this host may be opened, *.HOST for all below it; may be given again
  --block-private       refuse private, loopback and link-local addresses
  --chrome-path PATH    the browser; a root-owned file that users cannot write
  --chrome-arg FLAG     a further flag for the browser, from the allow-list; may be given again
  --headed              show the browser's window
  --profile             ask for the persistent profile (needs a daemon that grants it)
  --json                errors as JSON on standard error

In a client's configuration:
  {"mcpServers": {"browser": {"command": "browser-mcp", "args": ["mcp"]}}}

Exit codes: 0 the client ended it, 2 wrong command line, 75 the daemon ended the connection, 77 refused, as for root.
`

func runMCP(ctx context.Context, inv *invocation) error {
	inv.out = inv.err // standard output belongs to the protocol
	flags := layer{source: "the flags"}
	profile := false
	options := append(valueOptions(&flags.values), option{name: "profile", on: &profile}, jsonFlag(inv))
	if _, err := parseArgs(inv.args, 0, options...); err != nil {
		return err.hint("browser-mcp mcp --help")
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	socket := resolveRuntime(inv.env).mcp
	conn, err := dialOwn(ctx, socket)
	if errors.Is(err, errNoDaemon) {
		return serveAlone(ctx, inv, flags, profile)
	}
	if err != nil {
		return err
	}
	if flags.values != (values{}) {
		_ = conn.Close()
		return failf(exitUsage, "a daemon runs, and the browser's settings are its own").
			hint("leave the flags out, or set them in the configuration file and restart the daemon")
	}
	if _, err := conn.Write(mcp.Preamble{Label: newLabel(), Profile: profile}.Line()); err != nil {
		return failf(exitTryAgain, "joining the daemon: %w", err)
	}
	in, restore := pollable(inv.in)
	defer restore()
	return bridged(mcp.Pipe(ctx, in, os.Stdout, conn))
}

// bridged words how a bridge ended.
func bridged(err error) error {
	switch {
	case err == nil || errors.Is(err, context.Canceled):
		return nil
	case errors.Is(err, mcp.ErrServerGone):
		return failf(exitTryAgain, "the daemon ended the connection").hint("browser-mcp status; start the client again")
	}
	return failf(exitTryAgain, "talking to the daemon: %w", err)
}

// serveAlone runs everything in this process.
func serveAlone(ctx context.Context, inv *invocation, flags layer, profile bool) error {
	logger := slog.New(systemd.NewHandler(systemd.HandlerOptions{Identifier: "browser-mcp", Level: slog.LevelWarn, Fallback: inv.err}))
	load := func() (settings, statePaths, error) { return loadAlone(inv.env, flags) }
	h := newHouse(houseOptions{load: load, logger: logger}, mcp.Config{})
	caller := mcp.Caller{Principal: principal(uint32(os.Getuid())), Label: newLabel(), Profile: profile}
	in, restore := pollable(inv.in)
	defer restore()
	err := h.server.Serve(ctx, stdio{in, os.Stdout}, caller)
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	if cerr := h.close(closing); cerr != nil {
		logger.Warn("closing", "err", cerr)
	}
	if err != nil && ctx.Err() == nil {
		return failf(exitInternal, "serving the client: %w", err)
	}
	return nil
}

// loadAlone resolves settings where the surroundings may be an agent's (threats.md, rule 4).
func loadAlone(env func(string) string, flags layer) (settings, statePaths, error) {
	config, err := resolveConfig(env)
	if err != nil {
		return settings{}, statePaths{}, err
	}
	return resolveAlone(env, config, accountConfig(), flags)
}

// resolveAlone begins with the owner's own file, wherever the environment says that the configuration is.
func resolveAlone(env func(string) string, named, own configPath, flags layer) (settings, statePaths, error) {
	owner, err := ownerLayer(named, own)
	if err != nil {
		return settings{}, statePaths{}, err
	}
	file, err := readConfig(named, false)
	if err != nil {
		return settings{}, statePaths{}, err
	}
	environment, err := readEnvironment(env, false)
	if err != nil {
		return settings{}, statePaths{}, err
	}
	s, err := resolve(owner, file, environment, flags)
	if err != nil {
		return settings{}, statePaths{}, err
	}
	paths, err := resolveState(env, s.stateDirectory)
	return s, paths, err
}

// principal is how a local user is named to the tools.
func principal(uid uint32) string { return "uid:" + strconv.FormatUint(uint64(uid), 10) }

// newLabel is minted once per process (decision 10).
func newLabel() string {
	var b [16]byte
	rand.Read(b[:])
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// stdio is standard input and output as one stream.
type stdio struct {
	in  *os.File
	out io.Writer
}

func (s stdio) Read(b []byte) (int, error)  { return s.in.Read(b) }
func (s stdio) Write(b []byte) (int, error) { return s.out.Write(b) }

// Close ends a pending read; standard output stays open for whoever reads it.
func (s stdio) Close() error { return s.in.Close() }

// pollable makes reads of a pipe or socket end when it is closed. A terminal or a file stays as it is: making it
// non-blocking would change it for everyone who has it open. Whoever shares a pipe with us gets it back as it was.
func pollable(f *os.File) (in *os.File, restore func()) {
	var st unix.Stat_t
	fd := int(f.Fd())
	if unix.Fstat(fd, &st) != nil {
		return f, func() {}
	}
	if kind := st.Mode & unix.S_IFMT; kind != unix.S_IFIFO && kind != unix.S_IFSOCK {
		return f, func() {}
	}
	// A copy, because the stream is closed before its state is put back.
	kept, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return f, func() {}
	}
	if unix.SetNonblock(fd, true) != nil {
		_ = unix.Close(kept)
		return f, func() {}
	}
	return os.NewFile(uintptr(fd), f.Name()), func() {
		_ = unix.SetNonblock(kept, false)
		_ = unix.Close(kept)
	}
}
