package main

import (
	"context"
	"log/slog"

	"browser-mcp/cdp/browser"
	"browser-mcp/systemd"
)

const helpBrowser = `Usage: browser-mcp browser

The helper that becomes the browser. The daemon, or its socket unit, starts it over a socket on which one request
comes; it is not for direct use.

Exit codes (sysexits): 64 wrong command line, 69 no browser, or its sandbox does not work, 77 refused.
`

// runBrowser does not return if all goes well: the process has become Chromium.
func runBrowser(ctx context.Context, inv *invocation) error {
	if _, err := parseArgs(inv.args, 0, jsonFlag(inv)); err != nil {
		return err
	}
	logger := slog.New(systemd.NewHandler(systemd.HandlerOptions{Identifier: "browser-mcp-browser", Level: slog.LevelInfo, Fallback: inv.err}))
	if isTerminal(inv.in) {
		return failf(exitRefused, "this helper is not for direct use").hint("browser-mcp mcp or browser-mcp daemon starts it")
	}
	if err := browser.RunHelper(ctx, logger); err != nil {
		return failf(exitUnavailable, "becoming the browser: %w", err).hint("browser-mcp doctor finds what is missing")
	}
	return nil
}
