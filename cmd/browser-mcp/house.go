package main

// The wiring of the rooms: browser, store and tools behind one MCP server. The daemon and `browser-mcp mcp` in its own
// process use the same house; they differ in where settings come from and in what may be opened.

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"slices"
	"strings"
	"sync"

	"browser-mcp/cdp/browser"
	"browser-mcp/fsutil"
	"browser-mcp/mcp"
	"browser-mcp/mcp/tools"
	"browser-mcp/systemd/spawn"
	"browser-mcp/vault"
)

// houseOptions say what a house may use.
type houseOptions struct {
	// load resolves the settings. It is called at the first tool call that needs anything, and again after an error.
	load   func() (settings, statePaths, error)
	daemon bool   // runs under the state lock: may open a store that `install` gave to the daemon
	spawn  string // socket of the browser unit, "" for none
	enter  func() // a client came; nil: nobody counts
	leave  func() // a client is gone
	logger *slog.Logger
}

// house is a server with everything behind it.
type house struct {
	o      houseOptions
	tools  *tools.Tools
	server *mcp.Server

	mu      sync.Mutex
	browser *browser.Browser
	store   *openStore
	audit   *auditLog
}

// newHouse builds the server. Nothing outside the process is touched.
func newHouse(o houseOptions, c mcp.Config) *house {
	h := &house{o: o}
	profile := tools.NeedsDaemon
	if o.daemon {
		profile = tools.NotConfigured
	}
	h.tools = tools.New(tools.Config{Open: h.open, Audit: h.record, Profile: profile, Logger: o.logger})
	c.Name, c.Title, c.Version, c.Logger = "browser-mcp", "Browser with stored secrets", versionString(), o.logger
	h.server = mcp.NewServer(o.counting(h.tools.Configure(c)))
	h.tools.Register(h.server)
	return h
}

// counting tells enter and leave of connections.
func (o houseOptions) counting(c mcp.Config) mcp.Config {
	if o.enter == nil {
		return c
	}
	opened, closed := c.OnOpen, c.OnClose
	c.OnOpen = func(caller mcp.Caller) { o.enter(); opened(caller) }
	c.OnClose = func(caller mcp.Caller) { closed(caller); o.leave() }
	return c
}

// open makes the backend of the tools.
func (h *house) open(context.Context) (*tools.Backend, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	s, paths, err := h.o.load()
	if err != nil {
		return nil, h.unusable(err)
	}
	store, err := openLocal(paths, h.o.daemon)
	if err != nil {
		return nil, h.unusable(err)
	}
	audit, err := openAudit(s.auditLog, h.o.logger)
	if err != nil {
		return nil, errors.Join(h.unusable(err), store.close())
	}
	h.store, h.audit = store, audit
	h.browser = browser.New(browser.Config{
		Start:  h.starter(s),
		Launch: browser.LaunchOptions{Headless: s.headless, Args: s.chromeArgs},
		Policy: browser.Policy{AllowedHosts: s.allowedHosts, BlockPrivate: s.blockPrivate},
		Logger: h.o.logger,
	})
	return &tools.Backend{Browser: h.browser, Store: store, Name: "local"}, nil
}

// unusable tells the agent that a human must act, and the journal why.
func (h *house) unusable(err error) error {
	h.o.logger.Error("not usable", "err", err)
	if errors.Is(err, errDaemonOnly) {
		return tools.Fail(tools.NeedsDaemon)
	}
	return tools.Fail(tools.NotConfigured)
}

// starter starts the browser helper: this program again, or its unit.
func (h *house) starter(s settings) func(context.Context, []byte) (browser.Process, error) {
	helper := spawn.Helper{Socket: h.o.spawn, Command: []string{ownPath, "browser"}, Env: helperEnvironment(h.o.surroundings(), s)}
	return func(ctx context.Context, request []byte) (browser.Process, error) {
		p, err := helper.Start(ctx, request)
		if err != nil {
			return nil, err // not p: a nil *Process is no nil Process
		}
		return p, nil
	}
}

// surroundings is the environment, without a display of somebody else's where an agent may have set it.
func (o houseOptions) surroundings() []string {
	if o.daemon {
		return os.Environ()
	}
	return slices.DeleteFunc(os.Environ(), foreignDisplay)
}

// helperEnvironment is all that the helper gets. What decides about the browser is the settings' word, checked, and not
// whatever the variable of that name says.
func helperEnvironment(env []string, s settings) []string {
	names := []string{"PATH", "HOME", "LANG", "LANGUAGE", "TZ", "TMPDIR", "XDG_RUNTIME_DIR", "XDG_STATE_HOME"}
	if !s.headless {
		names = append(names, "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_SESSION_TYPE")
	}
	var kept []string
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		if slices.Contains(names, name) || strings.HasPrefix(name, "LC_") {
			kept = append(kept, entry)
		}
	}
	if s.allowNoSandbox {
		kept = append(kept, "SBM_ALLOW_NO_SANDBOX=1")
	}
	if s.chromePath != "" {
		kept = append(kept, "SBM_CHROME_PATH="+s.chromePath)
	}
	return kept
}

// record is told of every fill before it takes effect.
func (h *house) record(e vault.AuditEvent) {
	h.mu.Lock()
	audit := h.audit
	h.mu.Unlock()
	audit.record(e)
}

// close ends sessions, browser and store. It returns when nothing of them is left, or with ctx's end.
func (h *house) close(ctx context.Context) error {
	h.tools.Close()
	h.mu.Lock()
	defer h.mu.Unlock()
	var err error
	if h.browser != nil {
		err = h.browser.Close(ctx)
	}
	if h.store != nil {
		err = errors.Join(err, h.store.close(), h.audit.close())
	}
	return err
}

// alive is the watchdog's question: the locks that every call needs are free, and the browser, if any, answers.
func (h *house) alive(ctx context.Context) error {
	h.tools.Sessions()
	h.mu.Lock()
	b := h.browser
	h.mu.Unlock()
	if b == nil {
		return nil
	}
	return b.Alive(ctx)
}

// errDaemonOnly means that a store belongs to the daemon.
var errDaemonOnly = errors.New("the store was given to the daemon by install")

// openCore opens the directory of the store.
func openCore(p statePaths, daemon bool) (*fsutil.Dir, error) {
	core, err := fsutil.MakeDir(p.core)
	if errors.Is(err, fsutil.ErrNotPrivate) {
		return nil, failf(exitConfig, "opening %s: %w", p.core, err).hint("chmod 700 %s", p.core)
	}
	if err != nil {
		return nil, failf(exitConfig, "opening %s: %w", p.core, err)
	}
	if daemon {
		return core, nil
	}
	given, err := givenToDaemon(core)
	if err == nil && given {
		err = errDaemonOnly
	}
	if err != nil {
		return nil, errors.Join(err, core.Close())
	}
	return core, nil
}
