package leak

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"mime/quotedprintable"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
)

// Encoded is a value as a page might show it.
type Encoded struct {
	Name string
	Text string
	// Digest says that the value cannot be had back from Text.
	Digest bool
	// Loose says that only the letters and digits are the value's: a value with few of them
	// is not looked for in this form.
	Loose bool
}

// Encodings writes a value in every way that tables 8.3 and 8.4 name.
func Encodings(value string) []Encoded {
	all := slices.Concat(spellings(value), escapes(value), binaries(value))
	for _, d := range digests(value) {
		all = append(all,
			Encoded{d.name + " hex", hex.EncodeToString(d.sum), true, false},
			Encoded{d.name + " base64", base64.StdEncoding.EncodeToString(d.sum), true, false})
	}
	return all
}

func spellings(value string) []Encoded {
	all := []Encoded{
		{Name: "plain", Text: value},
		{Name: "reversed", Text: reverse(value)},
		{Name: "rot13", Text: mapped(value, rot13)},
		{Name: "upper case", Text: strings.ToUpper(value), Loose: true},
		{Name: "full width", Text: mapped(value, fullWidth), Loose: true},
		{Name: "mathematical digits", Text: mapped(value, mathDigit), Loose: true},
		{Name: "Arabic-Indic digits", Text: mapped(value, arabicDigit), Loose: true},
		{Name: "Devanagari digits", Text: mapped(value, devanagariDigit), Loose: true},
	}
	for _, s := range separators {
		all = append(all, Encoded{Name: s.name, Text: every(value, s.each, s.text), Loose: true})
	}
	return all
}

var separators = []struct {
	name string
	each int
	text string
}{
	{"spaces", 1, " "}, {"groups of four", 4, " "}, {"dashes", 4, "-"}, {"commas", 4, ","}, {"apostrophes", 4, "'"},
	{"colons", 4, ":"}, {"comma and spaces", 4, " , "}, {"middle dots", 2, "·"}, {"no-break spaces", 4, "\u00a0"},
	{"narrow no-break spaces", 4, "\u202f"}, {"zero-width spaces", 1, "\u200b"}, {"soft hyphens", 1, "\u00ad"},
	{"combining marks", 1, "\u0301\u0327\u0336\u0489\u0301"}, {"one a line", 1, "\n"},
	{"bidirectional controls", 1, "\u202e\u2066\u200f\u2069\u202c"},
}

func escapes(value string) []Encoded {
	quoted, _ := json.Marshal(value)
	percent := perByte(value, "%%%02X")
	return []Encoded{
		{Name: "percent", Text: percent},
		{Name: "percent twice", Text: strings.ReplaceAll(percent, "%", "%25")},
		{Name: "percent thrice", Text: strings.ReplaceAll(percent, "%", "%2525")},
		{Name: "path escape", Text: url.PathEscape(value)},
		{Name: "query escape", Text: url.QueryEscape(value)},
		{Name: "query escape twice", Text: url.QueryEscape(url.QueryEscape(value))},
		{Name: "HTML", Text: html.EscapeString(value)},
		{Name: "HTML decimal", Text: perRune(value, "&#%d;")},
		{Name: "HTML hexadecimal", Text: perRune(value, "&#x%X;")},
		{Name: "HTML without semicolon", Text: perRune(value, "&#%d")},
		{Name: "HTML twice", Text: strings.ReplaceAll(perRune(value, "&#%d;"), "&", "&amp;")},
		{Name: "JSON", Text: string(quoted[1 : len(quoted)-1])},
		{Name: `\u`, Text: perUnit(value, `\u%04x`)},
		{Name: `\u twice`, Text: perUnit(value, `\\u%04x`)},
		{Name: `\u{}`, Text: perRune(value, `\u{%x}`)},
		{Name: `%u`, Text: perUnit(value, `%%u%04X`)},
		{Name: `\x`, Text: perByte(value, `\x%02x`)},
		{Name: "octal", Text: perByte(value, `\%03o`)},
		{Name: "quoted-printable", Text: quotedPrintable(value)},
		{Name: "quoted-printable throughout", Text: perByte(value, "=%02X")},
		{Name: "UTF-7", Text: utf7(value)},
	}
}

func binaries(value string) []Encoded {
	all := []Encoded{
		{Name: "hex", Text: hex.EncodeToString([]byte(value))},
		{Name: "HEX", Text: strings.ToUpper(hex.EncodeToString([]byte(value)))},
		{Name: "hex with colons", Text: every(hex.EncodeToString([]byte(value)), 2, ":")},
		{Name: "hex with spaces", Text: every(hex.EncodeToString([]byte(value)), 2, " ")},
	}
	for align := range 3 {
		inside := []byte("u:~"[:align] + value + "~?"[:(3-(align+len(value))%3)%3])
		all = append(all,
			Encoded{Name: fmt.Sprint("base64 at ", align), Text: base64.StdEncoding.EncodeToString(inside)},
			Encoded{Name: fmt.Sprint("base64url at ", align), Text: base64.RawURLEncoding.EncodeToString(inside)},
			Encoded{Name: fmt.Sprint("base64 in lines at ", align), Text: every(base64.StdEncoding.EncodeToString(inside), 20, "\r\n")},
			Encoded{Name: fmt.Sprint("base64 in a query at ", align), Text: url.QueryEscape(base64.StdEncoding.EncodeToString(inside))})
	}
	return append(all, Encoded{Name: "base64 padded", Text: base64.StdEncoding.EncodeToString([]byte(value))})
}

type digest struct {
	name string
	sum  []byte
}

func digests(value string) []digest {
	d5, d1, d2 := md5.Sum([]byte(value)), sha1.Sum([]byte(value)), sha256.Sum256([]byte(value))
	return []digest{{"MD5", d5[:]}, {"SHA-1", d1[:]}, {"SHA-256", d2[:]}}
}

// every puts a separator behind each n characters but the last.
func every(s string, n int, separator string) string {
	var b strings.Builder
	for i, r := range []rune(s) {
		if i > 0 && i%n == 0 {
			b.WriteString(separator)
		}
		b.WriteRune(r)
	}
	return b.String()
}

func mapped(s string, f func(rune) rune) string { return strings.Map(f, s) }

func fullWidth(r rune) rune {
	if '!' <= r && r <= '~' {
		return r - '!' + '！'
	}
	return r
}

func mathDigit(r rune) rune       { return digitFrom(r, '𝟬') }
func arabicDigit(r rune) rune     { return digitFrom(r, '٠') }
func devanagariDigit(r rune) rune { return digitFrom(r, '०') }

func digitFrom(r, zero rune) rune {
	if '0' <= r && r <= '9' {
		return r - '0' + zero
	}
	return r
}

func rot13(r rune) rune {
	for _, first := range "aA" {
		if first <= r && r < first+26 {
			return first + (r-first+13)%26
		}
	}
	return r
}

func reverse(s string) string {
	r := []rune(s)
	slices.Reverse(r)
	return string(r)
}

func perByte(s, format string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, format, c)
	}
	return b.String()
}

func perRune(s, format string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, format, r)
	}
	return b.String()
}

func perUnit(s, format string) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		fmt.Fprintf(&b, format, u)
	}
	return b.String()
}

func quotedPrintable(s string) string {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	_, _ = w.Write([]byte(s)) // into memory: cannot fail
	_ = w.Close()
	return b.String()
}

// utf7 shifts whatever is no letter or digit (RFC 2152).
func utf7(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < 0x80 && (r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z') {
			b.WriteRune(r)
			continue
		}
		var units []byte
		for _, u := range utf16.Encode([]rune{r}) {
			units = append(units, byte(u>>8), byte(u))
		}
		b.WriteString("+" + base64.RawStdEncoding.EncodeToString(units) + "-")
	}
	return b.String()
}
