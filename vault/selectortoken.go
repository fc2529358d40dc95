package vault

import (
	"strings"
	"unicode/utf8"
)

// skip takes prefix if it is there.
func (r *selectorReader) skip(prefix string) bool {
	rest, ok := strings.CutPrefix(r.rest, prefix)
	r.rest = rest
	return ok
}

// space skips white space and comments, and says whether there was any of the former: a
// comment alone is no descendant combinator.
func (r *selectorReader) space() (any bool) {
	for {
		trimmed := strings.TrimLeft(r.rest, " \t\n\r\f")
		any = any || len(trimmed) < len(r.rest)
		r.rest = trimmed
		inside, ok := strings.CutPrefix(r.rest, "/*")
		_, after, closed := strings.Cut(inside, "*/")
		if !ok || !closed {
			return any
		}
		r.rest = after
	}
}

// text is a quoted string.
func (r *selectorReader) text() bool {
	if r.rest == "" || r.rest[0] != '"' && r.rest[0] != '\'' {
		return false
	}
	for i := 1; i < len(r.rest); i++ {
		switch r.rest[i] {
		case '\\':
			i++
		case r.rest[0]:
			r.rest = r.rest[i+1:]
			return true
		}
	}
	return false
}

// ident is an identifier: a name that no digit begins, nor a hyphen alone or before a digit
// (CSS Syntax, section 4.3.9).
func (r *selectorReader) ident() bool {
	start := strings.TrimPrefix(r.rest, "-")
	if start == "" || '0' <= start[0] && start[0] <= '9' || nameSize(start) == 0 {
		return false
	}
	return r.name()
}

// name is what may follow a # in general, digits first included.
func (r *selectorReader) name() bool {
	before := len(r.rest)
	for {
		n := nameSize(r.rest)
		if n == 0 {
			return len(r.rest) != before
		}
		r.rest = r.rest[n:]
	}
}

// nameSize measures one character of a name, or one escape, in bytes; 0 if there is none.
func nameSize(s string) int {
	if s == "" {
		return 0
	}
	switch c := s[0]; {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '_':
		return 1
	case c >= utf8.RuneSelf:
		_, size := utf8.DecodeRuneInString(s)
		return size
	case c == '\\':
		return escapeSize(s)
	}
	return 0
}

// escapeSize measures a backslash with up to six hexadecimal digits and one space, or with
// any other character but a line break (CSS Syntax, section 4.3.7).
func escapeSize(s string) int {
	digits := 0
	for digits < 6 && 1+digits < len(s) && isHex(s[1+digits]) {
		digits++
	}
	switch {
	case digits > 0 && strings.HasPrefix(s[1+digits:], " "):
		return 2 + digits
	case digits > 0:
		return 1 + digits
	case len(s) < 2 || s[1] < ' ':
		return 0
	}
	_, size := utf8.DecodeRuneInString(s[1:])
	return 1 + size
}

// isHex knows both cases.
func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}
