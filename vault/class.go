package vault

import "unicode/utf8"

// Class says how well a value resists guessing, and with it what the redactor may do with
// it (threats, part A). It is fixed at import, for each key of a secret alone.
type Class string

const (
	// Strong has at least 64 bits that nobody could know: compared everywhere.
	Strong Class = "strong"
	// Middling is a human password of 8 characters or more: compared whole, in fresh text
	// of the filled origin.
	Middling Class = "middling"
	// Guessable is everything else: never compared.
	Guessable Class = "guessable"
)

// known guards against a class that another version of the store wrote.
func (c Class) known() bool { return c == Strong || c == Middling || c == Guessable }

// strongBits is where comparing a value stops being a way to guess it (threats N1).
const strongBits = 64

// Classify gives the value under key its class; key is "" for a single value. It errs
// downwards: a strong value taken for a middling one is masked in fewer places, the other
// error would let an agent guess it. The value is read where it is and copied nowhere.
func Classify(kind Kind, key string, value []byte) Class {
	// The name of the key is the owner's own word for what the value is, and wins over how
	// random the value looks: a CVC is three digits whoever drew them.
	kind = kind.ForKey(key)
	unknown := withoutPublicParts(value)
	switch {
	case kind == Card || kind == Code:
		return Guessable
	case !utf8.Valid(value) || guessableShape(value):
		return Guessable
	case unknownBits(unknown) >= strongBits:
		return Strong
	case kind == Text || characters(unknown) < middlingCharacters:
		// Text is a name, a city, an answer to a question: what an agent can list is not a
		// password, however long.
		return Guessable
	default:
		return Middling
	}
}

// middlingCharacters is the length of the shortest middling value (threats N1).
const middlingCharacters = 8

// characters counts those that are neither white space nor punctuation between groups.
func characters(b []byte) (n int) {
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		if r >= utf8.RuneSelf || !isSeparator(b[0]) {
			n++
		}
		b = b[size:]
	}
	return n
}

// isSeparator marks what people and formats put between groups of characters.
func isSeparator(c byte) bool {
	switch c {
	case ' ', '\t', '\n', '\r', '-', '_', '.', ',', '/', ':', ';', '+', '(', ')', '=':
		return true
	}
	return false
}
