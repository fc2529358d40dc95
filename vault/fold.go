package vault

import "unicode/utf8"

//go:generate go run -C ../internal/tables . -o ../../vault/fold_table.go

// What foldOf says of a code point, below foldTexts' offsets (internal/tables, fold.go).
const (
	foldSeparator = iota // dropped, and counted as a gap
	foldIgnored          // dropped, not counted: marks and what nobody sees
	foldItself           // kept as it is
)

// view is one way of reading a text when looking for a pattern.
type view uint8

const (
	viewLoose   view = iota // letters and numbers, folded (secure-browser, table 8.3)
	viewDigits              // digits alone: "4242x4242x…" is a number too
	viewLiteral             // everything that can be seen, for values with few letters
)

// text is what the readers below take: page text is a string, a secret never is.
type text interface{ ~string | ~[]byte }

// unit is what one code point comes to in a view.
type unit struct {
	size  int // bytes of the text that it takes
	kind  uint8
	space bool // a run of white space is one gap, however long
	n     int  // bytes in kept; above 0 exactly if kind is foldItself
	kept  [foldLongest]byte
}

func foldOf(r rune) uint16 {
	block := min(int(r)>>foldBlockBits, len(foldStage1)-1)
	return foldBlocks[foldStage1[block]][r&(1<<foldBlockBits-1)]
}

func runeAt[T text](s T, i int) (rune, int) {
	var b [utf8.UTFMax]byte
	return utf8.DecodeRune(b[:copy(b[:], s[i:])])
}

// asciiUnits are the units of most texts, made once.
var asciiUnits = func() (units [viewLiteral + 1][utf8.RuneSelf]unit) {
	for v := range units {
		for c := range utf8.RuneSelf {
			units[v][c] = unitOf(view(v), string(rune(c)), 0, rune(c), 1)
		}
	}
	return units
}()

// next reads the unit that begins at i.
func next[T text](v view, s T, i int) unit {
	if c := s[i]; c < utf8.RuneSelf {
		return asciiUnits[v][c]
	}
	r, size := runeAt(s, i)
	return unitOf(v, s, i, r, size)
}

// prev reads the unit that ends at i.
func prev[T text](v view, s T, i int) unit {
	start := i - 1
	if c := s[start]; c < utf8.RuneSelf {
		return asciiUnits[v][c]
	}
	for start > 0 && i-start < utf8.UTFMax && !utf8.RuneStart(s[start]) {
		start--
	}
	r, size := runeAt(s, start)
	if start+size != i { // broken UTF-8 is read byte by byte
		r, size = utf8.RuneError, 1
	}
	return unitOf(v, s, i-size, r, size)
}

func unitOf[T text](v view, s T, i int, r rune, size int) unit {
	u := unit{size: size, space: isSpace(r)}
	if r == utf8.RuneError && size == 1 {
		return u
	}
	fold := foldOf(r)
	if fold == foldIgnored {
		u.kind = foldIgnored
		return u
	}
	switch {
	case v == viewLiteral:
		u.literal(r)
	case fold == foldItself && r >= hangulFirst && r <= hangulLast:
		u.n = copy(u.kept[:], jamo(r))
	case fold == foldItself:
		u.n = copy(u.kept[:], s[i:i+size])
	case fold > foldItself:
		u.n = copy(u.kept[:], foldTexts[fold+1:][:foldTexts[fold]])
	}
	if v == viewDigits {
		u.digitsOnly()
	}
	if u.n > 0 {
		u.kind = foldItself
	}
	return u
}

// literal keeps what is written; a plus is a space, since forms send one for the other.
func (u *unit) literal(r rune) {
	if u.space || r == '+' {
		r = ' '
	}
	u.n = utf8.EncodeRune(u.kept[:], r)
}

func (u *unit) digitsOnly() {
	n := 0
	for _, c := range u.kept[:u.n] {
		if '0' <= c && c <= '9' {
			u.kept[n] = c
			n++
		}
	}
	u.n = n
}

func isSpace(r rune) bool {
	switch {
	case r <= ' ':
		return r == ' ' || '\t' <= r && r <= '\r'
	case r < 0x2000:
		return r == 0x85 || r == 0xA0 || r == 0x1680
	}
	return r <= 0x200A || r == 0x2028 || r == 0x2029 || r == 0x202F || r == 0x205F || r == 0x3000
}

// Hangul syllables by arithmetic (Unicode 15.0, section 3.12).
const (
	hangulFirst, hangulLast = 0xAC00, 0xD7A3
	jamoL, jamoV, jamoT     = 0x1100, 0x1161, 0x11A7
	jamoVCount, jamoTCount  = 21, 28
)

func jamo(r rune) string {
	n := r - hangulFirst
	parts := []rune{jamoL + n/(jamoVCount*jamoTCount), jamoV + n/jamoTCount%jamoVCount, jamoT + n%jamoTCount}
	if parts[2] == jamoT {
		parts = parts[:2]
	}
	return string(parts)
}
