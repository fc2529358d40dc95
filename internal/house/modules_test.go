package house

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// modules are the three that the product may use.
var modules = []string{"github.com/coreos/go-systemd/v22", "golang.org/x/crypto", "golang.org/x/sys"}

func TestModulesAreTheThree(t *testing.T) {
	text := read(t, "go.mod")
	required := regexp.MustCompile(`(?m)^(?:require)?\s+([a-z][^\s]*\.[^\s]*) v[^\s]+`).FindAllStringSubmatch(text, -1)
	for _, match := range required {
		if !slices.Contains(modules, match[1]) {
			t.Errorf("go.mod requires %s, which is none of %s", match[1], strings.Join(modules, ", "))
		}
	}
	if len(required) == 0 {
		t.Error("no requirement of go.mod was understood")
	}
	for _, directive := range []string{"replace", "exclude", "retract"} {
		if regexp.MustCompile(`(?m)^` + directive + `\b`).MatchString(text) {
			t.Errorf("go.mod has a %s directive", directive)
		}
	}
	if !regexp.MustCompile(`(?m)^toolchain go1\.\d+\.\d+$`).MatchString(text) {
		t.Error("go.mod pins no toolchain")
	}
}

func TestLockFilesNameNoServer(t *testing.T) {
	for _, name := range files() {
		if !strings.HasSuffix(name, "package-lock.json") {
			continue
		}
		if strings.Contains(read(t, name), `"resolved": "http`) {
			t.Errorf("%s records where packages were downloaded from; write it with npm's --omit-lockfile-registry-resolved", name)
		}
	}
}
