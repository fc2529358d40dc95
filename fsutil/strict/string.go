package strict

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// plain marks the bytes that stand for themselves in a string
// (RFC 8259, section 7).
var plain = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 0x20 && c != '"' && c != '\\'
	}
	return t
}()

// str scans the string whose opening quote is next (RFC 8259, section 7:
// control bytes must be escaped, and only the listed escapes exist), and
// returns what stands between its quotes and whether that has escapes.
func (s *scanner) str() (inside []byte, escaped, ok bool) {
	data, i := s.data, s.pos+1
	start := i
	for {
		for i < len(data) && plain[data[i]] {
			i++
		}
		if i >= len(data) || data[i] < 0x20 {
			s.pos = i
			return nil, false, false
		}
		if data[i] == '"' {
			s.pos = i + 1
			return data[start:i], escaped, true
		}
		escaped = true
		n, lone := escape(data[i:])
		if n == 0 {
			s.pos = i
			return nil, false, false
		}
		s.lone = s.lone || lone
		i += n
	}
}

// escape measures the escape that data begins with: 2, 6, or 12 bytes for a
// surrogate pair, 0 if it is none.
func escape(data []byte) (n int, lone bool) {
	if len(data) < 2 {
		return 0, false
	}
	switch data[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, false
	case 'u':
		r, ok := hex4(data)
		if !ok {
			return 0, false
		}
		if !utf16.IsSurrogate(r) {
			return 6, false
		}
		if low, ok := hex4(data[6:]); ok && utf16.DecodeRune(r, low) != utf8.RuneError {
			return 12, false
		}
		return 6, true
	}
	return 0, false
}

// hex4 reads a \uXXXX escape: one UTF-16 code unit, in either case.
func hex4(data []byte) (rune, bool) {
	if len(data) < 6 || data[0] != '\\' || data[1] != 'u' {
		return 0, false
	}
	var r rune
	for _, c := range data[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// text is what a scanned string means.
func text(raw []byte) string {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw)
	}
	return string(unescape(make([]byte, 0, len(raw)), raw))
}

// unescape appends what a scanned string means. Half a pair keeps its own
// three bytes, which are not UTF-8: two different halves must not become one
// name, and neither may become a name that somebody looks for.
func unescape(dst, raw []byte) []byte {
	for i := 0; i < len(raw); {
		if raw[i] != '\\' {
			dst = append(dst, raw[i])
			i++
			continue
		}
		if raw[i+1] != 'u' {
			dst = append(dst, short(raw[i+1]))
			i += 2
			continue
		}
		n, lone := escape(raw[i:])
		r, _ := hex4(raw[i:])
		switch {
		case lone:
			dst = append(dst, 0xE0|byte(r>>12), 0x80|byte(r>>6)&0x3F, 0x80|byte(r)&0x3F)
		case n == 12:
			low, _ := hex4(raw[i+6:])
			dst = utf8.AppendRune(dst, utf16.DecodeRune(r, low))
		default:
			dst = utf8.AppendRune(dst, r)
		}
		i += n
	}
	return dst
}

// short is the byte that a two-byte escape means.
func short(c byte) byte {
	switch c {
	case 'b':
		return '\b'
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	}
	return c
}
