package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"browser-mcp/systemd"
)

// command is one subcommand: a row of the table below.
type command struct {
	name    string
	summary string
	help    string // whole help text: synopsis, examples, exit codes
	run     func(context.Context, *invocation) error
	service bool // daemon or helper: usage errors exit with sysexits' 64 instead of 2 (decision 8)
	asRoot  bool // may start as root, only to become the ordinary user at once (decision 34)
}

// commands is the table of subcommands, in the order in which help lists them.
func commands() []command {
	return []command{
		{name: "mcp", summary: "serve an MCP client on standard input and output", help: helpMCP, run: runMCP},
		{name: "daemon", summary: "serve MCP clients on a socket", help: helpDaemon, run: runDaemon, service: true},
		{name: "demo", summary: "show the main job on a built-in shop and prove that nothing leaked", help: helpDemo, run: runDemo, asRoot: true},
		{name: "secrets", summary: "import, list and remove stored secrets", help: helpSecrets, run: runSecrets},
		{name: "doctor", summary: "find what would stop the browser, and say what to do", help: helpDoctor, run: runDoctor},
		{name: "status", summary: "show the daemon, its sessions and its browser", help: helpStatus, run: runStatus},
		{name: "install", summary: "install the user units", help: helpInstall, run: runInstall},
		{name: "uninstall", summary: "remove the user units", help: helpUninstall, run: runUninstall},
		{name: "version", summary: "print the version", help: helpVersion, run: runVersion},
		{name: "browser", summary: "helper that becomes the browser; not for direct use", help: helpBrowser, run: runBrowser, service: true},
	}
}

// invocation is one run of a command: its arguments and the process's surroundings, so that tests can give others.
type invocation struct {
	args []string
	in   *os.File
	out  io.Writer
	err  io.Writer
	env  func(string) string
	json bool
}

func main() {
	args := os.Args[1:]
	if err := harden(args); err != nil {
		report(os.Stdout, os.Stderr, failf(exitInternal, "hardening the process: %w", err), false)
		os.Exit(exitInternal)
	}
	inv := &invocation{args: args, in: os.Stdin, out: os.Stdout, err: os.Stderr, env: os.Getenv}
	os.Exit(dispatch(context.Background(), inv, os.Geteuid()))
}

// harden comes before anything else. Only what a service manager starts may keep the variables that it set.
func harden(args []string) error {
	service := false
	if len(args) > 0 {
		c, ok := find(args[0])
		service = ok && c.service
	}
	return systemd.HardenProcess(systemd.HardenOptions{Service: service})
}

// dispatch finds the command that the first argument names and runs it as effective user euid. It returns the
// exit code and has printed every message.
func dispatch(ctx context.Context, inv *invocation, euid int) int {
	if len(inv.args) == 0 {
		fmt.Fprint(inv.err, usage())
		return exitUsage
	}
	name := inv.args[0]
	if name == "help" || name == "--help" || name == "-h" {
		return help(inv)
	}
	c, ok := find(name)
	if !ok {
		report(inv.out, inv.err, unknownCommand(name), false)
		return exitUsage
	}
	inv.args = inv.args[1:]
	if wantsHelp(inv) {
		fmt.Fprint(inv.out, c.help)
		return exitOK
	}
	err := refuseRoot(c, euid)
	if err == nil {
		err = c.run(ctx, inv)
	}
	if err != nil {
		report(inv.out, inv.err, err, inv.json)
	}
	code := codeOf(err)
	if c.service && code == exitUsage {
		return exitDaemonUsage
	}
	return code
}

// refuseRoot keeps every command but the demo from running as root: a browser of root's has no use for a sandbox,
// and root's secrets deserve better than a web page (decision 34).
func refuseRoot(c command, euid int) error {
	if euid != 0 || c.asRoot {
		return nil
	}
	return failf(exitRefused, "%s does not run as root", c.name).
		hint("run it as the ordinary user whose browser and secrets it is for; `browser-mcp demo` changes user by itself")
}

// find looks a command up by its exact name.
func find(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// unknownCommand echoes the word only where it is shaped like a command.
func unknownCommand(name string) *failure {
	if !flagName(name) {
		return failf(exitUsage, "argument 1 is not a command").hint("`browser-mcp help` lists the commands")
	}
	return failf(exitUsage, "unknown command %q", name).hint("`browser-mcp help` lists the commands")
}

// ownPath names this program for a child process. The link of /proc survives a replaced or unreachable file.
const ownPath = "/proc/self/exe"
