package vault

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a run of letters and digits, and of what nobody sees among them.
type word struct {
	from, to        int
	digits, letters int
}

func (w word) isNumber() bool { return w.digits > 0 && w.letters == 0 }
func (w word) len() int       { return w.digits + w.letters }

// maskSpans finds whatever has one of the shapes, with escapes and without.
func maskSpans(s string, set shapes) (spans []span) {
	for _, l := range layers(s) {
		m := masker{text: l.text, set: set, words: wordsOf(l.text)}
		m.all()
		for _, sp := range m.spans {
			sp.from, sp.to = l.source(sp.from, sp.to)
			spans = append(spans, sp)
		}
	}
	return spans
}

type masker struct {
	text  string
	set   shapes
	words []word
	spans []span
}

func (m *masker) all() {
	if m.set&shapeCard != 0 {
		m.cards()
	}
	for i := range m.words {
		m.number(i)
		m.pair(i)
		m.triple(i)
		m.mixed(i)
	}
	if m.set&shapeCode != 0 {
		m.codes()
	}
	if m.set&shapeIBAN != 0 {
		m.ibans()
	}
}

func (m *masker) add(s shapes, from, to int) {
	for _, known := range shapeMarkers {
		if known.shape == s {
			m.spans = append(m.spans, span{from: from, to: to, marker: known.marker, shape: true})
		}
	}
}

func wordsOf(s string) (words []word) {
	var w word
	for i := 0; i < len(s); {
		u := next(viewLoose, s, i)
		switch {
		case u.kind == foldIgnored:
		case u.n == 0:
			if w.len() > 0 {
				words = append(words, w)
			}
			w = word{}
		default:
			if w.len() == 0 {
				w.from = i
			}
			w.to = i + u.size
			if onlyDigits(u.kept[:u.n]) {
				w.digits += u.n
			} else {
				w.letters++
			}
		}
		i += u.size
	}
	if w.len() > 0 {
		words = append(words, w)
	}
	return words
}

// cards masks every chain of at least 12 digits with at most three separators between two
// of them. Longer chains than a card's are masked too: they may hold one.
func (m *masker) cards() {
	var from, to, digits int
	var g gap
	end := func() {
		if digits >= digitBounds[shapeCard].least && !timestamp.MatchString(m.text[from:to]) {
			m.add(shapeCard, from, to)
		}
		digits, g = 0, gap{}
	}
	for i := 0; i < len(m.text); {
		u := next(viewLoose, m.text, i)
		switch {
		case u.n > 0 && onlyDigits(u.kept[:u.n]):
			if digits == 0 {
				from = i
			}
			to, g = i+u.size, gap{}
			digits += u.n
		case endsNumber(m.text[i:], u):
			end()
		default:
			if g.drop(u); g.n > maxGap {
				end()
			}
		}
		i += u.size
	}
	end()
}

// endsNumber reports what never stands inside a card number: letters but the x of a
// grouping, signs of money and percent.
func endsNumber(s string, u unit) bool {
	if u.n > 0 {
		return string(u.kept[:u.n]) != "x"
	}
	r, _ := utf8.DecodeRuneInString(s)
	return isMoney(r) || r == '%'
}

func isMoney(r rune) bool { return unicode.Is(unicode.Sc, r) }

// timestamp is a chain of digits that is a date and a time and nothing else.
var timestamp = regexp.MustCompile(`^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}),? \d{1,2}:\d{2}(:\d{2}([.,]\d+)?)?$`)

// number masks a number that stands alone and has a length of the set.
func (m *masker) number(i int) {
	w := m.words[i]
	if !w.isNumber() || m.glued(w.from, w.to) {
		return
	}
	for _, known := range shapeMarkers {
		if m.set&known.shape != 0 && known.shape.isNumber(w.digits) {
			m.add(known.shape, w.from, w.to)
			return
		}
	}
}

// isNumber says whether so many digits alone are of this shape.
func (s shapes) isNumber(n int) bool {
	switch s {
	case shapeCard, shapeIBAN, shapeMixed:
		return false
	case shapeYear, shapeExpiry, shapeDate, shapePostcode:
		return aloneLengths[s][n]
	}
	return digitBounds[s].holds(n)
}

var aloneLengths = map[shapes]map[int]bool{
	shapeYear:     {2: true, 4: true},
	shapeExpiry:   {4: true, 6: true},
	shapeDate:     {6: true, 8: true},
	shapePostcode: {4: true, 5: true, 6: true},
}

// glued reports a sign of money, a decimal point, a percent sign or a colon against a
// number; point and colon only with a digit beyond them, or they end a sentence.
func (m *masker) glued(from, to int) bool {
	before, n := utf8.DecodeLastRuneInString(m.text[:from])
	beyond, _ := utf8.DecodeLastRuneInString(m.text[:from-n])
	if binds(before, beyond) {
		return true
	}
	after, n := utf8.DecodeRuneInString(m.text[to:])
	beyond, _ = utf8.DecodeRuneInString(m.text[to+n:])
	return binds(after, beyond)
}

func binds(sign, beyond rune) bool {
	return isMoney(sign) || sign == '%' || (sign == '.' || sign == ':') && unicode.Is(unicode.Nd, beyond)
}

// between is what separates words i and i+1, without white space.
func (m *masker) between(i int) string {
	return strings.TrimSpace(m.text[m.words[i].to:m.words[i+1].from])
}

// follows says whether word i+1 is a number behind one of the signs.
func (m *masker) follows(i int, signs string) bool {
	if i+1 >= len(m.words) || !m.words[i+1].isNumber() {
		return false
	}
	sign := m.between(i)
	return sign == "" || len(sign) == 1 && strings.Contains(signs, sign)
}

// pair masks month and year, in either order.
func (m *masker) pair(i int) {
	if m.set&shapeExpiry == 0 || !m.words[i].isNumber() || !m.follows(i, "/-") {
		return
	}
	a, b := m.words[i], m.words[i+1]
	if a.digits <= 2 && (b.digits == 2 || b.digits == 4) || a.digits == 4 && b.digits <= 2 {
		m.add(shapeExpiry, a.from, b.to)
	}
}

// triple masks day, month and year, in any order.
func (m *masker) triple(i int) {
	if m.set&shapeDate == 0 || !m.words[i].isNumber() || !m.follows(i, "/-.") || !m.follows(i+1, "/-.") {
		return
	}
	a, b, c := m.words[i], m.words[i+1], m.words[i+2]
	if max(a.digits, b.digits, c.digits) <= 4 {
		m.add(shapeDate, a.from, c.to)
	}
}

// mixed masks words in which letters and digits mix.
func (m *masker) mixed(i int) {
	w := m.words[i]
	if w.digits == 0 || w.letters == 0 {
		return
	}
	if m.set&shapeMixed != 0 && 4 <= w.len() && w.len() < window {
		m.add(shapeMixed, w.from, w.to)
	}
	if m.set&shapePostcode != 0 && 3 <= w.len() && w.len() <= 8 {
		m.add(shapePostcode, w.from, w.to)
	}
}

// codes masks a code that is shown in groups, or one digit an element.
func (m *masker) codes() {
	for i := 0; i < len(m.words); i++ {
		first, digits := i, m.words[i].digits
		for m.words[i].isNumber() && m.follows(i, "-") && m.words[i+1].from-m.words[i].to <= utf8.RuneLen('\u2009') {
			i++
			digits += m.words[i].digits
		}
		from, to := m.words[first].from, m.words[i].to
		if i > first && digitBounds[shapeCode].holds(digits) && !m.glued(from, to) {
			m.add(shapeCode, from, to)
		}
	}
}

// ibans masks one word of an IBAN's length, or groups of four of which the last may be
// shorter.
func (m *masker) ibans() {
	for i, w := range m.words {
		if w.len() < 4 || !beginsIBAN(m.text[w.from:w.to]) {
			continue
		}
		n, to, last := w.len(), w.to, w.len()
		for k := i + 1; last == 4 && k < len(m.words) && m.words[k].len() <= 4; k++ {
			if last = m.words[k].len(); n+last > mostIBAN || m.words[k].from-to > maxGap {
				break
			}
			n, to = n+last, m.words[k].to
		}
		if leastIBAN <= n && n <= mostIBAN {
			m.add(shapeIBAN, w.from, to)
		}
	}
}
