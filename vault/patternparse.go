package vault

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// part is one piece of a pattern (URL Pattern, "parts"): fixed text if body is "", else
// what body matches between prefix and suffix.
type part struct {
	prefix, suffix string // canonical; the fixed text is in prefix
	body           string // RE2 source, without a group around it
	modifier       string // "", "?", "*" or "+"
}

// segment is what :name and the empty name match: one path segment, not empty.
const segment = "[^/]+"

type patternParser struct {
	tokens  []token
	pending strings.Builder // fixed text that is not a part yet
	names   []string
	parts   []part
	size    int // of its regular expressions
	err     error
}

// parse is "parse a pattern string" with the pathname options: delimiter and prefix "/".
func (p *patternParser) parse() error {
	for p.err == nil {
		char, isChar := p.take(tokenChar)
		if body, ok := p.takeBody(); ok {
			prefix := char.value
			if prefix != "/" {
				p.pending.WriteString(prefix)
				prefix = ""
			}
			p.addPart(prefix, body, "")
			continue
		}
		if !isChar {
			char, isChar = p.take(tokenEscaped)
		}
		switch {
		case isChar:
			p.pending.WriteString(char.value)
		case p.tokens[0].kind == tokenOpen:
			p.group()
		default:
			p.flush()
			if p.tokens[0].kind != tokenEnd {
				p.fail("has a modifier or a brace where none may stand")
			}
			return p.err
		}
	}
	return p.err
}

// group is "{" text, at most one matcher, text "}".
func (p *patternParser) group() {
	p.take(tokenOpen)
	prefix := p.takeText()
	body, _ := p.takeBody()
	suffix := p.takeText()
	if _, ok := p.take(tokenClose); !ok {
		p.fail("has a brace that nothing closes, or two matchers in one group")
		return
	}
	p.addPart(prefix, body, suffix)
}

// takeBody consumes a name, a regular expression, a name with one, or an asterisk.
func (p *patternParser) takeBody() (body string, ok bool) {
	name, named := p.take(tokenName)
	custom, isCustom := p.take(tokenRegexp)
	if named {
		// As the browser does, though nothing here uses names: a pattern that it refuses must not
		// be a binding.
		if slices.Contains(p.names, name.value) {
			p.fail("uses one name twice")
		}
		p.names = append(p.names, name.value)
	}
	switch {
	case isCustom:
		return p.translate(custom.value), true
	case named:
		return segment, true
	}
	if _, ok := p.take(tokenAsterisk); ok {
		return ".*", true
	}
	return "", false
}

// translate also bounds all regular expressions of the pattern together; each alone may be
// small.
func (p *patternParser) translate(custom string) string {
	body, size, err := translateRegexp(custom)
	p.size += size
	switch {
	case err != nil && p.err == nil:
		p.err = err
	case p.size > maxProgram:
		p.fail("has regular expressions of more than 4096 steps when their repeats are written out")
	}
	return body
}

// addPart is "add a part". Fixed text without a modifier joins what stands around it.
func (p *patternParser) addPart(prefix, body, suffix string) {
	modifier := p.takeModifier()
	if body == "" && (modifier == "" || prefix == "") {
		p.pending.WriteString(prefix)
		return
	}
	p.flush()
	p.append(part{prefix: prefix, body: body, suffix: suffix, modifier: modifier})
}

// flush is "maybe add a part from the pending fixed value".
func (p *patternParser) flush() {
	if p.pending.Len() > 0 {
		p.append(part{prefix: p.pending.String()})
		p.pending.Reset()
	}
}

// append canonicalizes text as the URL parser will have done with the path that it meets.
func (p *patternParser) append(next part) {
	var prefixOK, suffixOK bool
	next.prefix, prefixOK = canonicalPart(next.prefix)
	next.suffix, suffixOK = canonicalPart(next.suffix)
	if !prefixOK || !suffixOK {
		p.fail("has dot segments that reach beyond their own text")
	}
	p.parts = append(p.parts, next)
}

// take never runs past the end: the last token is tokenEnd, and nobody takes that.
func (p *patternParser) take(kind tokenKind) (token, bool) {
	if p.tokens[0].kind != kind {
		return token{}, false
	}
	t := p.tokens[0]
	p.tokens = p.tokens[1:]
	return t, true
}

// takeText is "consume text": an escape means its character.
func (p *patternParser) takeText() string {
	var text strings.Builder
	for p.tokens[0].kind == tokenChar || p.tokens[0].kind == tokenEscaped {
		text.WriteString(p.tokens[0].value)
		p.tokens = p.tokens[1:]
	}
	return text.String()
}

// takeModifier reads an asterisk as one only here, behind a part.
func (p *patternParser) takeModifier() string {
	t, ok := p.take(tokenModifier)
	if !ok {
		t, _ = p.take(tokenAsterisk)
	}
	return t.value
}

// fail keeps the first error: the later ones follow from it.
func (p *patternParser) fail(what string) {
	if p.err == nil {
		p.err = fmt.Errorf("%w %s", errPattern, what)
	}
}

// regexp is "generate a regular expression and name list", without the captures.
func (p *patternParser) regexp() string {
	var out strings.Builder
	out.WriteString(`\A`)
	for _, part := range p.parts {
		out.WriteString(part.regexp())
	}
	out.WriteString(`\z`)
	return out.String()
}

// regexp groups without capturing: what matched is never asked for.
func (p part) regexp() string {
	prefix, suffix := regexp.QuoteMeta(p.prefix), regexp.QuoteMeta(p.suffix)
	if p.body == "" {
		return "(?:" + prefix + ")" + p.modifier
	}
	// Where it repeats, prefix and suffix stand between the repeats as they do around them.
	return "(?:" + prefix + "(?:" + p.body + ")" + suffix + ")" + p.modifier
}
