package vault

import (
	"strings"
	"unicode/utf8"
)

// What one unpredicted character is worth in bits, somewhat below the logarithm of its
// alphabet. Characters beyond ASCII are worth nothing: they come from people.
const (
	digitBits  = 3.3
	letterBits = 4.6
	symbolBits = 4.75
	caseBits   = 0.75 // for a letter whose case follows no rule
)

// estimateBytes is how much of a value is looked at; bits only add up, so the rest could
// but raise a class that is strong already.
const estimateBytes = 512

// publicDigits is how many leading digits of a number are its issuer's (ISO/IEC 7812).
const publicDigits = 8

// unknownBits is a lower estimate of what someone would have to guess who knows how people
// make passwords and how issuers make numbers: repeats and sequences are free, and so are
// words.
func unknownBits(b []byte) (bits float64) {
	b = b[:min(len(b), estimateBytes)]
	if isNumber(b) {
		b = b[min(len(b), publicDigits):]
	}
	for i := 0; i < len(b); {
		if n := disguisedWord(b[i:]); n > 0 {
			i += n
			continue
		}
		n := piece(b[i:])
		// A disguised word has been tried first: its digits would count as random ones.
		bits += pieceBits(b, i, n)
		i += n
	}
	return bits
}

// isNumber holds for digits in any grouping, which get no credit for an issuer's part.
func isNumber(b []byte) bool {
	for _, c := range b {
		if !isDigit(c) && !isSeparator(c) {
			return false
		}
	}
	return true
}

// piece measures what is judged together: letters of one case, a first capital allowed;
// the digits of a year; else one character.
func piece(b []byte) int {
	if !isLetter(b[0]) {
		return max(1, year(b))
	}
	n := 1
	if isUpper(b[0]) && len(b) > 1 && isUpper(b[1]) {
		for n < len(b) && isUpper(b[n]) {
			n++
		}
		return n
	}
	for n < len(b) && isLetter(b[n]) && !isUpper(b[n]) {
		n++
	}
	return n
}

// year recognizes 19xx and 20xx that no further digit follows.
func year(b []byte) int {
	if len(b) < 4 || !isDigit(b[2]) || !isDigit(b[3]) || len(b) > 4 && isDigit(b[4]) {
		return 0
	}
	if b[0] == '1' && b[1] == '9' || b[0] == '2' && b[1] == '0' {
		return 4
	}
	return 0
}

// pieceBits adds up what nothing predicts. A word is free as a whole, whatever its length:
// a list of all words is shorter than 64 bits, and so are the sentences that people choose.
func pieceBits(b []byte, at, n int) (bits float64) {
	if n == 4 && isDigit(b[at]) || isWord(b[at:at+n], plain) || isParticle(b, at, n) {
		return 0
	}
	for i := at; i < at+n; i++ {
		if !predicted(b, i) {
			bits += characterBits(b[i])
		}
	}
	// Short pieces are what letters of mixed case fall into.
	if isLetter(b[at]) && n <= 2 && bits > 0 {
		bits += caseBits * float64(n)
	}
	return bits
}

// isParticle holds for one or two letters between separators, as "a" and "de" stand in a
// sentence.
func isParticle(b []byte, at, n int) bool {
	before := at == 0 || isSeparator(b[at-1])
	after := at+n == len(b) || isSeparator(b[at+n])
	return isLetter(b[at]) && n <= 2 && before && after
}

// characterBits is zero for separators: where a generator puts them is its format.
func characterBits(c byte) float64 {
	switch {
	case isDigit(c):
		return digitBits
	case isLetter(c):
		return letterBits
	case c >= utf8.RuneSelf || c < ' ' || isSeparator(c):
		return 0
	default:
		return symbolBits
	}
}

// predicted holds for a character that repeats the one before it, continues a sequence of
// the alphabet, the digits or a keyboard, or ends three characters that stood before.
func predicted(b []byte, i int) bool {
	if i >= 1 && lower(b[i]) == lower(b[i-1]) {
		return true
	}
	if i < 2 {
		return false
	}
	// A copy on the stack, wiped on the way out; the value itself stays where it is.
	three := [3]byte{lower(b[i-2]), lower(b[i-1]), lower(b[i])}
	defer clear(three[:])
	for j := 2; j < i; j++ {
		if lower(b[j]) == three[2] && lower(b[j-1]) == three[1] && lower(b[j-2]) == three[0] {
			return true
		}
	}
	return inSequence(three)
}

// sequences are the alphabet, the digits, and a keyboard's rows and columns.
var sequences = []string{"abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "zxcvbnm", "yxcvbnm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol", "!@#$%^&*()"}

// inSequence looks both ways, since people type rows backwards as well.
func inSequence(three [3]byte) bool {
	for _, s := range sequences {
		for i := range len(s) - 2 {
			if s[i+1] == three[1] && (s[i] == three[0] && s[i+2] == three[2] || s[i] == three[2] && s[i+2] == three[0]) {
				return true
			}
		}
	}
	return false
}

func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// plain and spoken are alphabets for isWord: as written, and with the digits and signs that
// people put for letters.
func plain(c byte) byte { return lower(c) }

// spoken undoes the usual substitutions ("leet"); what it has no letter for stays itself.
func spoken(c byte) byte {
	if i := strings.IndexByte("0134578@$!", c); i >= 0 {
		return "oieastbasi"[i]
	}
	return lower(c)
}

// disguisedWord measures a word in which at most a third of the letters, none of them at an
// end, are written as digits or signs ("Tr0ub4dor"); 0 if b does not begin with one.
func disguisedWord(b []byte) int {
	n, end, disguised := 0, 0, 0
	for n < len(b) && (isLetter(b[n]) || n > 0 && spoken(b[n]) != b[n]) {
		if n > 0 && isUpper(b[n]) && !isUpper(b[n-1]) { // the next word begins
			break
		}
		if isLetter(b[n]) {
			end = n + 1
		}
		n++
	}
	for _, c := range b[:end] {
		if !isLetter(c) {
			disguised++
		}
	}
	if disguised == 0 || end < 4 || disguised*3 > end || irregularCase(b[:end]) || !isWord(b[:end], spoken) {
		return 0
	}
	return end
}

// irregularCase holds for letters that are neither all of one case nor begin with the only
// capital.
func irregularCase(b []byte) bool {
	uppers, letters := 0, 0
	for _, c := range b {
		if isLetter(c) {
			letters++
		}
		if isUpper(c) {
			uppers++
		}
	}
	return uppers > 0 && uppers < letters && (uppers > 1 || !isUpper(b[0]))
}
