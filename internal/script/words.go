package script

import (
	"fmt"
	"strings"
)

// words splits a line at blanks. Single quotes keep blanks and `$`; elsewhere $NAME and ${NAME} are replaced by expand.
func words(line string, expand func(string) string) ([]string, error) {
	var list []string
	for {
		line = strings.TrimLeft(line, " \t")
		if line == "" || line[0] == '#' {
			return list, nil
		}
		word, rest, err := oneWord(line, expand)
		if err != nil {
			return nil, err
		}
		list, line = append(list, word), rest
	}
}

// oneWord takes one word, which may have quoted parts, from the front of line.
func oneWord(line string, expand func(string) string) (word, rest string, err error) {
	var b strings.Builder
	for line != "" && line[0] != ' ' && line[0] != '\t' {
		if line[0] == '\'' {
			quoted, after, ok := strings.Cut(line[1:], "'")
			if !ok {
				return "", "", fmt.Errorf("quote not closed")
			}
			b.WriteString(quoted)
			line = after
			continue
		}
		end := strings.IndexAny(line, " \t'")
		if end < 0 {
			end = len(line)
		}
		b.WriteString(expandAll(line[:end], expand))
		line = line[end:]
	}
	return b.String(), line, nil
}

// expandAll replaces $NAME and ${NAME}.
func expandAll(s string, expand func(string) string) string {
	before, after, ok := strings.Cut(s, "$")
	if !ok {
		return s
	}
	if name, rest, ok := strings.Cut(strings.TrimPrefix(after, "{"), "}"); ok && strings.HasPrefix(after, "{") {
		return before + expand(name) + expandAll(rest, expand)
	}
	rest := strings.TrimLeft(after, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789")
	name := after[:len(after)-len(rest)]
	if name == "" {
		return before + "$" + expandAll(rest, expand)
	}
	return before + expand(name) + expandAll(rest, expand)
}
