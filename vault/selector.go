package vault

import (
	"errors"
	"fmt"
	"strings"
)

var errSelector = errors.New("vault: selector")

// checkSelector holds text against the grammar of a selector list (Selectors Level 4,
// section 17.1; tokens: CSS Syntax Level 3). It is for finding mistakes at import: whether
// a pseudo-class exists, or allows these arguments, only the browser knows, and a selector
// that the browser refuses matches nothing there. What CSS closes by itself at the end of
// the text must be closed here.
func checkSelector(text string) error {
	if strings.TrimSpace(text) == "" || len(text) > maxSelector {
		return fmt.Errorf("%w is blank or over %d bytes", errSelector, maxSelector)
	}
	r := selectorReader{rest: text}
	if err := r.list(0, false); err != nil {
		return err
	}
	if r.rest != "" {
		return r.refuse("goes on after its end")
	}
	return nil
}

type selectorReader struct{ rest string }

// refuse quotes nothing of the selector.
func (r *selectorReader) refuse(what string) error { return fmt.Errorf("%w %s", errSelector, what) }

// list is complex selectors with commas between them; in :has() each may begin with a
// combinator.
func (r *selectorReader) list(depth int, relative bool) error {
	if depth > maxSelectorDepth {
		return r.refuse("is nested more than 8 deep")
	}
	for {
		r.space()
		if relative {
			r.combinator()
		}
		if err := r.complex(depth); err != nil {
			return err
		}
		if !r.skip(",") {
			return nil
		}
	}
}

// complex is compound selectors with combinators between them. It ends before a comma, a
// closing parenthesis or the end.
func (r *selectorReader) complex(depth int) error {
	for {
		if err := r.compound(depth); err != nil {
			return err
		}
		spaced := r.space()
		if r.rest == "" || r.rest[0] == ',' || r.rest[0] == ')' {
			return nil
		}
		if !r.combinator() && !spaced {
			return r.refuse("has a character where a combinator should stand")
		}
	}
}

// combinator skips one of the visible ones; white space is the fourth.
func (r *selectorReader) combinator() bool {
	found := r.skip(">") || r.skip("+") || r.skip("~")
	r.space()
	return found
}

// compound is a type selector and any number of others without space between them.
func (r *selectorReader) compound(depth int) error {
	count := 0
	if r.typeSelector() {
		count++
	}
	for r.rest != "" && strings.IndexByte("#.[:&", r.rest[0]) >= 0 {
		if err := r.simple(depth); err != nil {
			return err
		}
		count++
	}
	if count == 0 {
		return r.refuse("lacks a compound selector, or has a character that none begins with")
	}
	return nil
}

// typeSelector is a name or "*", with the prefix of any or no namespace; named prefixes
// cannot be declared for matching.
func (r *selectorReader) typeSelector() bool {
	r.namespace()
	return r.skip("*") || r.ident()
}

// namespace skips "*|" and "|"; the bar of "|=" is not reached, as a name comes first.
func (r *selectorReader) namespace() {
	if strings.HasPrefix(r.rest, "*|") || strings.HasPrefix(r.rest, "|") {
		r.rest = r.rest[strings.IndexByte(r.rest, '|')+1:]
	}
}

// simple is any selector but a type; "&" is the nesting selector (CSS Nesting, section 3.2).
func (r *selectorReader) simple(depth int) error {
	switch {
	case r.skip("&"):
		return nil
	case r.skip("#"):
		if !r.ident() {
			return r.refuse("has a # without a name, which no digit begins")
		}
	case r.skip("."):
		if !r.ident() {
			return r.refuse("has a dot without a class name")
		}
	case r.skip("["):
		return r.attribute()
	default:
		return r.pseudo(depth)
	}
	return nil
}

// attribute is what follows the opening bracket.
func (r *selectorReader) attribute() error {
	r.space()
	r.namespace()
	if !r.ident() {
		return r.refuse("has a bracket without an attribute name")
	}
	r.space()
	if r.skip("]") {
		return nil
	}
	if !r.operator() {
		return r.refuse("has an attribute without operator or closing bracket")
	}
	r.space()
	if !r.ident() && !r.text() {
		return r.refuse("compares an attribute with neither a name nor closed quotes")
	}
	r.space()
	if !r.skip("]") {
		// A flag, i or s (section 6.3); the second is too new for some browsers.
		if flag := r.rest; !r.ident() || len(flag)-len(r.rest) != 1 || strings.IndexByte("iIsS", flag[0]) < 0 {
			return r.refuse("has an attribute without closing bracket")
		}
		r.space()
		if !r.skip("]") {
			return r.refuse("has an attribute without closing bracket")
		}
	}
	return nil
}

// operator is one of six (Selectors Level 4, section 6).
func (r *selectorReader) operator() bool {
	for _, op := range []string{"=", "~=", "|=", "^=", "$=", "*="} {
		if r.skip(op) {
			return true
		}
	}
	return false
}

// Functions that take selectors; those of relative ones take combinators first.
var selectorFunctions = map[string]bool{"is": false, "where": false, "not": false, "-webkit-any": false, "host": false, "host-context": false, "has": true}

// pseudo covers classes and elements, which differ in a colon that old ones lack.
func (r *selectorReader) pseudo(depth int) error {
	r.skip(":")
	element := r.skip(":")
	name := r.rest
	if !r.ident() {
		return r.refuse("has a colon without a name")
	}
	name = strings.ToLower(name[:len(name)-len(r.rest)])
	if !r.skip("(") {
		return nil
	}
	relative, takesSelectors := selectorFunctions[name]
	if takesSelectors && !element {
		if err := r.list(depth+1, relative); err != nil {
			return err
		}
	} else if err := r.arguments(depth + 1); err != nil {
		return err
	}
	if !r.skip(")") {
		return r.refuse("has a parenthesis that nothing closes")
	}
	return nil
}

// arguments skips balanced tokens up to the closing parenthesis: An+B, languages and what
// functions we do not know take.
func (r *selectorReader) arguments(depth int) error {
	if depth > maxSelectorDepth {
		return r.refuse("is nested more than 8 deep")
	}
	start := len(r.rest)
	for r.rest != "" && r.rest[0] != ')' {
		switch {
		case r.skip("("):
			if err := r.arguments(depth + 1); err != nil {
				return err
			}
			if !r.skip(")") {
				return r.refuse("has a parenthesis that nothing closes")
			}
		case r.skip(" ") || r.text() || r.name():
		case strings.IndexByte("+-,*.#:[]=|>~", r.rest[0]) >= 0:
			r.rest = r.rest[1:]
		default:
			return r.refuse("has an argument with a character that needs quotes")
		}
	}
	if len(r.rest) == start {
		return r.refuse("has an empty argument list")
	}
	return nil
}
