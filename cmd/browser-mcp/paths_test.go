package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

func TestRuntimePaths(t *testing.T) {
	if got := resolveRuntime(surroundings("XDG_RUNTIME_DIR", "/run/user/7")).mcp; got != "/run/user/7/browser-mcp/mcp.sock" {
		t.Errorf("mcp socket = %s", got)
	}
	want := filepath.Join(os.TempDir(), "browser-mcp-"+strconv.Itoa(os.Getuid()), "control.sock")
	for _, env := range []func(string) string{surroundings(), surroundings("XDG_RUNTIME_DIR", "relative")} {
		if got := resolveRuntime(env).control; got != want {
			t.Errorf("control socket without a runtime directory = %s, want %s", got, want)
		}
	}
}

func TestStatePaths(t *testing.T) {
	for _, c := range []struct {
		env        func(string) string
		configured string
		want       string
	}{
		{surroundings("XDG_STATE_HOME", "/s", "HOME", "/h"), "", "/s/browser-mcp/core"},
		{surroundings("XDG_STATE_HOME", "s", "HOME", "/h"), "", "/h/.local/state/browser-mcp/core"},
		{surroundings("XDG_STATE_HOME", "/s"), "/elsewhere", "/elsewhere/core"},
	} {
		got, err := resolveState(c.env, c.configured)
		if err != nil || got.core != c.want {
			t.Errorf("core = %s, %v; want %s", got.core, err, c.want)
		}
	}
}

func TestConfigOfTheAccount(t *testing.T) {
	home, err := accountHome()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		env  func(string) string
		want bool
	}{
		{surroundings("HOME", home), true},
		{surroundings(), true},
		{surroundings("HOME", "/tmp/planted"), false},
		{surroundings("HOME", home, "XDG_CONFIG_HOME", "/tmp/planted"), false},
		{surroundings("XDG_CONFIG_HOME", filepath.Join(home, ".config")), true},
	} {
		got, err := resolveConfig(c.env)
		if err != nil || got.account != c.want {
			t.Errorf("resolveConfig = %+v, %v; want account %v", got, err, c.want)
		}
	}
}

// Two functions that resolve the same path come apart one day; so no other file may know the names.
func TestPathsOneFunction(t *testing.T) {
	names := regexp.MustCompile(`"(mcp|control|browser)\.sock"|XDG_(RUNTIME|STATE)_(DIR|HOME)"\)|"config\.json"`)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file == "paths.go" || strings.HasSuffix(file, "_test.go") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if m := names.Find(data); m != nil {
			t.Errorf("%s resolves %s by itself", file, m)
		}
	}
}

// Everything that the first call needs is broken here; whoever lists tools must not notice, and must leave it as it is.
func TestMCPTouchesNothing(t *testing.T) {
	base := t.TempDir()
	planted := map[string]string{"config/browser-mcp/config.json": "{malformed", "state": "a file where a directory should be"}
	for name, text := range planted {
		path := filepath.Join(base, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(ownPath, "mcp")
	cmd.Env = []string{
		"HOME=" + base, "XDG_RUNTIME_DIR=" + filepath.Join(base, "run"), "XDG_STATE_HOME=" + filepath.Join(base, "state"),
		"XDG_CONFIG_HOME=" + filepath.Join(base, "config"), "TMPDIR=" + filepath.Join(base, "tmp"), "SBM_CHROME_PATH=/nonexistent",
	}
	cmd.Stdin = strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}
{"jsonrpc":"2.0","id":2,"method":"tools/list"}
`)
	var out, errOut strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &errOut
	if err := cmd.Run(); err != nil || !strings.Contains(out.String(), "list_secret_refs") || errOut.Len() > 0 {
		t.Errorf("mcp = %v\n%s\n%s", err, out.String(), errOut.String())
	}
	for _, name := range []string{"run", "tmp"} {
		if _, err := os.Lstat(filepath.Join(base, name)); err == nil {
			t.Errorf("mcp made %s", name)
		}
	}
}
