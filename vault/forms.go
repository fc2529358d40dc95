package vault

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"unicode/utf8"

	"browser-mcp/fsutil"
)

// form is a value as a text may show it, in scratch memory.
type form struct {
	text   []byte
	base64 bool
	parts  bool // parts of text[lo:hi] may be enough
	lo, hi int
	raw    func(i int) int // where byte i of text comes from; nil if from the whole value
}

// pattern is a form as it is looked for: what a view keeps of it, in locked memory.
type pattern struct {
	value  *registered
	view   view
	base64 bool
	kept   []byte
	head   []byte // what was dropped before the first kept byte
	tail   []byte // and behind the last one
	gap    int    // dropped characters allowed between two kept ones: its own, and maxGap around each
	// Of kept[lo:hi] a part is enough that has need bytes at least and, by raw (offsets into
	// the value of kept bytes), holds leastPartBits. need is 0 where only the whole is.
	lo, hi, need int
	raw          []uint16
}

var errFormsFull = errors.New("vault: value expands beyond the memory for its forms")

// forms makes the patterns of one value. All that derives from it lies in two locked
// areas: kept for the patterns, and scratch, which is wiped at the end.
type forms struct {
	value    *registered
	kept     []byte // of value.pages, used so far; capacity never grows
	scratch  *fsutil.Pages
	patterns []pattern
}

// Bytes of the two areas for a value of n bytes. Thirteen forms come to 14n; folding adds
// to that only for rare letters.
func keptBytes(n int) int    { return 18*n + 1024 }
func scratchBytes(n int) int { return 3*n + 256 }

// makeForms fills value.pages and value.patterns from the value, which stays the first
// bytes of value.pages.
func makeForms(value *registered, raw []byte) error {
	pages, err := fsutil.NewPages(min(keptBytes(len(raw)), fsutil.MaxPages))
	if err != nil {
		return err
	}
	scratch, err := fsutil.NewPages(scratchBytes(len(raw)))
	if err != nil {
		return errors.Join(err, pages.Close())
	}
	f := forms{value: value, kept: pages.Bytes()[:0], scratch: scratch}
	f.kept = append(f.kept, raw...)
	value.raw = f.kept[:len(raw):len(raw)]
	err = f.all()
	if err := errors.Join(err, scratch.Close()); err != nil {
		return errors.Join(err, pages.Close())
	}
	value.pages, value.patterns = pages, f.patterns
	return nil
}

// all adds every form of secure-browser tables 8.3 and 8.4. Digests only for strong
// values: of a guessable one they could be computed by anybody (threats N3).
func (f *forms) all() error {
	plain := f.plain()
	steps := []func(form) error{f.readings, f.reversed, f.rot13, f.base64, f.hex, f.punycode}
	if f.value.class == Strong {
		steps = append(steps, f.digests)
	}
	for _, step := range steps {
		if err := step(plain); err != nil {
			return err
		}
	}
	return nil
}

func (f *forms) tmp() []byte { return f.scratch.Bytes()[:0] }

// plain is the value itself. Its parts count only where it is strong.
func (f *forms) plain() form {
	p := form{text: f.value.raw, raw: func(i int) int { return i }}
	if f.value.class == Strong {
		p.lo, p.hi = unknownPart(p.text)
		p.parts = unknownBits(p.text[p.lo:p.hi]) >= leastPartBits
	}
	return p
}

// readings adds the value and what undoing escapes makes of it: a text is read at every
// level, so a value that itself looks escaped must be known at every level too.
func (f *forms) readings(p form) error {
	if err := f.add(p); err != nil {
		return err
	}
	text := p.text
	for range maxLayers {
		n := len(f.value.raw)
		next, edits := unescape(f.scratch.Bytes()[n:n], text, pageOpens, pageEscape)
		if len(edits) == 0 || len(next) > n {
			return nil // only odd references grow, and nobody's value is one
		}
		text = append(f.tmp(), next...)
		if err := f.add(form{text: text}); err != nil {
			return err
		}
	}
	return nil
}

func (f *forms) reversed(p form) error {
	out := f.tmp()
	for rest := p.text; len(rest) > 0; {
		_, n := utf8.DecodeLastRune(rest)
		out = append(out, rest[len(rest)-n:]...)
		rest = rest[:len(rest)-n]
	}
	n := len(out)
	return f.add(form{text: out, parts: p.parts, lo: n - p.hi, hi: n - p.lo, raw: func(i int) int { return n - 1 - i }})
}

func (f *forms) rot13(p form) error {
	p.text = append(f.tmp(), p.text...)
	for i, c := range p.text {
		if letter := c | 0x20; 'a' <= letter && letter <= 'z' {
			p.text[i] = c - letter + 'a' + (letter-'a'+13)%26
		}
	}
	return f.add(p)
}

// base64 adds what is the same in every longer encoding, for each of the three places in
// a group of three bytes where the value may start (RFC 4648, section 4). The two alphabets
// differ in characters that are dropped, and a form of few letters is added in both.
func (f *forms) base64(p form) error {
	for align := range 3 {
		padded := append(append(f.tmp(), make([]byte, align)...), p.text...)
		start := (8*align + 5) / 6           // first character that is wholly the value's
		end := 8 * (align + len(p.text)) / 6 // behind the last one
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			out := encoding.AppendEncode(padded[len(padded):], padded)
			enc := form{text: out[start:end], base64: true, parts: p.parts, raw: func(i int) int { return (start+i)*6/8 - align }}
			enc.lo, enc.hi = max(0, (8*(align+p.lo)+5)/6-start), max(0, 8*(align+p.hi)/6-start)
			before := len(f.patterns)
			if err := f.add(enc); err != nil {
				return err
			}
			if len(f.patterns) > before && f.patterns[before].view != viewLiteral {
				break
			}
		}
	}
	return nil
}

func (f *forms) hex(p form) error {
	p.text = hex.AppendEncode(f.tmp(), p.text)
	p.lo, p.hi, p.raw = 2*p.lo, 2*p.hi, func(i int) int { return i / 2 }
	return f.add(p)
}

func (f *forms) digests(p form) error {
	d5, d1, d2 := md5.Sum(p.text), sha1.Sum(p.text), sha256.Sum256(p.text)
	for _, digest := range [][]byte{d5[:], d1[:], d2[:]} {
		out := hex.AppendEncode(f.tmp(), digest)
		if err := f.add(form{text: out, parts: true, hi: len(out)}); err != nil {
			return err
		}
		out = base64.RawStdEncoding.AppendEncode(f.tmp(), digest)
		if err := f.add(form{text: out, parts: true, hi: len(out), base64: true}); err != nil {
			return err
		}
	}
	return nil
}

func (f *forms) punycode(p form) error {
	out, ok := appendPunycode(f.tmp(), p.text)
	if !ok {
		return nil
	}
	return f.add(form{text: out})
}

// add reduces a form to a pattern, in the first view that keeps enough of it. A form that
// no view keeps a window of is not looked for: no value that is compared is that short.
func (f *forms) add(from form) error {
	for _, v := range []view{viewLoose, viewLiteral} {
		r := reduction{view: v, kept: f.kept[len(f.kept):], lo: from.lo, hi: from.hi}
		reduce(&r, from.text)
		if r.full {
			return errFormsFull
		}
		if len(r.kept) < window {
			continue
		}
		f.kept = f.kept[:len(f.kept)+len(r.kept)]
		f.addPattern(from, r)
		return nil
	}
	return nil
}

func (f *forms) addPattern(from form, r reduction) {
	p := pattern{value: f.value, view: r.view, base64: from.base64, kept: r.kept, gap: r.gap + maxGap*(r.gap+1)}
	if r.view == viewLoose && onlyDigits(r.kept) {
		p.view = viewDigits
	}
	p.head, p.tail = f.lock(from.text[:r.at[0]]), f.lock(from.text[r.end:])
	if from.parts && p.view != viewLiteral {
		p.lo, p.hi, p.need = r.lo, r.hi, least(from, r)
		for _, i := range r.at {
			if from.raw != nil {
				p.raw = append(p.raw, uint16(from.raw(i)))
			}
		}
	}
	f.patterns = append(f.patterns, p)
}

// lock copies into the memory that is kept. What does not fit is left out: it would only
// widen spans.
func (f *forms) lock(b []byte) []byte {
	if len(f.kept)+len(b) > cap(f.kept) {
		return nil
	}
	at := len(f.kept)
	f.kept = append(f.kept, b...)
	return f.kept[at:]
}

// least is how many kept bytes a part has that can hold its bits: no character of a value
// holds more than 5.25, no hexadecimal digit of a digest more than 4.
func least(from form, r reduction) int {
	if from.raw == nil {
		return leastPartBits / 4
	}
	const characters = leastPartBits*4/21 + 1
	n := len(from.text)
	raw := max(1, from.raw(0), from.raw(n-1)) + 1
	return max(window, characters*len(r.kept)/raw)
}

func onlyDigits(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) {
			return false
		}
	}
	return true
}
