package main

// The demo: the whole of the main job on a built-in shop, with nothing faked. A secret is imported with the real
// command, the real server runs as a child on a real pipe, a real Chromium signs in, and then the demo looks for the
// password in every byte that the server ever wrote.

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
)

const helpDemo = `Usage: browser-mcp demo [--json]

Serves a shop on loopback, imports a password for it into a throw-away store, starts this program as an MCP server,
and signs in through it like an agent would. Prints the conversation as it goes. At the end it proves that the shop
got the password and that nothing the server wrote holds it, in any of the usual encodings. Leaves no file and no
process. As root it first becomes the user ` + ordinaryUser + `, because a browser's sandbox needs an ordinary one.

Example:
  $ browser-mcp demo

Exit codes: 0 it worked and nothing leaked, 1 a check failed, 2 wrong command line, 69 the browser or the server
could not be started, 77 root without that user.
`

func runDemo(ctx context.Context, inv *invocation) error {
	if _, err := parseArgs(inv.args, 0, jsonFlag(inv)); err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		return becomeOrdinary(ctx)
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	words := inv.out
	if inv.json {
		words = inv.err
	}
	d, err := openDemo(words)
	if err != nil {
		return err
	}
	runErr := d.run(ctx)
	if err := d.close(); err != nil && runErr == nil {
		runErr = err
	}
	if runErr != nil {
		return runErr
	}
	if inv.json {
		writeJSON(inv.out, d.proof)
	}
	return d.proof.verdict(words)
}

// demo is one run: its directory, its shop and what it has proved.
type demo struct {
	out      io.Writer
	home     *demoHome
	shop     *shop
	password string // random, made for this run; the only secret here, and the shop's and the scanner's business
	client   *demoClient
	proof    proof
}

// openDemo makes everything that the demo needs of its own; close takes it away again.
func openDemo(out io.Writer) (*demo, error) {
	home, err := openDemoHome()
	if err != nil {
		return nil, failf(exitUnavailable, "making the demo's directory: %w", err)
	}
	d := &demo{out: out, home: home, password: newPassword()}
	if d.shop, err = openShop(demoUser, []byte(d.password)); err != nil {
		return nil, errors.Join(err, home.close())
	}
	return d, nil
}

// close removes the directory last, when nothing uses it any more.
func (d *demo) close() error {
	d.shop.close()
	return d.home.close()
}

// run does everything and fills in the proof.
func (d *demo) run(ctx context.Context) error {
	d.say("A shop is open at %s, and a password for it is made up and stored:\n", d.shop.origin)
	if err := d.importPassword(ctx); err != nil {
		return err
	}
	client, err := startClient(d.command(ctx, "mcp"))
	if err != nil {
		return failf(exitUnavailable, "%w", err)
	}
	d.client = client
	talkErr := d.talk()
	closeErr := client.close()
	if talkErr != nil && ctx.Err() != nil {
		return failf(exitFailed, "interrupted")
	}
	if talkErr != nil {
		return d.explain(talkErr)
	}
	d.prove(closeErr)
	return nil
}

// explain adds what the server said to a conversation that broke off.
func (d *demo) explain(err error) error {
	f := failf(exitUnavailable, "the conversation broke off: %w", err).hint("browser-mcp doctor finds what is missing")
	for line := range strings.Lines(d.client.said.String()) {
		f.hint("the server said: %s", strings.TrimSpace(line))
	}
	return f
}

// importPassword stores the password with the command that a human would use, the value on standard input.
func (d *demo) importPassword(ctx context.Context) error {
	args := []string{"secrets", "import", "--name", "demo shop", "--origin", d.shop.origin, "--url-pattern", "/login",
		"--selector", "input[name=password]", "--approval", "none"}
	d.say("$ browser-mcp %s\n", strings.Join(args, " "))
	cmd := d.command(ctx, args...)
	cmd.Stdin = strings.NewReader(d.password)
	out, err := cmd.CombinedOutput()
	d.say("%s\n", out)
	if err != nil {
		return failf(exitUnavailable, "importing the password: %w", err)
	}
	d.proof.imported = out
	return nil
}

// command is this program again, with the demo's directories for its own.
func (d *demo) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, ownPath, args...)
	cmd.Args[0] = "browser-mcp"
	cmd.Env = d.home.environment()
	// A group of its own, so that an interrupt at the terminal reaches the server only through us.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

func (d *demo) say(format string, args ...any) { fmt.Fprintf(d.out, format, args...) }
