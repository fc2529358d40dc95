package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/fsutil"
	"browser-mcp/internal/leak"
	"browser-mcp/internal/site"
)

// TestThreatSandboxIsOn holds that pages run under seccomp and in a process namespace of their own, and that the whole
// browser runs with no_new_privs.
func TestThreatSandboxIsOn(t *testing.T) {
	s := site.New(t)
	b := newBrowser(t)
	openTab(t, b, s.Shop+"/login/")
	pid := b.Status().PID
	list := renderers(pid)
	if len(list) == 0 {
		t.Fatalf("no renderer among %+v", groupOf(pid))
	}
	for _, p := range list {
		if mode := p.status(t, "Seccomp"); mode[0] != "2" {
			t.Errorf("renderer %d has seccomp mode %s, want 2", p.pid, mode[0])
		}
		if names := p.status(t, "NSpid"); len(names) < 2 {
			t.Errorf("renderer %d is in our process namespace", p.pid)
		}
	}
	for _, p := range groupOf(pid) {
		if p.status(t, "NoNewPrivs")[0] != "1" {
			t.Errorf("process %d lacks no_new_privs: %q", p.pid, p.args)
		}
		if p.has(noSandbox) {
			t.Errorf("process %d has %s", p.pid, noSandbox)
		}
	}
	if limit, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid)); err != nil || !coreForbidden(string(limit)) {
		t.Errorf("core files of the browser: %s, %v", limit, err)
	}
}

func coreForbidden(limits string) bool {
	for line := range strings.Lines(limits) {
		if rest, ok := strings.CutPrefix(line, "Max core file size"); ok {
			return strings.Fields(rest)[1] == "0"
		}
	}
	return false
}

// TestThreatFilesAreOutOfReach asks the browser itself, past our rules for addresses, for a file that any process of the
// user may read. Landlock says no, where the kernel has it.
func TestThreatFilesAreOutOfReach(t *testing.T) {
	private := filepath.Join(t.TempDir(), "file.txt")
	if err := os.WriteFile(private, []byte("private"), 0o600); err != nil {
		t.Fatal(err)
	}
	tab := openTab(t, sharedBrowser(t), "")
	for path, want := range map[string]bool{private: fsutil.LandlockABI() == 0, "/usr/lib/os-release": true} {
		answer, err := tab.session.PageNavigate(t.Context(), "file://"+path)
		if err != nil {
			t.Fatal(err)
		}
		if readable := answer.ErrorText == ""; readable != want {
			t.Errorf("browser reads %s = %t (%s), want %t", path, readable, answer.ErrorText, want)
		}
	}
}

// TestThreatNothingTypedReachesTheDisk types into a form, submits it, and looks for the text in everything that the
// browser keeps.
func TestThreatNothingTypedReachesTheDisk(t *testing.T) {
	const typed = "Tr0ub4dor&3-typed-into-a-form"
	s := site.New(t)
	s.Page("/form", `<title>form</title><form action="/submit" method="post">
		<input name=user autocomplete=username id=u><input name=password type=password autocomplete=current-password id=p><button>go</button></form>`)
	b := newBrowser(t, func(c *Config) {
		c.Start = startHelper("TURNKEY_API_PRIVATE_KEY="+typed, "SBM_SECRET="+typed, "GITHUB_TOKEN="+typed)
	})
	tab := openTab(t, b, s.Shop+"/form")
	for _, id := range []string{"u", "p"} {
		evaluate(t, tab, `document.getElementById("`+id+`").focus()`)
		if err := tab.session.InputInsertText(t.Context(), typed); err != nil {
			t.Fatal(err)
		}
	}
	evaluate(t, tab, `localStorage.setItem("k", "`+typed+`"); document.forms[0].requestSubmit(); 0`)
	if _, err := s.AwaitPath(t.Context(), "POST", "/submit"); err != nil {
		t.Fatal(err)
	}
	if !s.Received(s.Shop, typed) {
		t.Error("the site did not get what was typed")
	}
	if _, err := tab.Navigate(t.Context(), s.Shop+"/login/", NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	pid := b.Status().PID
	dir := strings.TrimSuffix(userDataDir(t, pid), "/data")
	found, err := leak.Tree(dir, typed)
	if err != nil || len(found) != 0 {
		t.Errorf("on disk: %v, %v", found, err)
	}
	found, looked, err := leak.Processes(pid, typed)
	if err != nil || len(found) != 0 || looked == 0 {
		t.Errorf("in %d arguments and environments: %v, %v", looked, found, err)
	}
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("private directory = %v, %v, want mode 0700", info, err)
	}
}

// TestContextsShareNothing holds that two contexts see neither each other's cookies nor storage.
func TestContextsShareNothing(t *testing.T) {
	s := site.New(t)
	b := sharedBrowser(t)
	one, two := openTab(t, b, s.Shop+"/login/"), openTab(t, b, s.Shop+"/login/")
	evaluate(t, one, `document.cookie = "a=1"; localStorage.setItem("k", "v"); 0`)
	if got := evaluate(t, two, `document.cookie + localStorage.getItem("k")`); got != "null" {
		t.Errorf("the other context sees %q", got)
	}
	if got := evaluate(t, one, `document.cookie + localStorage.getItem("k")`); got != "a=1v" {
		t.Errorf("the context itself sees %q", got)
	}
}
