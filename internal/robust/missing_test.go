package robust

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/internal/program"
)

// A browser that is not there is told by code, with what to do next, and all that needs none works.
func TestBrowserMissing(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(h *home) *daemon{
		"SBM_CHROME_PATH names nothing":           func(h *home) *daemon { return h.daemonWith([]string{"SBM_CHROME_PATH=/nonexistent/chromium"}) },
		"SBM_CHROME_PATH names another's program": func(h *home) *daemon { return h.daemonWith([]string{"SBM_CHROME_PATH=" + program.Path()}) },
		"none is installed":                       withoutBrowsers,
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t)
			h.t = t
			d := start(h)
			c := h.client().greet()
			for range 2 {
				answer := c.refused("browser_unavailable", "navigate", args{"url": "http://localhost/"})
				if !strings.Contains(answer, `"retry":"wait"`) || !strings.Contains(answer, "browser-mcp doctor") {
					t.Errorf("the answer names no next step: %s", answer)
				}
			}
			if got := c.call("list_secret_refs", nil); !strings.Contains(got, `"refs":[]`) {
				t.Errorf("list_secret_refs = %s", got)
			}
			if code := c.leave(); code != 0 {
				t.Errorf("the client ends with %d", code)
			}
			if left := h.profiles(); len(left) > 0 {
				t.Errorf("profiles left: %q", left)
			}
			d.stop()
			wantNoStray(t)
		})
	}
}

// withoutBrowsers starts a daemon that sees a machine without a browser: where they are installed stands something that nobody
// can run. That takes a mount namespace of its own, in which an ordinary user may do so (user_namespaces(7)).
func withoutBrowsers(h *home) *daemon {
	h.t.Helper()
	var covers []string
	for _, pattern := range []string{"/usr/bin/chromium*", "/usr/bin/google-chrome*", "/usr/bin/microsoft-edge*", "/usr/bin/brave*", "/usr/lib/chromium*/chromium*",
		"/usr/local/bin/chromium*", "/usr/local/bin/google-chrome*", "/opt/google/chrome/chrome", "/opt/microsoft/msedge/msedge", "/snap/bin/chromium"} {
		found, _ := filepath.Glob(pattern) // fails for a bad pattern only
		for _, path := range found {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				covers = append(covers, "mount --bind /dev/null '"+path+"'")
			}
		}
	}
	if len(covers) == 0 {
		h.t.Fatal("no browser found to hide")
	}
	script := strings.Join(covers, " && ") + ` && exec "$0" "$@"`
	return h.daemonOf(func(cmd *exec.Cmd) {
		inner := cmd.Args[1:]
		cmd.Path, cmd.Err = exec.LookPath("unshare")
		cmd.Args = append([]string{"unshare", "--user", "--map-current-user", "--keep-caps", "--mount", "/bin/sh", "-c", script, program.Path()}, inner...)
	})
}
