package house

import (
	"regexp"
	"strings"
	"testing"
)

// A ledger line of SECURITY.md is a table row or a list item below one of the headings "Defended" and "Residual".
func TestSecurityClaimsHaveTests(t *testing.T) {
	text := read(t, "SECURITY.md")
	for _, name := range testName.FindAllString(text, -1) {
		if testNames()[name] == nil {
			t.Errorf("SECURITY.md names %s, which does not exist", name)
		}
	}
	claims := 0
	for _, heading := range []string{"Defended", "Residual"} {
		_, section, ok := strings.Cut(text, "\n## "+heading)
		if !ok {
			t.Errorf("SECURITY.md has no section %q", heading)
			continue
		}
		section, _, _ = strings.Cut(section, "\n## ")
		for _, line := range strings.Split(section, "\n") {
			if !strings.HasPrefix(line, "| ") || separator.MatchString(line) || strings.HasSuffix(line, "| test |") {
				continue
			}
			claims++
			if !testName.MatchString(line) {
				t.Errorf("SECURITY.md: no test is named in %q", line)
			}
		}
	}
	for name := range testNames() {
		if ledger.MatchString(name) && !regexp.MustCompile(name+`\b`).MatchString(text) {
			t.Errorf("SECURITY.md does not name %s", name)
		}
	}
	if claims < 20 {
		t.Errorf("SECURITY.md: %d claims were found, want at least 20", claims)
	}
}

// ledger recognises tests that prove a line of the ledger.
var ledger = regexp.MustCompile(`^Test(?:Threat|Residual)[A-Z]`)

var separator = regexp.MustCompile(`^\|[\s:|-]+\|$`)

// toolName is how a tool is registered in mcp/tools; shownTool is a tool in the README's table.
var (
	toolName  = regexp.MustCompile(`\bName: +"([a-z_]+)"`)
	shownTool = regexp.MustCompile("`([a-z_]+)`")
)

func TestReadmeListsTools(t *testing.T) {
	have := map[string]bool{}
	for _, f := range goFiles() {
		if f.pkg() == "mcp/tools" && !f.test {
			for _, match := range toolName.FindAllStringSubmatch(f.text, -1) {
				have[match[1]] = true
			}
		}
	}
	_, section, _ := strings.Cut(read(t, "README.md"), "\n## Tools\n")
	section, _, _ = strings.Cut(section, "\n\nA failed call")
	shown := map[string]bool{}
	for _, line := range strings.Split(section, "\n") {
		cell, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), "|")
		for _, match := range shownTool.FindAllStringSubmatch(cell, -1) {
			shown[match[1]] = true
		}
	}
	for name := range have {
		if !shown[name] {
			t.Errorf("README.md does not list tool %s", name)
		}
	}
	for name := range shown {
		if !have[name] {
			t.Errorf("README.md lists tool %s, which does not exist", name)
		}
	}
	if len(have) == 0 {
		t.Error("no tool was found in mcp/tools")
	}
}
