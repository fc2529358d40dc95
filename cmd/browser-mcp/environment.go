package main

import (
	"errors"
	"strings"

	"browser-mcp/cdp/browser"
)

// readEnvironment reads the SBM_ variables (secure-browser, section 18) as a layer.
func readEnvironment(env func(string) string, trusted bool) (layer, error) {
	l := layer{source: "the environment", trusted: trusted}
	if err := refuseByName(env); err != nil {
		return l, err
	}
	text(env, "SBM_CHROME_PATH", &l.ChromePath)
	text(env, "SBM_AUDIT_LOG", &l.AuditLog)
	text(env, "SBM_STATE_DIR", &l.StateDirectory)
	if err := errors.Join(truth(env, "SBM_HEADLESS", &l.Headless), truth(env, "SBM_BLOCK_PRIVATE", &l.BlockPrivate),
		truth(env, "SBM_ALLOW_NO_SANDBOX", &l.AllowNoSandbox)); err != nil {
		return l, err
	}
	if v := env("SBM_CHROME_ARGS"); v != "" {
		args, err := browser.SplitArgs(v)
		if err != nil {
			return l, failf(exitConfig, "SBM_CHROME_ARGS: %w", err)
		}
		l.ChromeArgs = &args
	}
	if v := env("SBM_ALLOWED_HOSTS"); v != "" {
		hosts := strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' })
		l.AllowedHosts = &hosts
	}
	return l, nil
}

// refuseByName refuses what the reference knows and this program will not do, so that nobody believes it is on.
func refuseByName(env func(string) string) error {
	if v := env("SBM_BROWSER"); v != "" && v != "local" {
		return failf(exitConfig, "SBM_BROWSER names a browser other than local; only a local Chromium is driven")
	}
	switch v := env("SBM_BACKEND"); v {
	case "", "local":
	case "mock":
		return failf(exitConfig, "SBM_BACKEND=mock: there is no mock store").
			hint("the embedded store is real: browser-mcp secrets import")
	default:
		return failf(exitConfig, "SBM_BACKEND names a store that this version does not have; it has local")
	}
	return nil
}

// text reads a variable; an empty one is the same as none, as shells unset.
func text(env func(string) string, name string, to **string) {
	if v := env(name); v != "" {
		*to = &v
	}
}

// truth reads a boolean variable. An unknown word is an error: a misspelt SBM_BLOCK_PRIVATE must not read as off.
func truth(env func(string) string, name string, to **bool) error {
	v, on, off := env(name), true, false
	switch strings.ToLower(v) {
	case "":
	case "1", "true", "yes", "on":
		*to = &on
	case "0", "false", "no", "off":
		*to = &off
	default:
		return failf(exitConfig, "%s is neither true nor false", name)
	}
	return nil
}
