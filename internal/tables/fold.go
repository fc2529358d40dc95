package main

import (
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// What becomes of a code point. The numbers are known to the reader in vault/fold.go.
const (
	separator = iota // dropped, and counted as a gap
	ignored          // dropped, not counted: nobody sees it, or it only decorates
	itself           // kept as it is
	firstText        // first offset into the texts
)

// Precomposed Hangul decomposes by arithmetic (Unicode 15.0, section 3.12), so the reader
// does it and the table says "itself".
const hangulFirst, hangulLast = 0xAC00, 0xD7A3

// fold gives the kind of r, and its text where the kind is firstText.
func fold(caser cases.Caser, r rune) (kind int, text string) {
	if r >= hangulFirst && r <= hangulLast {
		return itself, ""
	}
	if r >= 0xD800 && r <= 0xDFFF {
		return separator, ""
	}
	kept, invisible := "", true
	plain := visible(norm.NFKD.String(string(r)))
	for _, q := range norm.NFKD.String(strings.ToLower(caser.String(plain))) {
		switch {
		case ignorable(q):
		case unicode.Is(unicode.Nd, q):
			kept += string(digit(q))
		case unicode.IsLetter(q), unicode.IsNumber(q):
			kept += string(q)
		default:
			invisible = false
		}
	}
	switch {
	case kept == string(r):
		return itself, ""
	case kept != "":
		return firstText, kept
	case invisible:
		return ignored, ""
	}
	return separator, ""
}

// visible takes the marks out before cases are folded: folding makes a letter of one of
// them (U+0345).
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		if ignorable(r) {
			return -1
		}
		return r
	}, s)
}

// ignorable reports marks and what a renderer shows nothing for: soft hyphens, joiners,
// bidirectional controls, fillers, variation selectors.
func ignorable(r rune) bool {
	return unicode.In(r, unicode.M, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// digit gives the value of a decimal digit of any script: each script's ten stand together,
// zero first (Unicode 15.0, section 4.6, decimal digits), and no two scripts touch.
func digit(r rune) rune {
	zero := r
	for unicode.Is(unicode.Nd, zero-1) {
		zero--
	}
	return '0' + (r-zero)%10
}
