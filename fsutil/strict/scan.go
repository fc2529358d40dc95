package strict

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Parse checks one document in one pass and returns a view of it; data must
// not change while the view is used.
//
// The error is an [*Error]. Grammar is checked to the end before a duplicate
// or an exceeded bound is reported, and then the value comes with the error,
// so that a server can find the id of the request it refuses; of several such
// errors the outermost is reported. A lone surrogate escape is grammar:
// [Value.String] and [Value.LoneSurrogate] find it.
func Parse(data []byte, l Limits) (Value, error) {
	l = l.orDefault()
	if len(data) > l.Bytes {
		detail := fmt.Sprintf("document of %d bytes, limit %d", len(data), l.Bytes)
		return Value{}, &Error{Rule: RuleSize, Offset: int64(l.Bytes), Line: 1, Column: 1, detail: detail}
	}
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		return Value{}, newError(RuleUTF8, data, 0, nil, "")
	}
	if !utf8.Valid(data) {
		return Value{}, newError(RuleUTF8, data, validPrefix(data), nil, "")
	}
	s := scanner{data: data, limits: l}
	s.space()
	start := s.pos
	if !s.value() {
		return Value{}, newError(RuleGrammar, data, s.pos, s.path, "")
	}
	v := Value{doc: data, start: start, end: s.pos, lone: s.lone}
	if s.space(); s.pos < len(data) {
		return Value{}, newError(RuleTrailing, data, s.pos, nil, "")
	}
	if s.broken != nil {
		return v, s.broken
	}
	return v, nil
}

// validPrefix counts the bytes before the first one that is not UTF-8.
func validPrefix(data []byte) int {
	n := 0
	for n < len(data) {
		r, size := utf8.DecodeRune(data[n:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		n += size
	}
	return n
}

// scanner walks a document once. A false from its methods means that the
// grammar is broken at pos and that nothing more is read; a broken rule beside
// the grammar is noted and the walk goes on, because whoever answers needs the
// rest of the document and because grammar comes first.
type scanner struct {
	data   []byte
	pos    int
	limits Limits
	lone   bool // some escape was half a pair

	path  []segment // of the containers now open
	names [][]byte  // unescaped names of the objects now open

	broken *Error // outermost broken rule but grammar
	depth  int    // of broken
}

// breaks keeps the outermost broken rule and lets the scan go on.
func (s *scanner) breaks(rule Rule, offset int, detail string) {
	if s.broken == nil || len(s.path) < s.depth {
		s.broken = newError(rule, s.data, offset, s.path, detail)
		s.depth = len(s.path)
	}
}

// value scans any value (RFC 8259, section 3) at pos, which is past the space before it. It recurses as deep as the limit
// allows and no deeper.
func (s *scanner) value() bool {
	if s.pos >= len(s.data) {
		return false
	}
	switch c := s.data[s.pos]; c {
	case '{', '[':
		if len(s.path) >= s.limits.Depth {
			detail := fmt.Sprintf("nesting of %d, limit %d", len(s.path)+1, s.limits.Depth)
			s.breaks(RuleDepth, s.pos, detail)
			return s.skipDeep()
		}
		s.path = append(s.path, segment{name: []byte{}})
		ok := c == '{' && s.object() || c == '[' && s.array()
		if ok {
			s.path = s.path[:len(s.path)-1]
		}
		return ok
	case '"':
		_, _, ok := s.str()
		return ok
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	}
	return s.number()
}

// object scans the members (RFC 8259, section 4) and keeps their names for the search of equals. The names of this object lie
// behind those of the objects around it and go when it ends, so memory follows what is open, not what was read.
func (s *scanner) object() bool {
	seen := nameSet{base: len(s.names)}
	defer func() { s.names = s.names[:seen.base] }()
	s.pos++
	if s.space(); s.at('}') {
		return true
	}
	for n := 1; ; n++ {
		offset := s.pos
		if !s.at('"') {
			return false
		}
		s.pos--
		name, escaped, ok := s.str()
		if !ok {
			return false
		}
		s.path[len(s.path)-1].name = name
		s.member(&seen, n, offset, name, escaped)
		if s.space(); !s.at(':') {
			return false
		}
		s.space()
		if !s.value() {
			return false
		}
		if s.space(); s.at('}') {
			return true
		}
		if !s.at(',') {
			return false
		}
		s.space()
	}
}

// member counts the n-th member of an object and looks for its name among
// the earlier ones. Beyond the limit names are no longer kept.
func (s *scanner) member(seen *nameSet, n, offset int, name []byte, escaped bool) {
	if n > s.limits.Members {
		if n == s.limits.Members+1 {
			s.breaks(RuleMembers, offset, fmt.Sprintf("object of more than %d members", s.limits.Members))
		}
		return
	}
	if escaped {
		name = unescape(nil, name)
	}
	if seen.add(s, name) {
		s.breaks(RuleDuplicate, offset, "")
	}
}

// array scans the elements (RFC 8259, section 5). Beyond the limit they are scanned for their grammar only: nothing is kept of
// an element but where it was.
func (s *scanner) array() bool {
	depth := len(s.path) - 1
	s.pos++
	if s.space(); s.at(']') {
		return true
	}
	for n := 0; ; n++ {
		s.path[depth] = segment{index: n}
		if n == s.limits.Elements {
			s.breaks(RuleElements, s.pos, fmt.Sprintf("array of more than %d elements", s.limits.Elements))
		}
		if !s.value() {
			return false
		}
		if s.space(); s.at(']') {
			return true
		}
		if !s.at(',') {
			return false
		}
		s.space()
	}
}

// skipDeep passes a container that is refused already, by brackets alone:
// keeping its kinds would need memory that grows with the input.
func (s *scanner) skipDeep() bool {
	open := 0
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case '"':
			if _, _, ok := s.str(); !ok {
				return false
			}
			continue
		case '{', '[':
			open++
		case '}', ']':
			open--
		}
		s.pos++
		if open == 0 {
			return true
		}
	}
	return false
}

// at consumes c if it comes next.
func (s *scanner) at(c byte) bool {
	if s.pos < len(s.data) && s.data[s.pos] == c {
		s.pos++
		return true
	}
	return false
}

// space passes what may stand between any two tokens.
func (s *scanner) space() { s.pos = skipSpace(s.data, s.pos) }

// skipSpace passes the four white-space bytes of RFC 8259, section 2.
func skipSpace(data []byte, pos int) int {
	for pos < len(data) {
		switch data[pos] {
		case ' ', '\t', '\n', '\r':
			pos++
		default:
			return pos
		}
	}
	return pos
}

// word scans true, false or null, which are lower case and nothing else.
func (s *scanner) word(w string) bool {
	if len(s.data)-s.pos < len(w) || string(s.data[s.pos:s.pos+len(w)]) != w {
		return false
	}
	s.pos += len(w)
	return true
}
