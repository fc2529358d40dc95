package house

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// foreign lists what a committed file must not name, in pieces so that this file does not: the directories of the
// machine it was written on, and the servers that packages come from.
func foreign() []string {
	slash := func(names ...string) string { return "/" + strings.Join(names, "/") + "/" }
	dot := func(names ...string) string { return strings.Join(names, ".") }
	return []string{
		slash("work"), slash("root"), slash("tmp", "plan"),
		dot("registry", "npmjs", "org"), dot("proxy", "golang", "org"), dot("deb", "debian", "org"),
		dot("archive", "ubuntu", "com"), dot("pypi", "org"), "farm" + "-",
	}
}

func TestNothingNamesAMachine(t *testing.T) {
	words := foreign()
	for _, name := range files() {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			for _, word := range words {
				if bytes.Contains(line, []byte(word)) {
					t.Errorf("%s:%d: names %s", name, i+1, word)
				}
			}
		}
	}
}

// The words are what is looked for, so a slip in taking them apart would find nothing for ever.
func TestForeignWordsAreWhole(t *testing.T) {
	for _, word := range foreign() {
		if len(word) < 5 || strings.Contains(word, "..") || strings.Contains(word, "//") {
			t.Errorf("foreign word %q", word)
		}
	}
}
