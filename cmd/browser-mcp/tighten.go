package main

// What an agent's own client configuration may set (threats.md, rule 4). A cloned repository can carry such a
// configuration, so nothing in it may decide who sees plaintext: not the browser, unless only root can have put it
// there, and not the directories of state and audit. Flags of the browser are left to the launcher's allow-list.

import (
	"os"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"browser-mcp/fsutil"
)

// tighten takes the values of an untrusted layer that narrow s, and refuses the others by name.
func tighten(s *settings, l layer) error {
	if l.ChromePath != nil && *l.ChromePath != s.chromePath {
		if err := fsutil.CheckExecutable(*l.ChromePath); err != nil {
			return loosens(l, "the browser's path").
				hint("only a root-owned browser in directories that users cannot write may be named there")
		}
		s.chromePath = *l.ChromePath
	}
	take(&s.headless, l.Headless)
	take(&s.chromeArgs, l.ChromeArgs)
	take(&s.logLevel, l.LogLevel)
	if l.BlockPrivate != nil {
		if s.blockPrivate && !*l.BlockPrivate {
			return loosens(l, "blocking of private addresses")
		}
		s.blockPrivate = *l.BlockPrivate
	}
	if l.AllowedHosts != nil {
		hosts := narrow(s.allowedHosts, *l.AllowedHosts)
		if len(hosts) == 0 {
			return loosens(l, "the list of allowed hosts")
		}
		s.allowedHosts = hosts
	}
	if l.AllowNoSandbox != nil && *l.AllowNoSandbox && !s.allowNoSandbox {
		return loosens(l, "the browser's sandbox")
	}
	if l.AuditLog != nil && *l.AuditLog != s.auditLog {
		return loosens(l, "the audit log")
	}
	if l.StateDirectory != nil && *l.StateDirectory != s.stateDirectory {
		return loosens(l, "the state directory")
	}
	return nil
}

// narrow returns the wanted hosts that are allowed; an empty list of allowed hosts allows all.
func narrow(allowed, wanted []string) []string {
	if len(allowed) == 0 {
		return slices.Clone(wanted)
	}
	return slices.DeleteFunc(slices.Clone(wanted), func(host string) bool {
		return !slices.ContainsFunc(allowed, func(a string) bool { return covers(a, host) })
	})
}

// covers reports whether every host that the entry wanted stands for is one that allowed stands for. An entry is a
// host, or *.host for what is below it.
func covers(allowed, wanted string) bool {
	below, wild := strings.CutPrefix(allowed, "*")
	return allowed == wanted || wild && strings.HasSuffix(wanted, below)
}

// loosens is the refusal of one setting. It names the source and the setting, and says where the setting belongs.
func loosens(l layer, what string) *failure {
	return failf(exitConfig, "%s may not change %s here", l.source, what).
		hint("an MCP client's configuration can only tighten; set it in the owner-only configuration file, or for the daemon")
}

// xDisplay is a display of this machine; with a host before the colon the window goes over the network (X(7)).
var xDisplay = regexp.MustCompile(`^:([0-9]{1,5})(\.[0-9]{1,3})?$`)

// xSockets is where X servers of this machine listen.
const xSockets = "/tmp/.X11-unix/X"

// foreignDisplay says that a variable leads a window to a screen that need not be the user's own: a filled card is
// plaintext there. What remains are sockets of the user's or of root's.
func foreignDisplay(entry string) bool {
	switch name, value, _ := strings.Cut(entry, "="); name {
	case "DISPLAY":
		local := xDisplay.FindStringSubmatch(value)
		return local == nil || !ownSocket(xSockets+local[1])
	case "WAYLAND_DISPLAY":
		return strings.Contains(value, "/") // a bare name is below XDG_RUNTIME_DIR
	}
	return false
}

func ownSocket(path string) bool {
	var st unix.Stat_t
	if err := unix.Lstat(path, &st); err != nil {
		return false
	}
	return st.Mode&unix.S_IFMT == unix.S_IFSOCK && (st.Uid == 0 || int(st.Uid) == os.Getuid())
}
