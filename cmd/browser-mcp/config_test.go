package main

import (
	"net"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func surroundings(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i+1 < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func pointer[T any](v T) *T { return &v }

func TestLayersOverrideInOrder(t *testing.T) {
	file := layer{source: "file", trusted: true, values: values{
		ChromePath: pointer("/a"), Headless: pointer(false), IdleMinutes: pointer(3), LogLevel: pointer("warn"),
	}}
	environment, err := readEnvironment(surroundings("SBM_CHROME_PATH", "/b", "SBM_CHROME_ARGS", `--lang=de "--use-gl=a b"`,
		"SBM_ALLOWED_HOSTS", "a.example, *.b.example", "SBM_HEADLESS", "true"), true)
	if err != nil {
		t.Fatal(err)
	}
	flags := layer{source: "flags", trusted: true, values: values{LogLevel: pointer("debug")}}
	got, err := resolve(file, environment, flags)
	want := settings{
		chromePath: "/b", headless: true, chromeArgs: []string{"--lang=de", "--use-gl=a b"},
		allowedHosts: []string{"a.example", "*.b.example"}, idle: 3 * time.Minute, logLevel: "debug",
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("resolve = %+v, %v; want %+v", got, err, want)
	}
}

func TestMalformedValues(t *testing.T) {
	for name, v := range map[string]values{
		"relative path": {ChromePath: pointer("chrome")}, "unclean path": {AuditLog: pointer("/a/../b")},
		"idle": {IdleMinutes: pointer(-1)}, "level": {LogLevel: pointer("loud")}, "no hosts": {AllowedHosts: pointer([]string{})},
	} {
		if _, err := resolve(layer{source: "x", trusted: true, values: v}); codeOf(err) != exitConfig {
			t.Errorf("%s: resolve = %v, want a failure with code %d", name, err, exitConfig)
		}
	}
}

func TestReadConfigIsStrict(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"good":      {`{"headless": false, "idleMinutes": 5}`, ""},
		"unknown":   {"{\n \"heedless\": false}", "line 2, column 14"},
		"case":      {`{"HEADLESS": false}`, "not known"},
		"twice":     {`{"headless": false, "headless": true}`, "second member"},
		"type":      {`{"idleMinutes": "5"}`, "/idleMinutes"},
		"trailing":  {`{} {}`, "after the value"},
		"too large": {`{"chromeArgs": ["` + strings.Repeat("x", maxConfig) + `"]}`, ""},
	} {
		path := filepath.Join(t.TempDir(), "config.json")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := readConfig(configPath{file: path}, true)
		if name == "good" {
			if err != nil {
				t.Errorf("%s: readConfig = %v, want no error", name, err)
			}
			continue
		}
		if codeOf(err) != exitConfig || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: readConfig = %v, want code %d and %q", name, err, exitConfig, c.want)
		}
	}
}

// What an agent's client configuration sets must never decide who sees plaintext (threats.md, rule 4).
func TestThreatEnvironmentOnlyTightens(t *testing.T) {
	base := values{ChromePath: pointer("/usr/bin/chromium-of-the-operator"), AllowedHosts: pointer([]string{"a.example", "*.b.example"}),
		BlockPrivate: pointer(true), AuditLog: pointer("/var/log/audit"), StateDirectory: pointer("/var/state")}
	operator := layer{source: "file", trusted: true, values: base}
	mine := filepath.Join(t.TempDir(), "chrome")
	if err := os.WriteFile(mine, []byte("#!/bin/sh\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]values{
		"browser of the user's": {ChromePath: &mine}, "no block": {BlockPrivate: pointer(false)},
		"other host": {AllowedHosts: pointer([]string{"evil.example"})}, "wider host": {AllowedHosts: pointer([]string{"*.example"})},
		"state": {StateDirectory: pointer("/tmp/state")}, "audit": {AuditLog: pointer("/home/x/.bashrc")}, "sandbox": {AllowNoSandbox: pointer(true)},
	} {
		if _, err := resolve(operator, layer{source: "the environment", values: v}); codeOf(err) != exitConfig {
			t.Errorf("%s: resolve = %v, want it refused", name, err)
		}
	}
	got, err := resolve(operator, layer{source: "the environment", values: values{
		AllowedHosts: pointer([]string{"x.b.example", "evil.example"}), Headless: pointer(false), BlockPrivate: pointer(true),
		StateDirectory: pointer("/var/state"), ChromePath: pointer("/usr/bin/true"),
	}})
	if err != nil || !slices.Equal(got.allowedHosts, []string{"x.b.example"}) || !got.blockPrivate || got.headless || got.chromePath != "/usr/bin/true" {
		t.Errorf("resolve of what tightens = %+v, %v", got, err)
	}
}

// A client configuration that moves HOME away must not leave the owner's limits behind.
func TestThreatMovedConfigKeepsTheOwnersLimits(t *testing.T) {
	own := configPath{file: filepath.Join(t.TempDir(), "config.json"), account: true}
	limits := `{"allowedHosts": ["shop.example"], "blockPrivate": true, "auditLog": "/var/log/audit", "stateDirectory": "/var/state"}`
	if err := os.WriteFile(own.file, []byte(limits), 0o600); err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	env := surroundings("HOME", home, "SBM_ALLOWED_HOSTS", "evil.example, shop.example")
	named := configPath{file: filepath.Join(home, ".config", dirName, "config.json")}
	s, paths, err := resolveAlone(env, named, own, layer{})
	if err != nil || !slices.Equal(s.allowedHosts, []string{"shop.example"}) || !s.blockPrivate || s.auditLog != "/var/log/audit" {
		t.Errorf("resolveAlone = %+v, %v, want the owner's limits", s, err)
	}
	if want := filepath.Join(home, ".local", "state", dirName); paths.root != want {
		t.Errorf("state = %q, want %q", paths.root, want)
	}
	if err := os.WriteFile(own.file, []byte("{malformed"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := resolveAlone(env, named, own, layer{}); codeOf(err) != exitConfig {
		t.Errorf("resolveAlone with a malformed file of the owner's = %v, want code %d", err, exitConfig)
	}
}

func TestNarrow(t *testing.T) {
	for _, c := range []struct{ allowed, wanted, want []string }{
		{nil, []string{"a"}, []string{"a"}},
		{[]string{"a.example"}, []string{"a.example", "b.example"}, []string{"a.example"}},
		{[]string{"*.example"}, []string{"a.example", "example", "*.a.example", "aexample"}, []string{"a.example", "*.a.example"}},
	} {
		if got := narrow(c.allowed, c.wanted); !slices.Equal(got, c.want) {
			t.Errorf("narrow(%q, %q) = %q, want %q", c.allowed, c.wanted, got, c.want)
		}
	}
}

func TestHelperEnvironment(t *testing.T) {
	env := []string{"PATH=/bin", "HOME=/h", "DISPLAY=:0", "SBM_CHROME_PATH=/evil", "SBM_ALLOW_NO_SANDBOX=1", "TURNKEY_API_PRIVATE_KEY=k", "LC_ALL=C", "LD_PRELOAD=/evil.so"}
	got := helperEnvironment(env, settings{headless: true})
	if want := []string{"PATH=/bin", "HOME=/h", "LC_ALL=C"}; !slices.Equal(got, want) {
		t.Errorf("helperEnvironment = %q, want %q", got, want)
	}
	got = helperEnvironment(env, settings{chromePath: "/usr/bin/chromium", allowNoSandbox: true})
	if want := []string{"PATH=/bin", "HOME=/h", "DISPLAY=:0", "LC_ALL=C", "SBM_ALLOW_NO_SANDBOX=1", "SBM_CHROME_PATH=/usr/bin/chromium"}; !slices.Equal(got, want) {
		t.Errorf("helperEnvironment with a window = %q, want %q", got, want)
	}
}

// An agent's configuration may ask for a window, but not on somebody else's screen.
func TestThreatWindowStaysOnTheUsersScreen(t *testing.T) {
	for _, entry := range []string{"DISPLAY=evil.example:0", "DISPLAY=127.0.0.1:10.0", "DISPLAY=tcp/evil.example:0", "DISPLAY=:65000", "DISPLAY=:../../x", "DISPLAY=", "WAYLAND_DISPLAY=/tmp/evil/wayland-0"} {
		if !foreignDisplay(entry) {
			t.Errorf("foreignDisplay(%q) = false, want true", entry)
		}
	}
	for _, entry := range []string{"WAYLAND_DISPLAY=wayland-0", "PATH=/bin:/usr/bin", "XAUTHORITY=/h/.Xauthority"} {
		if foreignDisplay(entry) {
			t.Errorf("foreignDisplay(%q) = true, want false", entry)
		}
	}
	l, err := net.Listen("unix", filepath.Join(t.TempDir(), "X0"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if !ownSocket(l.Addr().String()) || ownSocket(t.TempDir()) {
		t.Error("ownSocket: want true for a socket of ours and false for a directory")
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"headless": true, "chromeArgs": ["--lang=de"], "idleMinutes": 1}`))
	f.Add([]byte(`{"headless": true, "headless": true}`))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, data []byte) {
		path := filepath.Join(dir, "config.json")
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		l, err := readConfig(configPath{file: path}, false)
		if err != nil {
			return
		}
		s, err := resolve(l)
		if err == nil && (s.auditLog != "" || s.stateDirectory != "" || s.allowNoSandbox) {
			t.Errorf("an untrusted file %q set %+v", data, s)
		}
	})
}
