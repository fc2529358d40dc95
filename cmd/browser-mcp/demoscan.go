package main

// The demo's own search for a value in a transcript. It shares no code with the redactor, and it works the other way
// round: it undoes encodings of the transcript, where the redactor looks for encoded forms of the value. Forms are
// those of secure-browser, section 8.4.

import (
	"bytes"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// reading is a text as received or with some of its encodings undone, in the shapes that the tests compare.
type reading struct {
	raw   string
	lower string
	kept  string // letters and digits only
	plain string // base64url written as base64
}

// form is one way to write the value, and how to find it.
type form struct {
	name  string
	holds func(reading) bool
}

// findValue returns the names of the forms in which text holds value, sorted.
func findValue(text []byte, value string) []string {
	tests := forms(value)
	var found []string
	for _, raw := range undo(string(text)) {
		r := reading{raw, strings.ToLower(raw), keep(raw), strings.NewReplacer("-", "+", "_", "/").Replace(raw)}
		for _, f := range tests {
			if f.holds(r) {
				found = append(found, f.name)
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// undo returns text and what is left after each way to undo up to undoDepth encodings.
func undo(text string) []string {
	seen := map[string]bool{text: true}
	layers := []string{text}
	for depth, from := 0, 0; depth < undoDepth; depth++ {
		until := len(layers)
		for _, layer := range layers[from:until] {
			for _, decode := range []func(string) string{unescapeBackslash, unescapePercent, html.UnescapeString, unescapeQuotedPrintable} {
				if next := decode(layer); !seen[next] {
					seen[next] = true
					layers = append(layers, next)
				}
			}
		}
		from = until
	}
	return layers
}

// undoDepth covers the JSON of the transcript around three layers of escapes.
const undoDepth = 4

// forms lists the ways to write value.
func forms(value string) []form {
	kept := keep(value)
	list := []form{
		inRaw("plain", value),
		inRaw("list of byte values", strings.Trim(fmt.Sprint([]byte(value)), "[]")),
		inKept("separated", kept),
		inKept("reversed", reverse(kept)),
		inKept("rot13", strings.Map(rot13, kept)),
		inKept("hex", hex.EncodeToString([]byte(value))),
		{"hex with marks", func(r reading) bool { return strings.Contains(r.lower, markedHex(value)) }},
	}
	if n := max(8, (len(kept)+1)/2); len(kept) > n {
		list = append(list, inKept("beginning", kept[:n]), inKept("end", kept[len(kept)-n:]))
	}
	for i, middle := range base64Middles(value) {
		name := fmt.Sprintf("base64 at %d", i)
		list = append(list, form{name, func(r reading) bool { return strings.Contains(r.plain, middle) }})
	}
	m, s1, s2 := md5.Sum([]byte(value)), sha1.Sum([]byte(value)), sha256.Sum256([]byte(value))
	for name, sum := range map[string][]byte{"md5": m[:], "sha1": s1[:], "sha256": s2[:]} {
		text := base64.RawStdEncoding.EncodeToString(sum)
		list = append(list, inKept(name, hex.EncodeToString(sum)),
			form{name, func(r reading) bool { return strings.Contains(r.plain, text) }})
	}
	return list
}

// inRaw finds want as it stands.
func inRaw(name, want string) form {
	return form{name, func(r reading) bool { return strings.Contains(r.raw, want) }}
}

// inKept finds want whatever stands between its letters and digits.
func inKept(name, want string) form {
	return form{name, func(r reading) bool { return strings.Contains(r.kept, want) }}
}

// keep leaves letters and digits, in lower case, full-width ones folded: what is left is the same with any separators.
func keep(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0xff01 && r <= 0xff5e {
			r -= 0xff01 - '!'
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}

func reverse(s string) string {
	runes := []rune(s)
	slices.Reverse(runes)
	return string(runes)
}

func rot13(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return 'a' + (r-'a'+13)%26
	}
	return r
}

// markedHex is the value as \x41\x42, in lower case.
func markedHex(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, `\x%02x`, c)
	}
	return b.String()
}

// base64Middles are the characters that encode value alone, at each of the three alignments within a longer text.
func base64Middles(value string) [3]string {
	var middles [3]string
	for shift := range middles {
		padded := append(bytes.Repeat([]byte{0}, shift), value...)
		encoded := base64.RawStdEncoding.EncodeToString(padded)
		first := (shift*8 + 5) / 6
		last := len(padded) * 8 / 6
		middles[shift] = encoded[first:last]
	}
	return middles
}

// unescapeBackslash undoes the escapes of JSON and JavaScript strings.
func unescapeBackslash(s string) string {
	return unescape(s, '\\', func(rest string) (string, int) {
		for _, form := range []struct {
			mark   byte
			digits int
		}{{'u', 4}, {'x', 2}} {
			if rest[0] == form.mark {
				return codePoint(rest[1:], form.digits, 1)
			}
		}
		if i := strings.IndexByte(`"\/'nrtbf`, rest[0]); i >= 0 {
			return string("\"\\/'\n\r\t\b\f"[i]), 1
		}
		return "", 0
	})
}

// unescapePercent undoes percent-encoding and the `+` of forms (WHATWG URL, application/x-www-form-urlencoded).
func unescapePercent(s string) string {
	return unescape(strings.ReplaceAll(s, "+", " "), '%', func(rest string) (string, int) { return octet(rest) })
}

// unescapeQuotedPrintable undoes RFC 2045, section 6.7.
func unescapeQuotedPrintable(s string) string {
	return unescape(strings.ReplaceAll(s, "=\n", ""), '=', func(rest string) (string, int) { return octet(rest) })
}

// unescape replaces each escape that begins with mark; decode gets what follows and says what it used, or 0.
func unescape(s string, mark byte, decode func(rest string) (string, int)) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == mark && i+1 < len(s) {
			if text, used := decode(s[i+1:]); used > 0 {
				b.WriteString(text)
				i += used
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// octet decodes two hexadecimal digits.
func octet(rest string) (string, int) {
	if len(rest) < 2 {
		return "", 0
	}
	n, err := strconv.ParseUint(rest[:2], 16, 8)
	if err != nil {
		return "", 0
	}
	return string([]byte{byte(n)}), 2
}

// codePoint decodes so many hexadecimal digits after a mark of so many bytes.
func codePoint(rest string, digits, mark int) (string, int) {
	if len(rest) < digits {
		return "", 0
	}
	n, err := strconv.ParseUint(rest[:digits], 16, 32)
	if err != nil {
		return "", 0
	}
	return string(rune(n)), mark + digits
}
