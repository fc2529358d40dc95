package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

const helpStatus = `Usage: browser-mcp status [--json]

Shows whether a daemon runs, its clients and its browser.

Example:
  $ browser-mcp status
  browser-mcp 1.2.3 runs as process 4711 since 2025-11-30 12:00:00, 2 clients
  browser: Chrome/156.0.0.0, process 4720, 3 tabs

Exit codes: 0 a daemon runs and is usable, 1 none runs or it is not usable, 2 wrong command line, 75 it does not
answer, 77 run as root.
`

// daemonStatus is what a daemon says about itself.
type daemonStatus struct {
	Version   string        `json:"version"`
	Go        string        `json:"go"`
	PID       int           `json:"pid"`
	Since     string        `json:"since"` // RFC 3339
	Activated bool          `json:"activated"`
	Clients   int           `json:"clients"`
	Browser   browserStatus `json:"browser"`
	Problem   string        `json:"problem,omitempty"`
	Replaced  bool          `json:"replaced,omitempty"` // the program's file is another one by now

	// What a leak would show in: they come back to what they were when clients have gone.
	Goroutines  int `json:"goroutines"`
	Descriptors int `json:"descriptors"` // open files and sockets; -1 where they cannot be counted
}

// browserStatus is about the browser that runs now, if one does.
type browserStatus struct {
	Running bool   `json:"running"`
	PID     int    `json:"pid,omitempty"`
	Product string `json:"product,omitempty"`
	Tabs    int    `json:"tabs"`
}

// status is the daemon's answer.
func (d *daemon) status() daemonStatus {
	s := daemonStatus{
		Version: versionString(), Go: runtime.Version(), PID: os.Getpid(), Since: d.started.UTC().Format(time.RFC3339),
		Activated: d.activated, Clients: d.house.tools.Sessions(),
		Goroutines: runtime.NumGoroutine(), Descriptors: descriptors(),
	}
	if d.problem != nil {
		s.Problem = d.problem.Error()
	}
	if b := d.house.tools.Backend(); b != nil {
		is := b.Browser.Status()
		s.Browser = browserStatus{Running: is.Running, PID: is.PID, Product: is.Product, Tabs: is.Tabs}
	}
	exe, err := os.Readlink(ownPath)
	s.Replaced = err == nil && strings.HasSuffix(exe, " (deleted)") // proc_pid_exe(5)
	return s
}

// descriptors counts those of this process, without the one that counting takes.
func descriptors() int {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(open) - 1
}

func runStatus(ctx context.Context, inv *invocation) error {
	if _, err := parseArgs(inv.args, 0, jsonFlag(inv)); err != nil {
		return err
	}
	client := controlClient{socket: resolveRuntime(inv.env).control}
	reply, err := client.ask(ctx, controlRequest{Op: "status"}, nil)
	if errors.Is(err, errNoDaemon) {
		return failf(exitFailed, "no daemon runs").
			hint("none is needed: `browser-mcp mcp` works alone; browser-mcp install sets one up")
	}
	if err != nil {
		return err
	}
	if reply.Status == nil {
		return failf(exitInternal, "the daemon's answer has no status")
	}
	s := *reply.Status
	if inv.json {
		writeJSON(inv.out, s)
	} else {
		printStatus(inv, s)
	}
	if s.Problem != "" {
		return failf(exitFailed, "the daemon is not usable: %s", s.Problem).hint("mend it, then restart the daemon")
	}
	return nil
}

func printStatus(inv *invocation, s daemonStatus) {
	since := s.Since
	if t, err := time.Parse(time.RFC3339, s.Since); err == nil {
		since = t.Local().Format(time.DateTime)
	}
	fmt.Fprintf(inv.out, "browser-mcp %s runs as process %d since %s, %d clients\n", printable(s.Version), s.PID, printable(since), s.Clients)
	if s.Browser.Running {
		fmt.Fprintf(inv.out, "browser: %s, process %d, %d tabs\n", printable(s.Browser.Product), s.Browser.PID, s.Browser.Tabs)
	} else {
		fmt.Fprintln(inv.out, "browser: not running; it starts with the first call that needs it")
	}
	if s.Replaced {
		warn(inv.err, "the program was replaced since the daemon started; restart the daemon to run the new one")
	}
}
