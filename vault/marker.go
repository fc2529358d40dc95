package vault

import (
	"strings"
	"unicode/utf8"
)

// Words with which our markers begin, folded.
var markerWords = []string{"redacted", "masked"}

// escapeMarkers puts a backslash before page text that begins like a marker of ours, so
// that a page cannot pass its own words off as a hidden value (threats, part C). What is
// escaped already stays as it is.
func escapeMarkers(s string) string {
	var b strings.Builder
	last := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if opensMarker(r) && beginsMarker(s[i+size:]) && !strings.HasSuffix(s[:i], `\`) {
			b.WriteString(s[last:i])
			b.WriteByte('\\')
			last = i
		}
		i += size
	}
	if b.Len() == 0 {
		return s
	}
	b.WriteString(s[last:])
	return b.String()
}

// imitates reports whether escapeMarkers has anything to look at.
func imitates(s string) bool { return strings.ContainsFunc(s, opensMarker) }

// opensMarker knows the bracket and those that a reader takes for it.
func opensMarker(r rune) bool {
	switch r {
	case '[', '［', '⁅', '【', '〔', '〚', '⟦':
		return true
	}
	return false
}

func beginsMarker(s string) bool {
	for _, word := range markerWords {
		if foldedPrefix(s, word) {
			return true
		}
	}
	return false
}

// foldedPrefix compares in the loose view, past white space and what nobody sees.
func foldedPrefix(s, word string) bool {
	for i := 0; i < len(s) && word != ""; {
		u := next(viewLoose, s, i)
		i += u.size
		if u.kind == foldIgnored || u.space {
			continue
		}
		if u.n == 0 || !strings.HasPrefix(word, string(u.kept[:u.n])) {
			return false
		}
		word = word[u.n:]
	}
	return word == ""
}
