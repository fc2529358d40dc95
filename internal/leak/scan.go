package leak

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// Finding says that a value stands somewhere, without saying the value.
type Finding struct {
	Value    int    // index into the values that were looked for
	Encoding string // how it is written there
	Reading  string // how the text had to be read: "text" is as it stands
	Offset   int    // bytes, in that reading
	Where    string // file or process, empty for a text
}

func (f Finding) String() string {
	s := fmt.Sprintf("value %d as %s, reading %s, at byte %d", f.Value, f.Encoding, f.Reading, f.Offset)
	if f.Where != "" {
		s += " of " + f.Where
	}
	return s
}

const (
	// loose is the least number of letters and digits that are looked for without their
	// separators; unrelated text gives shorter ones by accident.
	loose = 8
	// number is the same for digits looked for without the letters between them.
	number = 12
)

// Scan looks for values in any encoding. An empty value is not looked for. A value of fewer
// than 8 characters counts only where no letter or digit stands beside it. At most one
// finding is reported for each value, encoding and reading.
func Scan(haystack []byte, values ...string) []Finding {
	var all []Finding
	texts := readings(string(haystack))
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		p := prepare(name, texts[name])
		for i, value := range values {
			all = append(all, p.find(i, value)...)
		}
	}
	return all
}

// Transcript fails the test for each finding.
func Transcript(t testing.TB, transcript []byte, values ...string) {
	t.Helper()
	report(t, Scan(transcript, values...))
}

func report(t testing.TB, findings []Finding) {
	t.Helper()
	for _, f := range findings {
		t.Errorf("leaked: %v", f)
	}
}

// prepared is one reading, ready to be searched.
type prepared struct{ name, text, letters, digits string }

func prepare(name, text string) prepared {
	p := prepared{name: name, text: text, letters: letters(text)}
	p.digits = digitsOf(p.letters)
	return p
}

func (p prepared) find(i int, value string) (found []Finding) {
	if value == "" {
		return nil
	}
	for _, e := range needles(value) {
		if at := p.index(e.Text, utf8.RuneCountInString(value)); at >= 0 {
			found = append(found, Finding{Value: i, Encoding: e.Name, Reading: p.name, Offset: at})
		}
	}
	return found
}

// index looks for one written form of a value of so many characters.
func (p prepared) index(form string, characters int) int {
	if characters < loose {
		if utf8.RuneCountInString(form) < loose {
			return standalone(p.text, form)
		}
		return strings.Index(p.text, form)
	}
	if at := strings.Index(p.text, form); at >= 0 {
		return at
	}
	bare := letters(form)
	if len(bare) >= number && bare == digitsOf(bare) {
		return strings.Index(p.digits, bare)
	}
	if utf8.RuneCountInString(bare) >= loose {
		return strings.Index(p.letters, bare)
	}
	return -1
}

// standalone finds form where no letter or digit touches it.
func standalone(text, form string) int {
	for from := 0; ; {
		at := strings.Index(text[from:], form)
		if at < 0 {
			return -1
		}
		at += from
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		after, _ := utf8.DecodeRuneInString(text[at+len(form):])
		if !wordRune(before) && !wordRune(after) {
			return at
		}
		from = at + 1
	}
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// needles are the forms that reading a text does not lead back to the value itself. A value
// that looks escaped is looked for as every reading shows it. Of base64 only the characters
// that are the same in every longer encoding are looked for.
func needles(value string) (all []Encoded) {
	for _, plain := range readings(value) {
		all = append(all, Encoded{Name: "plain", Text: plain})
	}
	for _, e := range Encodings(value) {
		switch e.Name {
		case "reversed", "rot13": // of a number: another number, or itself
			if utf8.RuneCountInString(value) >= loose {
				for _, text := range readings(e.Text) {
					all = append(all, Encoded{Name: e.Name, Text: text})
				}
			}
		case "hex", "HEX":
			all = append(all, e)
		}
		if e.Digest {
			e.Text = strings.TrimRight(e.Text, "=")
			all = append(all, e)
		}
	}
	for align := range 3 {
		all = append(all, base64Middle(value, align)...)
	}
	return all
}

var base64Alphabets = map[string]*base64.Encoding{"base64": base64.StdEncoding, "base64url": base64.URLEncoding}

// base64Middle encodes value behind 0xFF and behind 0x00 bytes, before the one and the
// other, and keeps what all four agree on.
func base64Middle(value string, align int) (all []Encoded) {
	for name, encoding := range base64Alphabets {
		var same string
		for k, fill := range []string{"\x00\x00\x00", "\xff\xff\xff"} {
			for l, tail := range []string{"\x00\x00\x00", "\xff\xff\xff"} {
				text := encoding.EncodeToString([]byte(fill[:align] + value + tail))
				if k+l == 0 {
					same = text
				}
				same = agreement(same, text)
			}
		}
		all = append(all, Encoded{Name: fmt.Sprintf("%s at %d", name, align), Text: strings.Trim(same, " =")})
	}
	return all
}

// agreement blanks where two encodings differ, and what follows a value's last character.
func agreement(a, b string) string {
	out := []byte(a)
	for i := range out {
		if i >= len(b) || a[i] != b[i] {
			out[i] = ' '
		}
	}
	return string(out)
}
