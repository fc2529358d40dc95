package main

// Configuration: one owner-only JSON file, read by the strict scanner so that a misspelt, doubled or differently
// cased name is an error with its place and never a looser setting (threats.md, rule 20). Above the file stands the
// environment, above that the flags.

import (
	"errors"
	"io/fs"
	"path/filepath"
	"time"

	"browser-mcp/fsutil"
	"browser-mcp/fsutil/strict"
)

// values are the settings of one source; nil means that the source is silent. The JSON names are the file's.
type values struct {
	ChromePath     *string   `json:"chromePath"`     // browser executable, absolute
	Headless       *bool     `json:"headless"`       // false shows the window
	ChromeArgs     *[]string `json:"chromeArgs"`     // further flags, from the launcher's allow-list
	AllowedHosts   *[]string `json:"allowedHosts"`   // hosts that may be navigated to; absent means any
	BlockPrivate   *bool     `json:"blockPrivate"`   // refuse private, loopback and link-local addresses
	AuditLog       *string   `json:"auditLog"`       // file for audit lines beside the journal, absolute
	StateDirectory *string   `json:"stateDirectory"` // instead of XDG_STATE_HOME/browser-mcp, absolute
	IdleMinutes    *int      `json:"idleMinutes"`    // of an activated daemon without a session; 0 means never
	LogLevel       *string   `json:"logLevel"`       // debug, info, warn or error
	AllowNoSandbox *bool     `json:"allowNoSandbox"` // lets --no-sandbox be among chromeArgs; leave it alone
}

// layer is the values of one source.
type layer struct {
	source string // for messages: the file, "the environment", "the flags"
	// trusted means that the source belongs to the operator. What an agent could have written is not, and only
	// tightens (decision 13).
	trusted bool
	values
}

// settings are what is in force.
type settings struct {
	chromePath     string // empty: the launcher searches
	headless       bool
	chromeArgs     []string
	allowedHosts   []string // empty: any
	blockPrivate   bool
	auditLog       string
	stateDirectory string
	idle           time.Duration // 0: never
	logLevel       string
	allowNoSandbox bool
}

// defaults hold where every source is silent.
func defaults() settings {
	return settings{headless: true, idle: defaultIdle, logLevel: "info"}
}

// readConfig reads the file layer. A missing file is an empty layer; one that others could have written is an error.
func readConfig(p configPath, trustAny bool) (layer, error) {
	l := layer{source: p.file, trusted: trustAny || p.account}
	data, err := readPrivateFile(p.file, maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	if errors.Is(err, fsutil.ErrNotPrivate) || errors.Is(err, fsutil.ErrLink) {
		return l, failf(exitConfig, "reading %s: %w", p.file, err).
			hint("make it yours alone: chmod 600 %s", p.file)
	}
	if err != nil {
		return l, failf(exitConfig, "reading %s: %w", p.file, err)
	}
	if err := strict.Unmarshal(data, &l.values, strict.Limits{Bytes: maxConfig, Depth: 4}); err != nil {
		return l, failf(exitConfig, "%s: %w", p.file, err).
			hint("names are exact and known ones only; browser-mcp doctor checks the file")
	}
	return l, nil
}

// ownerLayer is the account's own file where the environment names another one: moving HOME or XDG_CONFIG_HOME, as an
// agent's configuration may, does not shake off what the owner narrowed. The store stays where the environment says,
// since another one holds nothing of the owner's.
func ownerLayer(named, own configPath) (layer, error) {
	if named.file == own.file || own.file == "" {
		return layer{trusted: true}, nil
	}
	l, err := readConfig(own, false)
	l.StateDirectory = nil
	return l, err
}

// readPrivateFile reads a file of which only its owner can have written the bytes.
func readPrivateFile(path string, limit int64) ([]byte, error) {
	dir, err := fsutil.OpenDir(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.ReadPrivate(filepath.Base(path), limit)
}

// resolve applies the layers, the weakest first.
func resolve(layers ...layer) (settings, error) {
	s := defaults()
	for _, l := range layers {
		apply := tighten
		if l.trusted {
			apply = override
		}
		if err := l.check(); err != nil {
			return s, err
		}
		if err := apply(&s, l); err != nil {
			return s, err
		}
	}
	return s, nil
}

// check tests the form of every value.
func (l layer) check() error {
	for name, path := range map[string]*string{
		"chromePath": l.ChromePath, "auditLog": l.AuditLog, "stateDirectory": l.StateDirectory,
	} {
		if path != nil && (!filepath.IsAbs(*path) || filepath.Clean(*path) != *path) {
			return failf(exitConfig, "%s: %s is not an absolute, clean path", l.source, name)
		}
	}
	if n := l.IdleMinutes; n != nil && (*n < 0 || *n > maxIdleMinutes) {
		return failf(exitConfig, "%s: idleMinutes is %d, allowed are 0 to %d", l.source, *n, maxIdleMinutes)
	}
	if s := l.LogLevel; s != nil {
		if _, ok := logLevels[*s]; !ok {
			return failf(exitConfig, "%s: logLevel is none of debug, info, warn, error", l.source)
		}
	}
	if list := l.AllowedHosts; list != nil && len(*list) == 0 {
		return failf(exitConfig, "%s: allowedHosts is empty and would allow no page at all", l.source).
			hint("leave it out to allow every host")
	}
	return nil
}

// override takes every value of a trusted layer.
func override(s *settings, l layer) error {
	take(&s.chromePath, l.ChromePath)
	take(&s.headless, l.Headless)
	take(&s.chromeArgs, l.ChromeArgs)
	take(&s.allowedHosts, l.AllowedHosts)
	take(&s.blockPrivate, l.BlockPrivate)
	take(&s.auditLog, l.AuditLog)
	take(&s.stateDirectory, l.StateDirectory)
	take(&s.logLevel, l.LogLevel)
	take(&s.allowNoSandbox, l.AllowNoSandbox)
	if l.IdleMinutes != nil {
		s.idle = time.Duration(*l.IdleMinutes) * time.Minute
	}
	return nil
}

// take copies what a layer says, and leaves the setting where it is silent.
func take[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}
