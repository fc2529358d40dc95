package main

// Where things are. One function each for the runtime, the state and the configuration; the daemon and every command
// call the same ones (decision 26). Relative XDG variables count as unset (XDG Base Directory Specification, "Basics").

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"

	"browser-mcp/fsutil"
)

// dirName is our directory below each of the XDG ones.
const dirName = "browser-mcp"

// runtimePaths are the sockets of one user's daemon.
type runtimePaths struct {
	dir     string // 0700
	mcp     string // MCP clients
	control string // commands of the human
	browser string // the unit's spawn socket, when systemd listens there
}

// resolveRuntime needs no I/O, so that `browser-mcp mcp` starts at once. Without XDG_RUNTIME_DIR it is a directory of
// the user's own below the temporary one (decision 34), and whoever opens it checks that it is private.
func resolveRuntime(env func(string) string) runtimePaths {
	dir := filepath.Join(os.TempDir(), dirName+"-"+strconv.Itoa(os.Getuid()))
	if base := env("XDG_RUNTIME_DIR"); filepath.IsAbs(base) {
		dir = filepath.Join(base, dirName)
	}
	return runtimePaths{
		dir:     dir,
		mcp:     filepath.Join(dir, "mcp.sock"),
		control: filepath.Join(dir, "control.sock"),
		browser: filepath.Join(dir, "browser.sock"),
	}
}

// statePaths are the persistent directories. core is the daemon's, browser the browser's, spool shared by both.
type statePaths struct {
	root, core, browser, spool string
}

// resolveState honours the configured directory, then XDG_STATE_HOME, then the home directory.
func resolveState(env func(string) string, configured string) (statePaths, error) {
	root := configured
	if root == "" {
		base, err := xdg(env, "XDG_STATE_HOME", ".local/state")
		if err != nil {
			return statePaths{}, err
		}
		root = filepath.Join(base, dirName)
	}
	return statePaths{
		root:    root,
		core:    filepath.Join(root, "core"),
		browser: filepath.Join(root, "browser"),
		spool:   filepath.Join(root, "spool"),
	}, nil
}

// configPath is the configuration file and whether the user's account, and not the environment, says it is there.
// A file that the environment names may have been written by whoever wrote that environment (threats.md, rule 4).
type configPath struct {
	file    string
	account bool
}

// resolveConfig honours XDG_CONFIG_HOME and HOME, and says whether they agree with the account.
func resolveConfig(env func(string) string) (configPath, error) {
	base, err := xdg(env, "XDG_CONFIG_HOME", ".config")
	if err != nil {
		return configPath{}, err
	}
	file := filepath.Join(base, dirName, "config.json")
	return configPath{file: file, account: file == accountConfig().file}, nil
}

// accountConfig is where the account keeps the file, whatever the environment says; no file without an account.
func accountConfig() configPath {
	home, err := accountHome()
	if err != nil {
		return configPath{}
	}
	return configPath{file: filepath.Join(home, ".config", dirName, "config.json"), account: true}
}

// xdg resolves one of the base directories.
func xdg(env func(string) string, variable, below string) (string, error) {
	if base := env(variable); filepath.IsAbs(base) {
		return filepath.Clean(base), nil
	}
	home := env("HOME")
	if !filepath.IsAbs(home) {
		var err error
		if home, err = accountHome(); err != nil {
			return "", failf(exitConfig, "neither %s nor HOME names a directory, and the account has none", variable)
		}
	}
	return filepath.Join(home, below), nil
}

// accountHome is the home directory in the account database, whatever HOME says.
func accountHome() (string, error) {
	u, err := user.LookupId(strconv.Itoa(os.Getuid()))
	if err != nil {
		return "", err
	}
	if !filepath.IsAbs(u.HomeDir) {
		return "", errors.New("account without a home directory")
	}
	return filepath.Clean(u.HomeDir), nil
}

// ownedByDaemon is a file in the core directory by which `install` gives it to the daemon: from then on nothing but
// the daemon opens the store there (threats.md, rule 4).
const ownedByDaemon = "daemon-only"

// givenToDaemon reports whether the core directory belongs to a daemon.
func givenToDaemon(core *fsutil.Dir) (bool, error) {
	f, err := core.Open(ownedByDaemon)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}
