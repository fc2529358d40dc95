package vault

import (
	"html"
	"unicode/utf8"
)

// htmlReference reads a character reference, named or numeric, with its semicolon or without
// (HTML, 13.2.5.72).
func htmlReference[T text](dst []byte, s T, i int) ([]byte, int) {
	if i+1 < len(s) && s[i+1] == '#' {
		return numericReference(dst, s, i)
	}
	end := i + 1
	for end < len(s) && end-i < maxReference && isAlphanumeric(s[end]) {
		end++
	}
	if end == i+1 {
		return dst, 0
	}
	if end < len(s) && s[end] == ';' {
		end++
	}
	for _, known := range commonReferences {
		if equalAt(s, i, known.name) {
			return append(dst, known.char), len(known.name)
		}
	}
	// The rare names only in page text: a secret is not copied into a string for them.
	name, ok := any(s[i:end]).(string)
	if !ok {
		return dst, 0
	}
	meant := html.UnescapeString(name)
	if meant == name {
		return dst, 0
	}
	return append(dst, meant...), end - i
}

var commonReferences = []struct {
	name string
	char byte
}{
	{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&nbsp;", ' '},
	{"&amp", '&'}, {"&lt", '<'}, {"&gt", '>'}, {"&quot", '"'},
}

func equalAt[T text](s T, i int, want string) bool {
	if len(s)-i < len(want) {
		return false
	}
	for k := range len(want) {
		if s[i+k] != want[k] {
			return false
		}
	}
	return true
}

func numericReference[T text](dst []byte, s T, i int) ([]byte, int) {
	at, base := i+2, rune(10)
	if at < len(s) && s[at]|0x20 == 'x' {
		at, base = at+1, 16
	}
	v, first := rune(0), at
	for ; at < len(s) && at-i < maxReference; at++ {
		d, ok := hexDigit(s[at])
		if !ok || d >= base {
			break
		}
		v = min(v*base+d, utf8.MaxRune+1)
	}
	if at == first {
		return dst, 0
	}
	if at < len(s) && s[at] == ';' {
		at++
	}
	return utf8.AppendRune(dst, v), at - i
}
