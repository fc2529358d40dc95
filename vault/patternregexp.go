package vault

import (
	"fmt"
	"strconv"
	"strings"
)

// translateRegexp turns the regular expression of a pattern, JavaScript's with the v flag
// (ECMA-262, section 22.2.1), into RE2's, for the constructs that mean the same in both:
// characters, classes, (?:…), |, quantifiers, ^ $ \b \B. Everything else is refused rather
// than passed on, since the two languages give one spelling different meanings: \11 is a
// back-reference here and a tab there, {02} a repeat here and text there.
//
// size is about what RE2 will need for it, with every repeat written out.
func translateRegexp(source string) (re2 string, size int, err error) {
	r := regexpReader{rest: source}
	if source == "" || source[0] == '?' {
		return "", 0, r.refuse("empty, or begins with a question mark")
	}
	size, err = r.alternation(0)
	if err == nil && r.rest != "" {
		err = r.refuse("closing what it did not open")
	}
	return r.out.String(), size, err
}

// maxRegexpDepth bounds the reader's recursion; the length of a pattern alone would allow
// some 300 levels.
const maxRegexpDepth = 32

type regexpReader struct {
	rest string
	out  strings.Builder
}

// refuse names the construct and never the text: a pattern may be pasted next to anything.
func (r *regexpReader) refuse(what string) error {
	return fmt.Errorf("%w has a regular expression that is %s", errPattern, what)
}

// alternation reads up to the closing parenthesis or the end. Sizes stop growing far above
// their bound.
func (r *regexpReader) alternation(depth int) (size int, err error) {
	if depth > maxRegexpDepth {
		return 0, r.refuse("nested more than 32 deep")
	}
	for r.rest != "" && r.rest[0] != ')' {
		if r.rest[0] == '|' {
			r.copy(1)
			continue
		}
		n, err := r.term(depth)
		if err != nil {
			return 0, err
		}
		size = min(size+n, 1<<20)
	}
	return size, nil
}

// term is an assertion, or an atom with its quantifier.
func (r *regexpReader) term(depth int) (size int, err error) {
	if r.rest[0] == '^' || r.rest[0] == '$' {
		r.copy(1)
		return 1, r.noQuantifier()
	}
	if strings.HasPrefix(r.rest, `\b`) || strings.HasPrefix(r.rest, `\B`) {
		r.copy(2)
		return 1, r.noQuantifier()
	}
	size, err = r.atom(depth)
	if err != nil {
		return 0, err
	}
	times, err := r.quantifier()
	return min(size*times, 1<<20), err
}

// atom refuses every group but (?:…): RE2 lacks look-around, spells named groups otherwise,
// and reads (?i) where JavaScript reads nothing.
func (r *regexpReader) atom(depth int) (size int, err error) {
	switch c := r.rest[0]; {
	case strings.HasPrefix(r.rest, "(?:"):
		r.copy(3)
		size, err = r.alternation(depth + 1)
		if err == nil && r.rest == "" {
			err = r.refuse("left open")
		}
		if err != nil {
			return 0, err
		}
		r.copy(1)
		return size + 1, nil
	case c == '(':
		return 0, r.refuse("using look-around, named groups or flags, which RE2 lacks or reads otherwise")
	case c == '[':
		return 2, r.class()
	case c == '\\':
		return 1, r.escape(`\/^$.*+?()[]{}|`, "dDwWsS")
	case strings.IndexByte("*+?{}]", c) >= 0:
		return 0, r.refuse("repeating nothing, or holds a bracket to be escaped")
	default:
		r.copy(1)
		return 1, nil
	}
}

// escape copies a backslash and what it escapes. sets are the letters that stand for a
// class of characters.
func (r *regexpReader) escape(punctuation, sets string) error {
	if len(r.rest) < 2 || strings.IndexByte(punctuation+sets+"tnrfv", r.rest[1]) < 0 {
		return r.refuse("using a back-reference or an escape that RE2 lacks or reads otherwise")
	}
	r.copy(2)
	return nil
}

// class reads "[…]" without nesting and set operations.
func (r *regexpReader) class() error {
	r.copy(1)
	if strings.HasPrefix(r.rest, "^") {
		r.copy(1)
	}
	// RE2 takes a bracket in this place for a member of the class.
	if strings.HasPrefix(r.rest, "]") {
		return r.refuse("using an empty class")
	}
	for r.rest != "" && r.rest[0] != ']' {
		if err := r.classRange(); err != nil {
			return err
		}
	}
	if r.rest == "" {
		return r.refuse("left with an open class")
	}
	r.copy(1)
	return nil
}

// classRange is one character, one set, or a range of characters.
func (r *regexpReader) classRange() error {
	isSet := len(r.rest) > 1 && r.rest[0] == '\\' && strings.IndexByte("dDwWsS", r.rest[1]) >= 0
	if err := r.classChar("dDwWsS"); err != nil || isSet || r.rest == "" || r.rest[0] != '-' {
		return err
	}
	r.copy(1)
	if r.rest == "" {
		return r.refuse("left with an open class")
	}
	return r.classChar("")
}

// classChar reads one character; the ones that ECMA-262 wants escaped (ClassSetSyntaxCharacter)
// or reserves in pairs (ClassSetReservedDoublePunctuator) must be, or single.
func (r *regexpReader) classChar(sets string) error {
	c := r.rest[0]
	switch {
	case c == '\\':
		return r.escape(`\/^$.*+?()[]{}|-&!#%,:;<=>@`+"`~", sets)
	case strings.IndexByte("()[]{}/-|", c) >= 0:
		return r.refuse("using a class with brackets, slash, hyphen or bar unescaped")
	case len(r.rest) > 1 && r.rest[1] == c && strings.IndexByte("&!#$%*+,.:;<=>?@^`~", c) >= 0:
		return r.refuse("using a set operation")
	}
	r.copy(1)
	return nil
}

// noQuantifier follows ECMA-262, where an assertion is no atom; RE2 would repeat it.
func (r *regexpReader) noQuantifier() error {
	if r.rest != "" && strings.IndexByte("*+?{", r.rest[0]) >= 0 {
		return r.refuse("repeating an assertion")
	}
	return nil
}

// quantifier returns how often RE2 will write the atom.
func (r *regexpReader) quantifier() (times int, err error) {
	switch {
	case r.rest == "":
		return 1, nil
	case strings.IndexByte("*+?", r.rest[0]) >= 0:
		r.copy(1)
		times = 2
	case r.rest[0] == '{':
		if times, err = r.counted(); err != nil {
			return 0, err
		}
	default:
		return 1, nil
	}
	if strings.HasPrefix(r.rest, "?") { // lazy: the same language
		r.copy(1)
	}
	return times, nil
}

// counted reads {n}, {n,} or {n,m} and writes it in the one form that RE2 takes for a repeat.
func (r *regexpReader) counted() (times int, err error) {
	inside, rest, closed := strings.Cut(r.rest[1:], "}")
	low, high, isRange := strings.Cut(inside, ",")
	n, nErr := strconv.ParseUint(low, 10, 16)
	m, mErr := n, error(nil)
	if isRange && high != "" {
		m, mErr = strconv.ParseUint(high, 10, 16)
	}
	if !closed || nErr != nil || mErr != nil || m < n || m > 1000 || strings.ContainsAny(inside, "+_") {
		return 0, r.refuse("repeating in a way that RE2 does not: {n}, {n,} or {n,m} up to 1000")
	}
	r.rest = rest
	switch {
	case !isRange:
		fmt.Fprintf(&r.out, "{%d}", n)
	case high == "":
		fmt.Fprintf(&r.out, "{%d,}", n)
	default:
		fmt.Fprintf(&r.out, "{%d,%d}", n, m)
	}
	return int(m) + 1, nil
}

// copy moves text that means the same in both languages.
func (r *regexpReader) copy(n int) {
	r.out.WriteString(r.rest[:n])
	r.rest = r.rest[n:]
}
