package systemd_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"browser-mcp/systemd"
)

// installed writes the units as a user's manager would find them, the program replaced by
// one that every machine has, since verifying looks for it.
func installed(t *testing.T) (dir string, paths []string) {
	t.Helper()
	dir = t.TempDir()
	for _, u := range systemd.Units() {
		path := filepath.Join(dir, u.Name)
		check(t, os.WriteFile(path, bytes.ReplaceAll(u.Body, []byte("/usr/bin/browser-mcp"), []byte("/usr/bin/env")), 0o644))
		paths = append(paths, path)
	}
	return dir, paths
}

// analyze runs systemd-analyze(1) without a manager.
func analyze(t *testing.T, args ...string) (string, error) {
	t.Helper()
	cmd := exec.Command("systemd-analyze", args...)
	cmd.Env = []string{"PATH=/usr/bin:/bin", "LC_ALL=C", "HOME=" + t.TempDir(), "XDG_RUNTIME_DIR=" + t.TempDir()}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil {
		t.Fatalf("needs systemd-analyze of the package systemd: %v", err)
	}
	return string(out), err
}

// verify judges by the output: the status is 0 for unknown keys and bad values.
func verify(t *testing.T, paths []string) string {
	t.Helper()
	out, err := analyze(t, append([]string{"--user", "--man=no", "verify"}, paths...)...)
	if err != nil {
		return out + err.Error()
	}
	// Known to be new in 255, and harmless before.
	return regexp.MustCompile(`(?m)^.*Unknown key( name)? 'PollLimit(IntervalSec|Burst)'.*\n`).ReplaceAllString(out, "")
}

func TestUnitsVerify(t *testing.T) {
	dir, paths := installed(t)
	if out := verify(t, paths); out != "" {
		t.Errorf("systemd-analyze verify: %s", out)
	}
	// The judge itself: a misspelt key and a value that does not parse.
	for _, line := range []string{"PrivateUser=yes", "PrivateUsers=maybe"} {
		path := filepath.Join(dir, "browser-mcp.service")
		body, err := os.ReadFile(path)
		check(t, err)
		check(t, os.WriteFile(path, append(body, line+"\n"...), 0o644))
		if out := verify(t, paths); !strings.Contains(out, "ignoring") {
			t.Errorf("with %q: systemd-analyze verify says %q", line, out)
		}
		check(t, os.WriteFile(path, body, 0o644))
	}
}

// The bars are 1.0 and 2.5; --threshold= takes ten times that.
func TestUnitsExposure(t *testing.T) {
	dir, _ := installed(t)
	for name, threshold := range map[string]string{"browser-mcp.service": "10", "browser-mcp-browser@.service": "25"} {
		out, err := analyze(t, "security", "--offline=true", "--no-pager", "--threshold="+threshold, filepath.Join(dir, name))
		if err != nil {
			lines := strings.Split(strings.TrimSpace(out), "\n")
			t.Errorf("exposure of %s: %s", name, lines[len(lines)-1])
		}
	}
}

// settings are a unit's assignments in order, KEY=value.
func settings(body []byte) []string {
	var list []string
	for line := range strings.Lines(string(body)) {
		line = strings.TrimSpace(line)
		if line != "" && line[0] != '#' && line[0] != '[' {
			list = append(list, line)
		}
	}
	return list
}

// Each line was found by running (systemd 252 to 262): without it the unit looks the same
// and protects less.
func TestThreatUnits(t *testing.T) {
	services := []string{
		"PrivateUsers=yes",     // else 252 ignores all mount options
		"ProtectHome=tmpfs",    // hides the bus and the manager's socket with all of /run/user
		"NoNewPrivileges=yes",  //
		"KeyringMode=private",  //
		"LimitCORE=0",          //
		"NoExecPaths=/",        //
		"UMask=0077",           //
		"PrivateTmp=yes",       //
		"ProtectSystem=strict", //
	}
	must := map[string][]string{
		"browser-mcp.service": append([]string{
			"ExecStart=/usr/bin/browser-mcp daemon", "ExecPaths=/usr/bin/browser-mcp", "PrivateNetwork=yes",
			"RestrictAddressFamilies=AF_UNIX", "RestrictNamespaces=yes", "MemoryDenyWriteExecute=yes",
			"BindPaths=%h/.local/state/browser-mcp/core %h/.local/state/browser-mcp/spool",
			"BindReadOnlyPaths=-%h/.config/browser-mcp", "Sockets=browser-mcp.socket browser-mcp-control.socket",
			"RestartPreventExitStatus=64 78", "Type=notify",
		}, services...),
		"browser-mcp-browser@.service": append([]string{
			"ExecStart=/usr/bin/browser-mcp browser", "StopPropagatedFrom=browser-mcp.service",
			"ExecPaths=/usr -/bin -/lib -/lib64 -/opt",
			"BindPaths=%h/.local/state/browser-mcp/browser %h/.local/state/browser-mcp/spool",
			"RestrictNamespaces=user pid net", "Type=exec",
			"Environment=DBUS_SESSION_BUS_ADDRESS=disabled: DBUS_SYSTEM_BUS_ADDRESS=disabled:",
		}, services...),
		"browser-mcp.socket":         {"ListenStream=%t/browser-mcp/mcp.sock", "FileDescriptorName=mcp", "SocketMode=0600", "DirectoryMode=0700"},
		"browser-mcp-control.socket": {"ListenStream=%t/browser-mcp/control.sock", "FileDescriptorName=control", "SocketMode=0600", "DirectoryMode=0700"},
		"browser-mcp-browser.socket": {"ListenStream=%t/browser-mcp/browser.sock", "Accept=yes", "MaxConnections=4", "SocketMode=0600", "DirectoryMode=0700"},
	}
	// ExecStartPre= and the like share the host's network with the main process; PartOf=
	// revives a browser; StateDirectory= is elsewhere in each version.
	mustNot := regexp.MustCompile(`^(Exec(StartPre|StartPost|Reload|Stop|StopPost|Condition)|PartOf|StateDirectory|SetCredential|PassEnvironment)=`)
	units := systemd.Units()
	if len(units) != len(must) {
		t.Errorf("%d units, want %d", len(units), len(must))
	}
	for _, u := range units {
		have := map[string]bool{}
		for _, setting := range settings(u.Body) {
			have[setting] = true
			if mustNot.MatchString(setting) {
				t.Errorf("%s has %s", u.Name, setting)
			}
		}
		for _, setting := range must[u.Name] {
			if !have[setting] {
				t.Errorf("%s lacks %s", u.Name, setting)
			}
		}
		if enable := strings.HasSuffix(u.Name, ".socket"); u.Enable != enable || have["WantedBy=sockets.target"] != enable {
			t.Errorf("%s: Enable %v, WantedBy %v, want %v", u.Name, u.Enable, have["WantedBy=sockets.target"], enable)
		}
	}
}
