package strict

import (
	"iter"
	"strconv"
)

// Kind is what a value is; the zero Kind belongs to the zero [Value].
type Kind uint8

// The kinds of RFC 8259, section 3.
const (
	Null Kind = iota + 1
	Bool
	Number
	String
	Array
	Object
)

var kindNames = [...]string{"nothing", "null", "boolean", "number", "string", "array", "object"}

func (k Kind) String() string { return kindNames[k] }

// Value is a view of one value of a document that [Parse] accepted. It costs
// nothing to copy and is good as long as the document's bytes are unchanged.
type Value struct {
	doc        []byte
	start, end int
	lone       bool // the document has some lone surrogate
}

// Kind is decided by the first byte, as the grammar allows.
func (v Value) Kind() Kind {
	if v.end == v.start {
		return 0
	}
	switch v.doc[v.start] {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	}
	return Number
}

// Raw is the value as it was written, without space around it.
func (v Value) Raw() []byte { return v.doc[v.start:v.end:v.end] }

// Offset counts the bytes of the document before the value.
func (v Value) Offset() int64 { return int64(v.start) }

// Members yields names, unescaped, and values in the document's order; none
// if v is no object. A name with a lone surrogate is not UTF-8.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for name, member := range v.members() {
			if !yield(text(name), member) {
				return
			}
		}
	}
}

// Get finds a member by its exact name.
func (v Value) Get(name string) (Value, bool) {
	for raw, member := range v.members() {
		if sameName(raw, name) {
			return member, true
		}
	}
	return Value{}, false
}

// Elements yields the elements of an array; none if v is no array.
func (v Value) Elements() iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Kind() != Array {
			return
		}
		for pos := v.start + 1; ; {
			pos = skipSpace(v.doc, pos)
			if v.doc[pos] == ']' {
				return
			}
			e := v.sub(pos)
			if !yield(e) {
				return
			}
			pos = pastComma(v.doc, e.end)
		}
	}
}

// String decodes a string. The error's rule is RuleType if v is none, and
// RuleSurrogate if it has half a surrogate pair.
func (v Value) String() (string, error) {
	if v.Kind() != String {
		return "", v.fail(RuleType, nil, "not a string")
	}
	if at, lone := v.LoneSurrogate(); lone {
		return "", newError(RuleSurrogate, v.doc, int(at), nil, "")
	}
	return text(v.inside()), nil
}

// Int64 decodes a number that is an integer in value and fits; it never
// rounds.
func (v Value) Int64() (int64, error) {
	if v.Kind() == Number {
		if n, ok := exactInt(v.Raw()); ok {
			return n, nil
		}
	}
	return 0, v.fail(RuleType, nil, "not an integer of 64 bits")
}

// Float64 decodes a number to the nearest float64; overflow is an error.
func (v Value) Float64() (float64, error) {
	if v.Kind() == Number {
		if f, err := strconv.ParseFloat(string(v.Raw()), 64); err == nil {
			return f, nil
		}
	}
	return 0, v.fail(RuleType, nil, "not a number of double precision")
}

// Bool decodes true or false.
func (v Value) Bool() (bool, error) {
	if v.Kind() != Bool {
		return false, v.fail(RuleType, nil, "not a boolean")
	}
	return v.doc[v.start] == 't', nil
}

// LoneSurrogate finds the first escape within v, names included, that is
// half a surrogate pair, and counts the bytes of the document before it.
func (v Value) LoneSurrogate() (offset int64, found bool) {
	if !v.lone {
		return 0, false
	}
	for i := v.start; i < v.end; i++ {
		if v.doc[i] != '\\' { // only ever within a string
			continue
		}
		n, lone := escape(v.doc[i:v.end])
		if lone {
			return int64(i), true
		}
		i += n - 1
	}
	return 0, false
}

// fail places an error at the value's first byte.
func (v Value) fail(rule Rule, path []segment, detail string) *Error {
	return newError(rule, v.doc, v.start, path, detail)
}

// inside is what stands between a string's quotes.
func (v Value) inside() []byte { return v.doc[v.start+1 : v.end-1] }
