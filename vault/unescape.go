package vault

import "unicode/utf8"

// escape reads one escape at the start of s[i:]: how many bytes it takes, 0 if there is
// none, with what it stands for appended to dst.
type escape[T text] func(dst []byte, s T, i int) ([]byte, int)

// unescape appends s to dst with every escape undone once, left to right. It reads only at
// the bytes of opens, and appends nothing of use where there is no edit.
func unescape[T text](dst []byte, s T, opens string, read escape[T]) ([]byte, []edit) {
	var start [256]bool
	for _, c := range []byte(opens) {
		start[c] = true
	}
	var edits []edit
	last := 0
	for i := 0; i < len(s); {
		if !start[s[i]] {
			i++
			continue
		}
		dst = append(dst, s[last:i]...)
		last = i
		longer, n := read(dst, s, i)
		if n == 0 {
			i++
			continue
		}
		edits = append(edits, edit{len(dst), len(longer), i, i + n})
		dst = longer
		i += n
		last = i
	}
	if len(edits) == 0 {
		return dst, nil
	}
	return append(dst, s[last:]...), edits
}

const pageOpens = "%&\\"

// pageEscape undoes what a page may hold: percent, HTML references, JSON and JavaScript.
func pageEscape[T text](dst []byte, s T, i int) ([]byte, int) {
	switch s[i] {
	case '%':
		return percentEscape(dst, s, i)
	case '&':
		return htmlReference(dst, s, i)
	case '\\':
		return backslash(dst, s, i)
	}
	return dst, 0
}

// percentEscape reads %HH (RFC 3986, section 2.1) and the %uHHHH of JavaScript's escape().
func percentEscape[T text](dst []byte, s T, i int) ([]byte, int) {
	if i+1 < len(s) && (s[i+1] == 'u' || s[i+1] == 'U') {
		return utf16Escape(dst, s, i)
	}
	return byteEscapes(dst, s, i, 1, 16)
}

// byteEscapes reads as many escapes of one byte (a prefix of so many characters, then two
// hexadecimal or three octal digits) as make one character of UTF-8; a lone one is Latin-1.
func byteEscapes[T text](dst []byte, s T, i, prefix, base int) ([]byte, int) {
	digits := 2
	if base == 8 {
		digits = 3
	}
	var b [utf8.UTFMax]byte
	n := 0
	for at := i; n < len(b); n++ {
		v, ok := digitsAt(s, at+prefix, digits, base)
		if !ok || v > 0xFF || !samePrefix(s, i, at, prefix) {
			break
		}
		b[n] = byte(v)
		at += prefix + digits
	}
	if n == 0 {
		return dst, 0
	}
	r, size := utf8.DecodeRune(b[:n])
	if r == utf8.RuneError {
		return utf8.AppendRune(dst, rune(b[0])), prefix + digits
	}
	return append(dst, b[:size]...), size * (prefix + digits)
}

func samePrefix[T text](s T, i, j, n int) bool {
	for k := range n {
		if s[i+k] != s[j+k] {
			return false
		}
	}
	return true
}

// utf16Escape reads \uHHHH or %uHHHH, two of them where they are a surrogate pair
// (RFC 8259, section 7).
func utf16Escape[T text](dst []byte, s T, i int) ([]byte, int) {
	const size = 6
	hi, ok := digitsAt(s, i+2, 4, 16)
	if !ok {
		return dst, 0
	}
	lo, ok := digitsAt(s, i+size+2, 4, 16)
	if ok && samePrefix(s, i, i+size, 2) && 0xD800 <= hi && hi < 0xDC00 && 0xDC00 <= lo && lo < 0xE000 {
		return utf8.AppendRune(dst, (hi-0xD800)<<10+(lo-0xDC00)+0x10000), 2 * size
	}
	return utf8.AppendRune(dst, hi), size
}

// digitsAt reads exactly n digits.
func digitsAt[T text](s T, i, n, base int) (v rune, ok bool) {
	if i+n > len(s) {
		return 0, false
	}
	for k := range n {
		d, ok := hexDigit(s[i+k])
		if !ok || d >= rune(base) {
			return 0, false
		}
		v = v*rune(base) + d
	}
	return v, true
}

func hexDigit(c byte) (rune, bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10, true
	}
	return 0, false
}

// backslash reads the escapes of JSON (RFC 8259, section 7) and ECMAScript (12.9.4).
func backslash[T text](dst []byte, s T, i int) ([]byte, int) {
	if i+1 >= len(s) {
		return dst, 0
	}
	switch c := s[i+1]; c {
	case 'u':
		if i+2 < len(s) && s[i+2] == '{' {
			return bracedEscape(dst, s, i)
		}
		return utf16Escape(dst, s, i)
	case 'x':
		return byteEscapes(dst, s, i, 2, 16)
	case 'n', 'r', 't', 'b', 'f', 'v':
		return append(dst, '\n'), 2 // one separator is as good as another
	case '0', '1', '2', '3':
		if longer, n := byteEscapes(dst, s, i, 1, 8); n > 0 {
			return longer, n
		}
		fallthrough
	default:
		if c < utf8.RuneSelf {
			return append(dst, c), 2
		}
	}
	return dst, 0
}

func bracedEscape[T text](dst []byte, s T, i int) ([]byte, int) {
	const most = 6
	v, at := rune(0), i+3
	for ; at < len(s) && at < i+3+most; at++ {
		d, ok := hexDigit(s[at])
		if !ok {
			break
		}
		v = v<<4 | d
	}
	if at == i+3 || at >= len(s) || s[at] != '}' {
		return dst, 0
	}
	return utf8.AppendRune(dst, v), at + 1 - i
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
