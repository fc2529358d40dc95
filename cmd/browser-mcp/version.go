package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// version is set by packagers: -ldflags '-X main.version=1.2.3'. Without it the build information speaks.
var version string

const helpVersion = `Usage: browser-mcp version [--json]

Prints the version of this program and of the Go release that built it.

Example:
  $ browser-mcp version
  browser-mcp 1.2.3 (go1.26.8)

Exit codes: 0 printed, 2 wrong command line, 77 run as root.
`

func runVersion(_ context.Context, inv *invocation) error {
	if _, err := parseArgs(inv.args, 0, jsonFlag(inv)); err != nil {
		return err
	}
	if inv.json {
		writeJSON(inv.out, map[string]string{"version": versionString(), "go": runtime.Version()})
		return nil
	}
	fmt.Fprintf(inv.out, "browser-mcp %s (%s)\n", versionString(), runtime.Version())
	return nil
}

// versionString prefers the packager's word, then the module version, then the revision that was built.
func versionString() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 12 {
			return "0.0.0-" + s.Value[:12]
		}
	}
	return "0.0.0-devel"
}
