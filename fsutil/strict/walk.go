package strict

import (
	"bytes"
	"iter"
)

// Walks over text that the scanner accepted: the grammar is not checked
// again.

// members yields names as they are written between their quotes.
func (v Value) members() iter.Seq2[[]byte, Value] {
	return func(yield func([]byte, Value) bool) {
		if v.Kind() != Object {
			return
		}
		for pos := v.start + 1; ; {
			pos = skipSpace(v.doc, pos)
			if v.doc[pos] == '}' {
				return
			}
			name := v.sub(pos)
			pos = skipSpace(v.doc, name.end) + 1 // the colon
			member := v.sub(skipSpace(v.doc, pos))
			if !yield(name.inside(), member) {
				return
			}
			pos = pastComma(v.doc, member.end)
		}
	}
}

// sub is the value that begins at pos.
func (v Value) sub(pos int) Value {
	return Value{doc: v.doc, start: pos, end: skipValue(v.doc, pos), lone: v.lone}
}

// pastComma is where the next member or element begins, or the closing bracket.
func pastComma(doc []byte, pos int) int {
	pos = skipSpace(doc, pos)
	if doc[pos] == ',' {
		pos++
	}
	return pos
}

// skipValue is the end of the value at pos. Members and Get pass each value of
// a level once, so reaching a value costs its depth times the document at
// worst, and the depth is bounded.
func skipValue(doc []byte, pos int) int {
	switch doc[pos] {
	case '"':
		return skipString(doc, pos)
	case '{', '[':
		return skipContainer(doc, pos)
	}
	for pos < len(doc) {
		switch doc[pos] {
		case ',', ']', '}', ' ', '\t', '\n', '\r':
			return pos
		}
		pos++
	}
	return pos
}

// skipString need not tell escapes apart: none contains a quote but \".
func skipString(doc []byte, pos int) int {
	for pos++; ; pos++ {
		for plain[doc[pos]] {
			pos++
		}
		if doc[pos] == '"' {
			return pos + 1
		}
		pos++ // what the backslash escapes
	}
}

// skipContainer counts both kinds of brackets as one: the grammar that holds
// makes them match.
func skipContainer(doc []byte, pos int) int {
	for open := 0; ; {
		switch doc[pos] {
		case '"':
			pos = skipString(doc, pos)
			continue
		case '{', '[':
			open++
		case '}', ']':
			open--
		}
		pos++
		if open == 0 {
			return pos
		}
	}
}

// sameName compares without decoding where no escape is.
func sameName(raw []byte, name string) bool {
	if bytes.IndexByte(raw, '\\') < 0 {
		return string(raw) == name
	}
	return string(unescape(nil, raw)) == name
}
