package vault

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// Kind is what sort of thing a secret is. It decides where the value may go when no
// selector does (threats rule 9), and how long its taint lasts (rule 7).
type Kind string

// The kinds. The zero Kind is not valid; [ParseKind] makes a password of "".
const (
	Password Kind = "password"
	Card     Kind = "card"
	Code     Kind = "code" // one-time codes, PINs
	Token    Kind = "token"
	Text     Kind = "text"
)

// ParseKind accepts exactly the five names, and "" for [Password].
func ParseKind(s string) (Kind, error) {
	if s == "" {
		return Password, nil
	}
	if k := Kind(s); slices.Contains([]Kind{Password, Card, Code, Token, Text}, k) {
		return k, nil
	}
	return "", fmt.Errorf("vault: unknown kind %q, want password, card, code, token or text", cut(s, 128))
}

// ForKey is the kind of one key of a multi-field secret: what the key's name says wins
// over the kind of the whole, so that a CVC stored beside a password is never taken for one.
func (k Kind) ForKey(key string) Kind {
	switch {
	case hasWord(key, cardWords, cardParts):
		return Card
	case hasWord(key, codeWords, codeParts):
		return Code
	default:
		return k
	}
}

// grouped says that a page may show the value with separators that are not in it.
func (k Kind) grouped() bool { return k == Card || k == Code || k == Text }

// Words that name a guessable value by themselves, and parts that do so inside a longer
// word ("cardnumber"). Short words match whole only: "pin" is not in "shipping".
var (
	cardWords = []string{"pan", "number", "exp", "expires", "mm", "yy", "yyyy", "month", "year", "cvc", "cvc2", "cvv", "cvv2", "csc", "cid", "iban", "bic", "swift", "routing", "sortcode"}
	cardParts = []string{"cardnum", "number", "expir", "expmonth", "expyear", "securitycode", "iban", "routing"}
	codeWords = []string{"pin", "code", "otp", "totp", "tan", "mfa", "dob", "date", "day", "zip", "ssn", "sin", "tin", "tel", "phone", "mobile"}
	codeParts = []string{"passcode", "pincode", "onetime", "otpcode", "birth", "postcode", "postal", "zipcode", "phone"}
)

// hasWord errs towards finding one: a key that sounds guessable makes its value so, which
// costs some masking and gives away nothing.
func hasWord(key string, words, parts []string) bool {
	split := keyWords(key)
	if slices.ContainsFunc(split, func(w string) bool { return slices.Contains(words, w) }) {
		return true
	}
	joined := strings.Join(split, "")
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(joined, p) })
}

// keyWords splits at everything that is no letter or digit and where a capital follows a
// small letter: "cardNumber", "card-number" and "card_number" are the same two words.
func keyWords(key string) []string {
	var spaced strings.Builder
	var last rune
	for _, r := range key {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			spaced.WriteByte(' ')
		case unicode.IsUpper(r) && unicode.IsLower(last):
			spaced.WriteByte(' ')
			fallthrough
		default:
			spaced.WriteRune(unicode.ToLower(r))
		}
		last = r
	}
	return strings.Fields(spaced.String())
}

// cut shortens text from outside for a message, at a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}
