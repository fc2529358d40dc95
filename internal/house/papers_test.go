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
	if claims < 20 {
		t.Errorf("SECURITY.md: %d claims were found, want at least 20", claims)
	}
}

var separator = regexp.MustCompile(`^\|[\s:|-]+\|$`)
