package browser

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"browser-mcp/fsutil"
	"browser-mcp/fsutil/strict"
)

// environment is a getenv of a map.
func environment(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

func TestDecodeRequestIsStrict(t *testing.T) {
	good := `{"headless":true,"args":["--lang=de"],"profile":"work","hosts":["*.h","::1"]}`
	if o, err := decodeRequest([]byte(good)); err != nil || !o.Headless || o.Profile != "work" || !slices.Equal(o.Args, []string{"--lang=de"}) {
		t.Errorf("decodeRequest(%s) = %+v, %v", good, o, err)
	}
	for _, bad := range []string{
		``, `{}`, `[]`, `{"headless":true,"args":[]}`, `{"headless":true,"args":[],"profile":"","hosts":[],"extra":1}`,
		`{"Headless":true,"args":[],"profile":"","hosts":[]}`, `{"headless":true,"headless":false,"args":[],"profile":"","hosts":[]}`,
		`{"headless":"yes","args":[],"profile":"","hosts":[]}`, `{"headless":true,"args":[1],"profile":"","hosts":[]}`, good + `{}`,
		`{"headless":true,"args":[],"profile":"../x","hosts":[]}`, `{"headless":true,"args":[],"profile":"a/b","hosts":[]}`, `{"headless":true,"args":[],"profile":"A","hosts":[]}`,
		`{"headless":true,"args":[` + strings.Repeat(`"--lang=de",`, maxArgs) + `"x"],"profile":"","hosts":[]}`,
		`{"headless":true,"args":[],"profile":"","hosts":["a b"]}`, `{"headless":true,"args":[],"profile":"","hosts":["a,EXCLUDE"]}`,
		`{"headless":true,"args":["` + strings.Repeat("x", maxRequest) + `"],"profile":"","hosts":[]}`,
	} {
		if o, err := decodeRequest([]byte(bad)); err == nil {
			t.Errorf("decodeRequest(%.80s) = %+v, want an error", bad, o)
		}
	}
}

// FuzzDecodeRequest holds that what is taken survives its own encoding.
func FuzzDecodeRequest(f *testing.F) {
	f.Add([]byte(`{"headless":true,"args":["--lang=de"],"profile":"work","hosts":["h"]}`))
	f.Add([]byte(`{"headless":false,"args":[],"profile":"","hosts":[],"x":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		o, err := decodeRequest(data)
		if err != nil {
			return
		}
		again, err := o.encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := decodeRequest(again)
		if _, tooLarge := errors.AsType[*strict.Error](err); tooLarge && len(again) > maxRequest {
			return // escapes may lengthen it
		}
		if err != nil || got.Headless != o.Headless || got.Profile != o.Profile || !slices.Equal(got.Args, o.Args) {
			t.Fatalf("decodeRequest(%q) = %+v, %v, want %+v", again, got, err, o)
		}
	})
}

func TestEnvironmentIsScrubbed(t *testing.T) {
	inherited := []string{
		"PATH=/home/u/bin:/bin", "LANG=C.UTF-8", "LC_ALL=C", "TZ=UTC", "HOME=/home/u", "TURNKEY_API_PRIVATE_KEY=x", "SBM_CHROME_PATH=/x", "GITHUB_TOKEN=x",
		"SSH_AUTH_SOCK=/x", "DBUS_SESSION_BUS_ADDRESS=unix:path=/x", "LD_PRELOAD=/x", "CHROMIUM_FLAGS=--no-sandbox", "DISPLAY=:0",
		"CREDENTIALS_DIRECTORY=/x", "NOTIFY_SOCKET=/x", "XDG_RUNTIME_DIR=/run/user/1", "SSLKEYLOGFILE=/x", "http_proxy=evil", "LISTEN_FDS=1",
	}
	private := privateDir{"/p"}
	got := chromiumEnvironment(inherited, private, true)
	want := []string{
		"HOME=/p/home", "TMPDIR=/p/tmp", "PATH=" + systemPath, "DBUS_SESSION_BUS_ADDRESS=disabled:", "DBUS_SYSTEM_BUS_ADDRESS=disabled:",
		"NO_AT_BRIDGE=1", "LANG=C.UTF-8", "LC_ALL=C", "TZ=UTC",
	}
	if !slices.Equal(got, want) {
		t.Errorf("environment = %q, want %q", got, want)
	}
	if visible := chromiumEnvironment(inherited, private, false); !slices.Contains(visible, "DISPLAY=:0") {
		t.Errorf("environment of a visible browser = %q, want DISPLAY in it", visible)
	}
}

func TestThreatChromePathMustBeRoots(t *testing.T) {
	own := filepath.Join(t.TempDir(), "chromium")
	if err := os.WriteFile(own, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if path, err := findChromium(environment(map[string]string{"SBM_CHROME_PATH": own})); !errors.Is(err, fsutil.ErrUntrusted) {
		t.Errorf("findChromium with an executable of the user's = %q, %v, want ErrUntrusted", path, err)
	}
	if path, err := findChromium(environment(map[string]string{"PATH": filepath.Dir(own)})); err != nil || path == own {
		t.Errorf("findChromium with a PATH of the user's = %q, %v, want root's own", path, err)
	}
	if path, err := findChromium(environment(map[string]string{"SBM_CHROME_PATH": "/usr/bin/chromium"})); err != nil || path != "/usr/bin/chromium" {
		t.Errorf("findChromium of a named executable = %q, %v", path, err)
	}
}

func TestPrepareLaunchRefusesBeforeItMakesAnything(t *testing.T) {
	runtimeDir := t.TempDir()
	getenv := environment(map[string]string{"XDG_RUNTIME_DIR": runtimeDir, "PATH": "/usr/bin"})
	_, err := prepareLaunch(t.Context(), LaunchOptions{Args: []string{"--proxy-server=x"}}, getenv, nil, slog.New(slog.DiscardHandler))
	if !errors.Is(err, ErrFlag) {
		t.Errorf("prepareLaunch = %v, want ErrFlag", err)
	}
	if left, _ := os.ReadDir(runtimeDir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestNamedProfileIsPersistentAndExclusive(t *testing.T) {
	getenv := environment(map[string]string{"PATH": "/usr/bin", "XDG_STATE_HOME": t.TempDir()})
	prepare := func() (*launch, error) {
		return prepareLaunch(t.Context(), LaunchOptions{Headless: true, Profile: "own"}, getenv, nil, slog.New(slog.DiscardHandler))
	}
	first, err := prepare()
	if err != nil {
		t.Fatal(err)
	}
	if want := filepath.Join("browser-mcp", "browser", "profiles", "own", "data"); !strings.HasSuffix(first.profile, want) {
		t.Errorf("profile = %s, want …/%s", first.profile, want)
	}
	if second, err := prepare(); err == nil {
		t.Errorf("second browser on the profile: %s", second.profile)
		second.close()
	}
	first.close()
	third, err := prepare()
	if err != nil {
		t.Fatalf("after the first has ended: %v", err)
	}
	third.close()
}

func TestSweepRemovesOnlyTheDead(t *testing.T) {
	parent, err := fsutil.MakeDir(filepath.Join(t.TempDir(), "base"))
	if err != nil {
		t.Fatal(err)
	}
	defer parent.Close()
	living, lock, err := newPrivate(t.Context(), parent)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	dead, deadLock, err := newPrivate(t.Context(), parent)
	if err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir()
	for _, path := range []string{"p-unfinished/tmp", "other/p-x"} {
		if err := os.MkdirAll(filepath.Join(parent.Path(), path), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(parent.Path(), "p-link")); err != nil {
		t.Fatal(err)
	}
	deadLock.Close()
	if err := sweep(t.Context(), parent); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{
		living.data(): true, dead.path: false, filepath.Join(parent.Path(), "p-unfinished"): false,
		filepath.Join(parent.Path(), "other", "p-x"): true, outside: true,
	} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s there = %t, want %t", path, err == nil, want)
		}
	}
}

// TestOwnerLockSurvivesExec holds what the sweep relies on: the lock ends with the program that the helper became, and
// not before.
func TestOwnerLockSurvivesExec(t *testing.T) {
	base, err := fsutil.MakeDir(filepath.Join(t.TempDir(), "base"))
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	private, lock, err := newPrivate(t.Context(), base)
	if err != nil {
		t.Fatal(err)
	}
	cat := exec.Command("/bin/cat")
	cat.ExtraFiles = []*os.File{lock} // as exec leaves it to Chromium
	in, err := cat.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cat.Start(); err != nil {
		t.Fatal(err)
	}
	lock.Close()
	if err := sweep(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(private.path); err != nil {
		t.Errorf("directory of a living program was swept: %v", err)
	}
	in.Close()
	if err := cat.Wait(); err != nil {
		t.Fatal(err)
	}
	if err := sweep(t.Context(), base); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(private.path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("directory of a dead program = %v, want it gone", err)
	}
}

func TestPreferencesKeepWhatTheHumanSet(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "Default", "Preferences")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(`{"homepage":"http://h/","autofill":{"profile_enabled":true,"other":1}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := writePreferences(dir); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"homepage":"http://h/"`, `"profile_enabled":false`, `"other":1`, `"credentials_enable_service":false`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("preferences = %s, want %s in them", data, want)
		}
	}
}
