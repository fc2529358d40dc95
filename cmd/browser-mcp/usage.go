package main

import (
	"fmt"
	"slices"
	"strings"
)

// usage lists the commands.
func usage() string {
	var b strings.Builder
	b.WriteString("Usage: browser-mcp COMMAND [flags]\n\n" +
		"A browser for AI agents in which stored secrets are filled by reference and never shown.\n\n")
	for _, c := range commands() {
		fmt.Fprintf(&b, "  %-10s %s\n", c.name, c.summary)
	}
	b.WriteString("\n`browser-mcp COMMAND --help` shows flags, examples and exit codes. Every command takes --json.\n\n" +
		"Try it:  browser-mcp demo\n")
	return b.String()
}

// help answers `browser-mcp help [COMMAND]`.
func help(inv *invocation) int {
	if len(inv.args) < 2 {
		fmt.Fprint(inv.out, usage())
		return exitOK
	}
	c, ok := find(inv.args[1])
	if !ok {
		report(inv.out, inv.err, unknownCommand(inv.args[1]), false)
		return exitUsage
	}
	fmt.Fprint(inv.out, c.help)
	return exitOK
}

// wantsHelp reports whether a help flag stands among the arguments before `--`, and notes --json so that even a
// wrong command line is answered in the form that was asked for.
func wantsHelp(inv *invocation) bool {
	args := inv.args
	if end := slices.Index(args, "--"); end >= 0 {
		args = args[:end]
	}
	inv.json = slices.Contains(args, "--json")
	return slices.Contains(args, "--help") || slices.Contains(args, "-h")
}

// jsonFlag is the option that every command takes; wantsHelp has read it already.
func jsonFlag(inv *invocation) option { return option{name: "json", on: &inv.json} }
