package strict

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Rule names the rule that a document broke.
type Rule string

// The rules. RuleUTF8, RuleGrammar, RuleTrailing and RuleSize leave no
// document to look at; after the other rules of [Parse] there is one.
const (
	RuleUTF8      Rule = "utf8"      // not UTF-8, or a byte order mark
	RuleGrammar   Rule = "grammar"   // RFC 8259, section 2
	RuleTrailing  Rule = "trailing"  // something follows the value
	RuleSize      Rule = "size"      // Limits.Bytes
	RuleDuplicate Rule = "duplicate" // two equal names in one object
	RuleDepth     Rule = "depth"     // Limits.Depth
	RuleMembers   Rule = "members"   // Limits.Members
	RuleElements  Rule = "elements"  // Limits.Elements
	RuleSurrogate Rule = "surrogate" // a \u escape that is half a pair
	RuleUnknown   Rule = "unknown"   // a member that the destination lacks
	RuleType      Rule = "type"      // another kind of value, or out of range
	RuleMissing   Rule = "missing"   // a member that the destination requires
)

// Error is what [Parse], [Unmarshal] and the methods of [Value] return.
type Error struct {
	Rule         Rule
	Offset       int64  // bytes before the place
	Line, Column int    // of the place, from 1; columns count characters
	Path         string // JSON pointer (RFC 6901), printable and cut to 256 bytes

	detail string // for the message; holds bounds and kinds only
}

// Error names the rule, or the bound with both numbers, and the place.
func (e *Error) Error() string {
	what := e.detail
	if what == "" {
		what = ruleText[e.Rule]
	}
	where := fmt.Sprintf("line %d, column %d", e.Line, e.Column)
	if e.Path != "" {
		where += ", at " + e.Path
	}
	return "strict: " + what + " (" + where + ")"
}

// ruleText words the rules that have no numbers to tell.
var ruleText = map[Rule]string{
	RuleUTF8:      "bytes that are not UTF-8",
	RuleGrammar:   "not the grammar of JSON",
	RuleTrailing:  "bytes after the value",
	RuleDuplicate: "a second member of the same name",
	RuleSurrogate: "an escape that is half a surrogate pair",
	RuleUnknown:   "a member that is not known here",
	RuleMissing:   "a required member is missing",
}

// newError places an error in doc. The position is counted only here, so
// that reading pays nothing for it.
func newError(rule Rule, doc []byte, offset int, path []segment, detail string) *Error {
	before := doc[:min(offset, len(doc))]
	line := bytes.LastIndexByte(before, '\n') + 1
	return &Error{
		Rule: rule, Offset: int64(offset),
		Line:   bytes.Count(before, []byte{'\n'}) + 1,
		Column: utf8.RuneCount(before[line:]) + 1,
		Path:   pointer(path), detail: detail,
	}
}

// segment is one step of a path: a member's name as written between its
// quotes, or an index where the name is nil.
type segment struct {
	name  []byte
	index int
}

// pointer writes a path so that it can stand in a log line: names are
// unescaped, then quoted where they are not printable.
func pointer(path []segment) string {
	var b strings.Builder
	for _, s := range path {
		b.WriteByte('/')
		if s.name == nil {
			b.WriteString(strconv.Itoa(s.index))
		} else {
			b.WriteString(printable(s.name))
		}
		if b.Len() > maxPath {
			return b.String()[:maxPath]
		}
	}
	return b.String()
}

// printable makes a name of the document fit for a terminal and a log.
func printable(raw []byte) string {
	if len(raw) > maxSegment {
		raw = raw[:maxSegment]
		if i := bytes.LastIndexByte(raw[maxSegment-12:], '\\'); i >= 0 {
			raw = raw[:maxSegment-12+i] // never half an escape
		}
	}
	name := strings.NewReplacer("~", "~0", "/", "~1").Replace(string(unescape(nil, raw)))
	quoted := strconv.QuoteToASCII(name)
	return quoted[1 : len(quoted)-1]
}
