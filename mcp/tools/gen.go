//go:build ignore

// Gen rewrites the README's table of codes. TestReadmeListsCodes compares it.
package main

import (
	"log"
	"os"
	"strings"

	"browser-mcp/mcp/tools"
)

func main() {
	const path, begin, end = "../../README.md", "<!-- codes -->\n", "<!-- /codes -->"
	data, err := os.ReadFile(path)
	if err != nil {
		log.Fatal(err)
	}
	before, rest, found := strings.Cut(string(data), begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		log.Fatalf("%s has no block between %q and %q", path, begin, end)
	}
	if err := os.WriteFile(path, []byte(before+begin+tools.CodesMarkdown()+end+after), 0o644); err != nil {
		log.Fatal(err)
	}
}
