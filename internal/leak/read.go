package leak

import (
	"encoding/base64"
	"html"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// depth is how many levels of escapes are read: none to three of percent, and JSON around.
const depth = 5

// readings gives every way of reading a text: as it is, with escapes undone again and
// again, and as mail encodes it.
func readings(text string) map[string]string {
	all := map[string]string{}
	for i := range depth {
		name := "text"
		if i > 0 {
			name = "escapes undone " + strconv.Itoa(i) + "x"
		}
		all[name] = text
		if qp := unquotePrintable(text); qp != text {
			all[name+", quoted-printable"] = qp
		}
		if seven := unUTF7(text); seven != text {
			all[name+", UTF-7"] = seven
		}
		next := unescape(text)
		if next == text {
			break
		}
		text = next
	}
	return all
}

// escapes are undone in one pass from left to right, or a doubled backslash would come
// apart.
var (
	escaped   = regexp.MustCompile(`(?:%[0-9A-Fa-f]{2})+|(?:\\x[0-9A-Fa-f]{2})+|(?:\\[0-3][0-7]{2})+|(?:\\u[0-9A-Fa-f]{4})+|(?:%u[0-9A-Fa-f]{4})+|\\u\{[0-9A-Fa-f]{1,6}\}|\\["'/\\nrtbfv]|&#?[0-9A-Za-z]+;?`)
	qpEscapes = regexp.MustCompile(`(?:=[0-9A-Fa-f]{2})+`)
	qpBreaks  = regexp.MustCompile(`=\r?\n`)
	shifted   = regexp.MustCompile(`\+([A-Za-z0-9+/]*)-?`)
)

func unescape(s string) string { return escaped.ReplaceAllStringFunc(s, unescapeOne) }

func unescapeOne(m string) string {
	switch {
	case m[0] == '&':
		return html.UnescapeString(m)
	case m[1] == 'u' && m[2] == '{':
		r, _ := strconv.ParseUint(m[3:len(m)-1], 16, 32)
		return string(rune(r))
	case m[1] == 'u':
		return utf16Text(m)
	case m[0] == '%':
		return numbers(m, 3, 1, 16)
	case m[1] == 'x':
		return numbers(m, 4, 2, 16)
	case '0' <= m[1] && m[1] <= '3':
		return numbers(m, 4, 1, 8)
	case strings.Contains(`"'/\`, m[1:]):
		return m[1:]
	case m[1] == 'n':
		return "\n"
	case m[1] == 'r':
		return "\r"
	}
	return " "
}

// numbers reads a run of escapes, each size bytes with its digits after skip, as bytes.
func numbers(m string, size, skip, base int) string {
	var b []byte
	for ; len(m) >= size; m = m[size:] {
		v, _ := strconv.ParseUint(m[skip:size], base, 8)
		b = append(b, byte(v))
	}
	return string(b)
}

func utf16Text(m string) string {
	var units []uint16
	for ; len(m) >= 6; m = m[6:] {
		v, _ := strconv.ParseUint(m[2:6], 16, 16)
		units = append(units, uint16(v))
	}
	return string(utf16.Decode(units))
}

func unquotePrintable(s string) string {
	s = qpBreaks.ReplaceAllString(s, "")
	return qpEscapes.ReplaceAllStringFunc(s, func(m string) string { return numbers(m, 3, 1, 16) })
}

func unUTF7(s string) string {
	return shifted.ReplaceAllStringFunc(s, func(m string) string {
		raw, err := base64.RawStdEncoding.DecodeString(strings.Trim(m, "+-"))
		if err != nil || len(raw) < 2 {
			return m
		}
		var units []uint16
		for ; len(raw) >= 2; raw = raw[2:] {
			units = append(units, uint16(raw[0])<<8|uint16(raw[1]))
		}
		return string(utf16.Decode(units))
	})
}

// letters is a text's letters and digits alone, small, in plain forms.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case '！' <= r && r <= '～':
			r -= '！' - '!'
		case '𝟎' <= r && r <= '𝟿':
			r = '0' + (r-'𝟎')%10
		}
		switch {
		case unicode.Is(unicode.Nd, r):
			return '0' + digitValue(r)
		case unicode.IsLetter(r):
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

// digitValue counts back to the zero of r's script.
func digitValue(r rune) (n rune) {
	for n < 9 && unicode.Is(unicode.Nd, r-n-1) {
		n++
	}
	return n
}

func digitsOf(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}
