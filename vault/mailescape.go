package vault

import (
	"unicode/utf16"
	"unicode/utf8"
)

// utf7 reads a shifted sequence of UTF-7 (RFC 2152): a plus, UTF-16 in base64, and a minus
// that is part of it if it is there.
func utf7[T text](dst []byte, s T, i int) ([]byte, int) {
	if s[i] != '+' {
		return dst, 0
	}
	if i+1 < len(s) && s[i+1] == '-' {
		return append(dst, '+'), 2
	}
	var units [maxShifted]uint16
	n, bits, have := 0, uint32(0), 0
	at := i + 1
	for ; at < len(s) && n < len(units); at++ {
		v, ok := base64Value(s[at])
		if !ok {
			break
		}
		bits, have = bits<<6|uint32(v), have+6
		if have >= 16 {
			have -= 16
			units[n] = uint16(bits >> have)
			n++
		}
	}
	if n == 0 {
		return dst, 0
	}
	if at < len(s) && s[at] == '-' {
		at++
	}
	for k := 0; k < n; k++ {
		r := rune(units[k])
		if k+1 < n && utf16.IsSurrogate(r) {
			r = utf16.DecodeRune(r, rune(units[k+1]))
			k++
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst, at - i
}

func base64Value(c byte) (byte, bool) {
	switch {
	case 'A' <= c && c <= 'Z':
		return c - 'A', true
	case 'a' <= c && c <= 'z':
		return c - 'a' + 26, true
	case '0' <= c && c <= '9':
		return c - '0' + 52, true
	case c == '+':
		return 62, true
	case c == '/':
		return 63, true
	}
	return 0, false
}

// softBreak takes out the line breaks of quoted-printable (RFC 2045, section 6.7).
func softBreak[T text](dst []byte, s T, i int) ([]byte, int) {
	for _, end := range []string{"=\n", "=\r\n"} {
		if equalAt(s, i, end) {
			return dst, len(end)
		}
	}
	return dst, 0
}

// quotedPrintable reads the =HH of the same.
func quotedPrintable[T text](dst []byte, s T, i int) ([]byte, int) {
	if s[i] != '=' {
		return dst, 0
	}
	return byteEscapes(dst, s, i, 1, 16)
}
