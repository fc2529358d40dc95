package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"browser-mcp/fsutil"
	"browser-mcp/systemd"
)

const helpInstall = `Usage: browser-mcp install [--no-start] [--json]

Installs the units for this user: sockets that start the daemon with the first client, the daemon, and the browser in a
unit of its own. A program that only root could have written is used where it lies; any other is copied to
~/.local/lib/browser-mcp. From then on only the daemon opens the store, and browser-mcp mcp joins it.

Flags:
  --no-start    write the files only; do not ask the user's systemd to load and start them

Example:
  $ browser-mcp install
  $ browser-mcp status

Exit codes: 0 installed, 1 failed, 2 wrong command line, 69 no user systemd answers (the files are written),
77 run as root.
`

const helpUninstall = `Usage: browser-mcp uninstall [--no-start] [--json]

Stops and removes what install wrote: units, drop-ins and the copied program. Secrets and profiles stay.

Flags:
  --no-start    remove the files only; do not ask the user's systemd to stop them

Exit codes: 0 removed, 1 failed, 2 wrong command line, 69 no user systemd answers (the files are removed), 77 run as root.
`

// installation is where the parts go.
type installation struct {
	units   string // directory of the user's units
	library string // directory of the copied program
	state   statePaths
}

// findInstallation resolves where a user's units go (systemd.unit(5), Unit File Load Path).
func findInstallation(env func(string) string) (installation, error) {
	config, err := xdg(env, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return installation{}, err
	}
	home := env("HOME")
	if !filepath.IsAbs(home) {
		return installation{}, failf(exitConfig, "HOME does not name a directory")
	}
	state, err := resolveState(env, "")
	return installation{
		units: filepath.Join(config, "systemd", "user"), library: filepath.Join(home, ".local", "lib", dirName), state: state,
	}, err
}

func runInstall(ctx context.Context, inv *invocation) error {
	noStart := false
	if _, err := parseArgs(inv.args, 0, option{name: "no-start", on: &noStart}, jsonFlag(inv)); err != nil {
		return err
	}
	in, err := findInstallation(inv.env)
	if err != nil {
		return err
	}
	files, err := in.write()
	if err != nil {
		return failf(exitFailed, "installing: %w", err)
	}
	showFiles(inv, "wrote", files)
	if !inv.json {
		fmt.Fprint(inv.out, "\nIn a client's configuration:\n  {\"mcpServers\": {\"browser\": {\"command\": \"browser-mcp\", \"args\": [\"mcp\"]}}}\n")
	}
	if noStart {
		return nil
	}
	enable := []string{"enable", "--now"}
	for _, u := range systemd.Units() {
		if u.Enable {
			enable = append(enable, u.Name)
		}
	}
	return tellSystemd(ctx, []string{"daemon-reload"}, enable)
}

// write makes the state directories that the units bind, then the program, then the units.
func (in installation) write() (files []string, err error) {
	for _, dir := range []string{in.state.core, in.state.browser, in.state.spool} {
		d, err := fsutil.MakeDir(dir)
		if err != nil {
			return files, err
		}
		if dir == in.state.core {
			err = d.Replace(ownedByDaemon, func(*os.File) error { return nil })
		}
		if err := errors.Join(err, d.Close()); err != nil {
			return files, err
		}
	}
	program, err := in.program()
	if err != nil {
		return files, err
	}
	for _, u := range systemd.Units() {
		if err := writeFile(in.units, u.Name, 0o644, strings.NewReader(string(u.Body))); err != nil {
			return files, err
		}
		files = append(files, filepath.Join(in.units, u.Name))
		if body := dropIn(u.Name, program); body != "" {
			dir := filepath.Join(in.units, u.Name+".d")
			if err := writeFile(dir, dropInName, 0o644, strings.NewReader(body)); err != nil {
				return files, err
			}
			files = append(files, filepath.Join(dir, dropInName))
		}
	}
	return files, nil
}

// packaged is where the units expect the program.
const packaged = "/usr/bin/browser-mcp"

// program is the path that the units are to run. A file that its user can write is copied to a place that no build and
// no checkout replaces under a running daemon.
func (in installation) program() (string, error) {
	path, err := os.Readlink(ownPath)
	if err != nil {
		return "", err
	}
	if fsutil.CheckExecutable(path) == nil {
		return path, nil
	}
	self, err := os.Open(ownPath)
	if err != nil {
		return "", err
	}
	defer self.Close()
	return filepath.Join(in.library, "browser-mcp"), writeFile(in.library, "browser-mcp", 0o755, self)
}

// dropInName sorts in the middle, so that an operator can put something before and after it.
const dropInName = "50-program.conf"

// dropIn points a service at a program elsewhere. The program must be visible and executable in the unit's own view of
// the file system, which hides home directories.
func dropIn(unit, program string) string {
	command := map[string]string{"browser-mcp.service": "daemon", "browser-mcp-browser@.service": "browser"}[unit]
	if command == "" || program == packaged {
		return ""
	}
	reset := ""
	if command == "daemon" {
		reset = "ExecPaths=\n" // it names the packaged program, and a path that does not exist fails the unit (226)
	}
	return fmt.Sprintf("# Written by browser-mcp install.\n[Service]\nExecStart=\nExecStart=%s %s\nBindReadOnlyPaths=%s\n%sExecPaths=%s %s\n",
		program, command, filepath.Dir(program), reset, program, loaders)
}

// loaders are what a program that is not static needs beside itself.
const loaders = "-/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 -/usr/lib64/ld-linux-x86-64.so.2 -/lib64/ld-linux-x86-64.so.2 " +
	"-/usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1 -/usr/lib/ld-linux-aarch64.so.1"

// writeFile replaces a file whole, with its directories.
func writeFile(dir, name string, mode os.FileMode, from io.Reader) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	d, err := fsutil.OpenDir(dir)
	if err != nil {
		return err
	}
	err = d.Replace(name, func(f *os.File) error {
		_, err := io.Copy(f, from)
		return errors.Join(err, f.Chmod(mode))
	})
	return errors.Join(err, d.Close())
}

func runUninstall(ctx context.Context, inv *invocation) error {
	noStart := false
	if _, err := parseArgs(inv.args, 0, option{name: "no-start", on: &noStart}, jsonFlag(inv)); err != nil {
		return err
	}
	in, err := findInstallation(inv.env)
	if err != nil {
		return err
	}
	var stopped error
	if !noStart {
		names := []string{"disable", "--now"}
		for _, u := range systemd.Units() {
			if !strings.Contains(u.Name, "@") {
				names = append(names, u.Name)
			}
		}
		stopped = tellSystemd(ctx, names)
	}
	files, err := in.remove()
	if err != nil {
		return failf(exitFailed, "uninstalling: %w", err)
	}
	showFiles(inv, "removed", files)
	if noStart || stopped != nil {
		return stopped
	}
	return tellSystemd(ctx, []string{"daemon-reload"})
}

// remove takes away exactly what write writes.
func (in installation) remove() (files []string, err error) {
	list := []string{filepath.Join(in.library, "browser-mcp"), filepath.Join(in.state.core, ownedByDaemon)}
	for _, u := range systemd.Units() {
		list = append(list, filepath.Join(in.units, u.Name), filepath.Join(in.units, u.Name+".d", dropInName))
	}
	for _, path := range list {
		err := os.Remove(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return files, err
		}
		files = append(files, path)
		if dir := filepath.Dir(path); strings.HasSuffix(dir, ".d") || dir == in.library {
			_ = os.Remove(dir) // unless somebody else keeps something there
		}
	}
	return files, nil
}

func showFiles(inv *invocation, verb string, files []string) {
	if inv.json {
		if files == nil {
			files = []string{}
		}
		writeJSON(inv.out, map[string]any{verb: files})
		return
	}
	for _, f := range files {
		fmt.Fprintf(inv.out, "%s %s\n", verb, f)
	}
}

// tellSystemd runs systemctl for the user's manager. Its own words go to a hint.
func tellSystemd(ctx context.Context, calls ...[]string) error {
	for _, call := range calls {
		out, err := exec.CommandContext(ctx, "systemctl", append([]string{"--user"}, call...)...).CombinedOutput()
		if err != nil {
			f := failf(exitUnavailable, "systemctl --user %s: %w", call[0], err).
				hint("where a user manager runs: systemctl --user %s", strings.Join(call, " "))
			for line := range strings.Lines(string(out)) {
				f.hint("systemctl said: %s", strings.TrimSpace(line))
			}
			return f
		}
	}
	return nil
}
