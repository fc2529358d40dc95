package vault

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind is the type of a token (URL Pattern, "tokens").
type tokenKind uint8

const (
	tokenEnd tokenKind = iota
	tokenChar
	tokenEscaped
	tokenName
	tokenRegexp
	tokenAsterisk
	tokenModifier // "?" or "+"; an asterisk serves as both
	tokenOpen
	tokenClose
)

type token struct {
	kind  tokenKind
	value string // the character, the name without its colon, the inside of the parentheses
}

var oneByteTokens = map[byte]tokenKind{'*': tokenAsterisk, '+': tokenModifier, '?': tokenModifier, '{': tokenOpen, '}': tokenClose}

// tokenize is the strict tokenizer (URL Pattern, "tokenize").
func tokenize(pattern string) ([]token, error) {
	var tokens []token
	for rest := pattern; rest != ""; {
		t, size, err := nextToken(rest)
		if err != nil {
			return nil, err
		}
		tokens = append(tokens, t)
		rest = rest[size:]
	}
	return append(tokens, token{kind: tokenEnd}), nil
}

// nextToken returns the token that rest begins with and its length in bytes; rest is not
// empty.
func nextToken(rest string) (t token, size int, err error) {
	if kind, ok := oneByteTokens[rest[0]]; ok {
		return token{kind, rest[:1]}, 1, nil
	}
	switch rest[0] {
	case ':':
		return nameToken(rest)
	case '(':
		return regexpToken(rest)
	case '\\':
		if len(rest) == 1 {
			return token{}, 0, fmt.Errorf("%w ends in a backslash", errPattern)
		}
		t, size, err = charToken(rest[1:])
		return token{tokenEscaped, t.value}, size + 1, err
	default:
		return charToken(rest)
	}
}

// charToken refuses control characters: the URL parser strips some of them from paths, so a
// pattern with one would match something else than it shows.
func charToken(rest string) (token, int, error) {
	r, size := utf8.DecodeRuneInString(rest)
	if r == utf8.RuneError && size == 1 || unicode.IsControl(r) {
		return token{}, 0, fmt.Errorf("%w holds a control character or is not UTF-8", errPattern)
	}
	return token{tokenChar, rest[:size]}, size, nil
}

// nameToken takes an identifier of JavaScript's, ASCII ones alone: which other characters
// would lengthen it depends on the Unicode version, so one that follows is refused.
func nameToken(rest string) (token, int, error) {
	size := 1
	for size < len(rest) && nameByte(rest[size], size == 1) {
		size++
	}
	if size == 1 || size < len(rest) && rest[size] >= utf8.RuneSelf {
		return token{}, 0, fmt.Errorf("%w has a colon without an ASCII name", errPattern)
	}
	return token{tokenName, rest[1:size]}, size, nil
}

// nameByte is the ASCII part of IdentifierName (ECMA-262, section 12.7).
func nameByte(c byte, first bool) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || !first && '0' <= c && c <= '9'
}

// regexpToken takes everything up to the parenthesis that closes the first one.
func regexpToken(rest string) (token, int, error) {
	depth := 0
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c >= utf8.RuneSelf || c < ' ' || c == 0x7f:
			return token{}, 0, fmt.Errorf("%w has a regular expression beyond printable ASCII", errPattern)
		case c == '\\':
			// Whatever is escaped neither opens nor closes; translateRegexp decides whether it
			// may stand there.
			i++
		case c == '(' && i > 0 && !strings.HasPrefix(rest[i:], "(?"):
			return token{}, 0, fmt.Errorf("%w captures inside a regular expression; write (?:…)", errPattern)
		case c == '(':
			depth++
		case c == ')':
			depth--
			if depth == 0 {
				return token{tokenRegexp, rest[1:i]}, i + 1, nil
			}
		}
	}
	return token{}, 0, fmt.Errorf("%w has a parenthesis that nothing closes", errPattern)
}
