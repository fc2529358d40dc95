package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"browser-mcp/cdp/browser"
	"browser-mcp/fsutil"
)

const helpDoctor = `Usage: browser-mcp doctor [--quick] [--json]

Looks for what would stop the browser or the store, and says what to do about it. Starts the browser once, unless
--quick is given.

Example:
  $ browser-mcp doctor
  ok       browser: /usr/lib/chromium/chromium
  problem  sandbox: user namespaces are not allowed
             hint: sysctl kernel.unprivileged_userns_clone=1

Exit codes: 0 nothing stands in the way, 1 something does, 2 wrong command line, 77 run as root.
`

// finding is one thing that the doctor looked at.
type finding struct {
	Name  string `json:"name"`
	State string `json:"state"` // ok, warning or problem
	Text  string `json:"text"`
	Hint  string `json:"hint,omitempty"`
}

const (
	good    = "ok"
	doubt   = "warning"
	problem = "problem"
)

// doctor is one round of examinations.
type doctor struct {
	inv      *invocation
	settings settings
	state    statePaths
	findings []finding
}

func runDoctor(ctx context.Context, inv *invocation) error {
	quick := false
	if _, err := parseArgs(inv.args, 0, option{name: "quick", on: &quick}, jsonFlag(inv)); err != nil {
		return err
	}
	d := &doctor{inv: inv}
	configured := d.configuration()
	d.executable()
	d.namespaces(ctx)
	d.kernel()
	d.sockets(ctx)
	if configured {
		d.store(ctx)
	}
	if !quick && configured && !d.hasProblem() {
		d.start(ctx)
	}
	if inv.json {
		writeJSON(inv.out, map[string]any{"findings": d.findings, "healthy": !d.hasProblem()})
	} else {
		printFindings(inv.out, d.findings)
	}
	if d.hasProblem() {
		return quietExit(exitFailed)
	}
	return nil
}

func (d *doctor) add(name, state, hint, format string, args ...any) {
	d.findings = append(d.findings, finding{name, state, fmt.Sprintf(format, args...), hint})
}

// fault adds a problem from an error, with its first hint.
func (d *doctor) fault(name string, err error) {
	hint := ""
	if f, ok := errors.AsType[*failure](err); ok && len(f.hints) > 0 {
		hint = f.hints[0]
	}
	d.add(name, problem, hint, "%v", err)
}

func (d *doctor) hasProblem() bool {
	for _, f := range d.findings {
		if f.State == problem {
			return true
		}
	}
	return false
}

func printFindings(w io.Writer, findings []finding) {
	for _, f := range findings {
		fmt.Fprintf(w, "%-8s %s: %s\n", f.State, f.Name, printable(f.Text))
		if f.Hint != "" {
			fmt.Fprintf(w, "           hint: %s\n", printable(f.Hint))
		}
	}
}

// configuration resolves the settings as the daemon would. Without them the store cannot be found.
func (d *doctor) configuration() bool {
	var err error
	if d.settings, d.state, err = loadOperator(d.inv.env, layer{}); err != nil {
		d.fault("configuration", err)
		return false
	}
	config, err := resolveConfig(d.inv.env)
	if err != nil {
		d.fault("configuration", err)
		return false
	}
	if _, err := os.Lstat(config.file); errors.Is(err, fs.ErrNotExist) {
		d.add("configuration", good, "", "no file; defaults hold (%s)", config.file)
	} else {
		d.add("configuration", good, "", "%s", config.file)
	}
	if !config.account {
		d.add("configuration", doubt, "", "XDG_CONFIG_HOME or HOME names another place than the account: there, `browser-mcp mcp` only lets the file tighten")
	}
	return true
}

// executable looks for the browser where the launcher will.
func (d *doctor) executable() {
	path := d.settings.chromePath
	err := error(nil)
	if path == "" {
		path, err = browser.FindChromium()
	} else {
		err = fsutil.CheckExecutable(path)
	}
	if err != nil {
		d.add("browser", problem, "install Chromium (Debian: apt install chromium), or name one with SBM_CHROME_PATH", "%v", err)
		return
	}
	d.add("browser", good, "", "%s", path)
}

// namespaces tries what Chromium's sandbox needs: a user namespace for an ordinary user.
func (d *doctor) namespaces(ctx context.Context) {
	cmd := exec.CommandContext(ctx, ownPath, "version")
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWUSER}
	if err := cmd.Run(); err != nil {
		d.add("sandbox", problem, "allow unprivileged user namespaces: sysctl kernel.unprivileged_userns_clone=1, user.max_user_namespaces above 0",
			"user namespaces are not allowed: %v", err)
		return
	}
	if restricted("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") {
		d.add("sandbox", doubt, "if the browser does not start, give its path an AppArmor profile with `userns,`",
			"AppArmor restricts user namespaces to programs with a profile")
		return
	}
	d.add("sandbox", good, "", "user namespaces are allowed")
}

// restricted reads a switch of the kernel; one that does not exist is off.
func restricted(path string) bool {
	data, err := os.ReadFile(path)
	return err == nil && strings.TrimSpace(string(data)) == "1"
}

// kernel looks at what protects files and memory.
func (d *doctor) kernel() {
	if abi := fsutil.LandlockABI(); abi == 0 {
		d.add("landlock", doubt, "Linux 5.13 and newer have it, unless it was turned off", "the kernel has no Landlock: the browser is confined by its own sandbox only")
	} else {
		d.add("landlock", good, "", "ABI %d", abi)
	}
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_MEMLOCK, &limit); err != nil || limit.Cur < minLocked {
		d.add("locked memory", problem, "raise RLIMIT_MEMLOCK (ulimit -l, or LimitMEMLOCK= of the unit)", "at most %d bytes may be locked, %d are needed", limit.Cur, minLocked)
		return
	}
	d.add("locked memory", good, "", "enough for secrets")
}

// sockets asks whether a daemon answers, and whether a dead one left its sockets.
func (d *doctor) sockets(ctx context.Context) {
	paths := resolveRuntime(d.inv.env)
	reply, err := controlClient{socket: paths.control}.ask(ctx, controlRequest{Op: "status"}, nil)
	switch {
	case err == nil && reply.Status != nil && reply.Status.Problem != "":
		d.add("daemon", problem, "mend it, then restart the daemon", "runs, but is not usable: %s", reply.Status.Problem)
	case err == nil:
		d.add("daemon", good, "", "runs")
	case !errors.Is(err, errNoDaemon):
		d.fault("daemon", err)
	default:
		d.add("daemon", good, "", "none runs; `browser-mcp mcp` works alone")
		for _, path := range []string{paths.mcp, paths.control} {
			if _, err := os.Lstat(path); err == nil {
				d.add("socket", doubt, "the next daemon replaces it; or remove it", "nobody listens on %s", path)
			}
		}
	}
}

// store reads the store whole, which also proves that nobody altered it.
func (d *doctor) store(ctx context.Context) {
	if _, err := os.Lstat(d.state.core); errors.Is(err, fs.ErrNotExist) {
		d.add("store", good, "", "none yet; the first import makes it in %s", d.state.core)
		return
	}
	store, err := openLocal(d.state, true)
	if err != nil {
		d.fault("store", err)
		return
	}
	defer store.close()
	entries, err := store.list(ctx)
	if err != nil {
		d.fault("store", err)
		return
	}
	d.add("store", good, "", "%d secrets in %s", len(entries), d.state.core)
	for _, e := range entries {
		if e.Problem != "" {
			d.add("store", doubt, "remove it and import it again", "secret %s cannot be filled: %s", e.ID, e.Problem)
		}
	}
}

// start starts the browser for real and ends it again.
func (d *doctor) start(ctx context.Context) {
	logger := slog.New(slog.DiscardHandler)
	h := &house{o: houseOptions{logger: logger}}
	b := browser.New(browser.Config{
		Start: h.starter(d.settings), Logger: logger,
		Launch: browser.LaunchOptions{Headless: d.settings.headless, Args: d.settings.chromeArgs},
	})
	c := b.Context(browser.ContextOptions{})
	_, err := c.Current(ctx)
	product := b.Status().Product
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	err = errors.Join(err, c.Close(closing), b.Close(closing))
	if err != nil {
		d.add("start", problem, "the lines of browser-mcp-browser above or in the journal say more", "the browser does not start: %v", err)
		return
	}
	d.add("start", good, "", "%s starts with its sandbox and opens a page", product)
}
