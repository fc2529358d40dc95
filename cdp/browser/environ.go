package browser

import "strings"

// keptVariables are what Chromium may inherit. Everything else stays here: tokens, agents' sockets, TURNKEY_*, SBM_*.
var keptVariables = []string{"LANG", "LANGUAGE", "TZ"}

// systemPath is where the shell scripts that packagers put before Chromium find their commands. Those run with the
// connection open, and an agent may have set PATH in its client's configuration (threats.md, rule 4).
const systemPath = "/usr/local/bin:/usr/bin:/bin"

// visibleVariables are added when a window is wanted.
var visibleVariables = []string{"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE"}

// chromiumEnvironment is the whole environment of Chromium. Its home and temporary directory are the private ones, so
// that what it keeps beside its profile goes when they go. Without a bus it cannot leave its unit by itself
// (systemd.md, Chromium facts).
func chromiumEnvironment(inherited []string, private privateDir, headless bool) []string {
	keep := keptVariables
	if !headless {
		keep = append(keep[:len(keep):len(keep)], visibleVariables...)
	}
	env := []string{
		"HOME=" + private.home(),
		"TMPDIR=" + private.tmp(),
		"PATH=" + systemPath,
		"DBUS_SESSION_BUS_ADDRESS=disabled:",
		"DBUS_SYSTEM_BUS_ADDRESS=disabled:",
		"NO_AT_BRIDGE=1", // no accessibility helpers of the desktop
	}
	for _, entry := range inherited {
		name, _, _ := strings.Cut(entry, "=")
		for _, kept := range keep {
			if name == kept {
				env = append(env, entry)
			}
		}
		if strings.HasPrefix(name, "LC_") {
			env = append(env, entry)
		}
	}
	return env
}
