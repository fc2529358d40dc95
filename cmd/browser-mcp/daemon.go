package main

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"browser-mcp/cdp/browser"
	"browser-mcp/fsutil"
	"browser-mcp/mcp"
	"browser-mcp/systemd"
)

const helpDaemon = `Usage: browser-mcp daemon [flags]

Serves MCP clients and the human's commands on two sockets, $XDG_RUNTIME_DIR/browser-mcp/{mcp,control}.sock: those
that systemd passes, else its own. One daemon holds a state directory; a second one is refused. The browser starts
with the first call that needs it. Started by a socket unit, it ends after ten minutes without a client.

Flags:
  --state-dir DIR, --audit-log FILE, --idle-minutes N (0: never), --log-level debug|info|warn|error,
  and those of ` + "`browser-mcp mcp`" + `: --allowed-host, --block-private, --chrome-path, --chrome-arg, --headed
  --json                errors as JSON on standard output

Exit codes (sysexits): 0 stopped or idle, 64 wrong command line, 69 something needed is missing, 70 our own fault,
75 another daemon holds the state directory, 77 run as root, 78 configuration not usable.
`

func runDaemon(ctx context.Context, inv *invocation) error {
	flags := layer{source: "the flags", trusted: true}
	if _, err := parseArgs(inv.args, 0, append(daemonOptions(&flags.values), jsonFlag(inv))...); err != nil {
		return err.hint("browser-mcp daemon --help")
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	passed, err := systemd.Listeners()
	if err != nil {
		return failf(exitConfig, "taking over the sockets of systemd: %w", err)
	}
	d := &daemon{started: time.Now(), runtime: resolveRuntime(inv.env), activated: len(passed) > 0}
	level := d.configure(inv, flags)
	d.logger = slog.New(systemd.NewHandler(systemd.HandlerOptions{Identifier: "browser-mcp", Level: level, Fallback: inv.err}))
	if d.problem == nil {
		d.problem = d.lockState()
	}
	if d.problem != nil && !d.activated {
		return d.problem
	}
	if d.problem != nil {
		// Ending now would leave clients in the socket's queue, and systemd would give the socket up (systemd.md, P10).
		d.logger.Error("serving without being usable", "err", d.problem)
	}
	if err := d.bind(passed); err != nil {
		return errors.Join(err, d.unlock())
	}
	return d.serve(ctx)
}

// daemon is the one process that owns a state directory, its browser and its sockets.
type daemon struct {
	started   time.Time
	activated bool
	runtime   runtimePaths
	settings  settings
	state     statePaths
	problem   error // why nothing can be used; clients are told that a human must act
	logger    *slog.Logger

	house  *house
	idle   *idleTimer
	locks  []*fsutil.Lock
	core   *fsutil.Dir
	mcp    []net.Listener
	human  []net.Listener
	unbind func()
}

// configure resolves the settings, all from the operator, and returns the level of the log.
func (d *daemon) configure(inv *invocation, flags layer) slog.Level {
	d.settings, d.state, d.problem = loadOperator(inv.env, flags)
	if level, ok := logLevels[d.settings.logLevel]; ok {
		return level
	}
	return slog.LevelInfo
}

// loadOperator resolves settings where every source is the operator's: for the daemon and for a human's commands.
func loadOperator(env func(string) string, flags layer) (settings, statePaths, error) {
	s := defaults()
	config, err := resolveConfig(env)
	if err != nil {
		return s, statePaths{}, err
	}
	file, err := readConfig(config, true)
	if err != nil {
		return s, statePaths{}, err
	}
	environment, err := readEnvironment(env, true)
	if err != nil {
		return s, statePaths{}, err
	}
	if s, err = resolve(file, environment, flags); err != nil {
		return s, statePaths{}, err
	}
	paths, err := resolveState(env, s.stateDirectory)
	return s, paths, err
}

// lockState makes this the only daemon of the state directory.
func (d *daemon) lockState() error {
	core, err := openCore(d.state, true)
	if err != nil {
		return err
	}
	d.core = core
	return d.lock(core, "another daemon holds "+d.state.root)
}

// daemonLock is the file in a directory of which one daemon holds the lock. It stays when the daemon goes: removing a lock
// file that another process has open would let two of them hold one lock each.
const daemonLock = "daemon.lock"

// lock takes the lock of one directory at once or says who has it.
func (d *daemon) lock(dir *fsutil.Dir, taken string) error {
	l, err := dir.Lock(daemonLock)
	if errors.Is(err, fsutil.ErrLocked) {
		return failf(exitTryAgain, "%s", taken).hint("browser-mcp status shows it; one daemon serves every client")
	}
	if err != nil {
		return failf(exitConfig, "locking %s: %w", dir.Path(), err)
	}
	d.locks = append(d.locks, l)
	return nil
}

// unlock gives up what lockState and bind took. The runtime directory's lock goes last.
func (d *daemon) unlock() error {
	var err error
	for _, l := range d.locks {
		err = errors.Join(err, l.Close())
	}
	d.locks = nil
	if d.core != nil {
		err = errors.Join(err, d.core.Close())
	}
	return err
}

// serve runs until ctx ends or the daemon has been idle for long enough.
func (d *daemon) serve(ctx context.Context) error {
	ctx, end := context.WithCancelCause(ctx)
	defer end(nil)
	d.idle = newIdleTimer(d.settings.idle, d.activated, func() { end(errIdle) })
	d.house = newHouse(houseOptions{
		load: d.load, daemon: true, spawn: d.runtime.browser, logger: d.logger, enter: d.idle.enter, leave: d.idle.leave,
	}, mcp.Config{Preamble: admitPreamble})
	var serving sync.WaitGroup
	for _, l := range d.mcp {
		// Owned by serve; ends when ctx does, and is waited for below.
		serving.Go(func() {
			if err := d.house.server.ServeListener(ctx, l, admit); err != nil {
				end(failf(exitInternal, "serving clients: %w", err))
			}
		})
	}
	control := &controlServer{open: d.keeper, status: d.status, logger: d.logger}
	for _, l := range d.human {
		stop := context.AfterFunc(ctx, func() { _ = l.Close() })
		defer stop()
		serving.Go(func() { control.serve(ctx, l) }) // ends when its listener is closed
	}
	d.sweep(ctx)
	d.announce(ctx, &serving)
	<-ctx.Done()
	return d.stop(context.Cause(ctx), &serving)
}

// sweep removes the private directories of browsers that died with an earlier daemon. A browser's own start does so too,
// but may be far away.
func (d *daemon) sweep(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, sweepTimeout)
	defer cancel()
	if err := browser.Sweep(ctx); err != nil {
		d.logger.Debug("sweeping private directories", "err", err)
	}
}

// announce tells the service manager that clients are served, and keeps its watchdog quiet while that is true.
func (d *daemon) announce(ctx context.Context, serving *sync.WaitGroup) {
	watchdog, err := systemd.NewWatchdog()
	if err != nil {
		d.logger.Warn("no watchdog", "err", err)
	}
	serving.Go(func() { watchdog.Run(ctx, d.house.alive) }) // ends with ctx
	if err := systemd.Ready(); err != nil {
		d.logger.Warn("telling systemd that we serve", "err", err)
	}
	d.logger.Info("serving", "event", "started", "version", versionString(), "sockets", len(d.mcp)+len(d.human))
}

// errIdle is the cause of a stop that nobody asked for.
var errIdle = errors.New("idle")

// stop ends everything within stopTimeout and returns what the exit code is made of.
func (d *daemon) stop(cause error, serving *sync.WaitGroup) error {
	if err := systemd.Stopping(); err != nil {
		d.logger.Warn("telling systemd that we stop", "err", err)
	}
	d.idle.stop()
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	err := d.house.close(ctx)
	serving.Wait()
	d.unbind()
	err = errors.Join(err, d.unlock())
	if err != nil {
		d.logger.Warn("stopping", "err", err)
	}
	d.logger.Info("stopped", "event", "stopped", "idle", errors.Is(cause, errIdle))
	if f, ok := errors.AsType[*failure](cause); ok {
		return f
	}
	return nil
}

// load gives the house the settings of the start: a daemon's do not change while it runs.
func (d *daemon) load() (settings, statePaths, error) { return d.settings, d.state, d.problem }

// keeper opens the store for a human's command.
func (d *daemon) keeper() (keeper, error) {
	if d.problem != nil {
		return nil, d.problem
	}
	return openLocal(d.state, true)
}
