package strict

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// Unmarshal parses data and stores it in the Go value that dst points to.
//
// Structs take exactly the members that their json tags name; every field is
// required but pointers and those tagged omitempty or omitzero, and a member
// without a field is refused; an embedded struct lends its fields. Beside structs dst may hold pointers, slices,
// maps with string keys, strings, booleans, integers, floats, []byte
// (standard base64), [json.RawMessage] and implementations of
// [encoding.TextUnmarshaler]. null stands for a nil pointer, slice or map only.
// Integers are exact, strings have no lone surrogate. Another type in dst is a
// mistake of the caller and panics.
//
// On error dst may be filled in part. The error is an [*Error].
func Unmarshal(data []byte, dst any, l Limits) error {
	v, err := Parse(data, l)
	if err != nil {
		return err
	}
	return v.Decode(dst)
}

// Decode stores v in the Go value that dst points to, as [Unmarshal] does.
func (v Value) Decode(dst any) error {
	rv := reflect.ValueOf(dst)
	if rv.Kind() != reflect.Pointer || rv.IsNil() {
		panic(fmt.Sprintf("strict: decoding into %T, which is no pointer", dst))
	}
	d := decoder{}
	if err := d.value(v, rv.Elem()); err != nil {
		return err
	}
	return nil
}

// decoder knows where it is, for the path of its error.
type decoder struct{ path []segment }

func (d *decoder) fail(v Value, rule Rule, detail string) *Error {
	return v.fail(rule, d.path, detail)
}

var (
	rawType  = reflect.TypeFor[json.RawMessage]()
	textType = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// value chooses by the destination, never by what came: a document cannot pick
// the type that it becomes.
func (d *decoder) value(v Value, dst reflect.Value) *Error {
	if dst.Type() == rawType {
		dst.SetBytes(append([]byte(nil), v.Raw()...))
		return nil
	}
	if v.Kind() == Null {
		return d.null(v, dst)
	}
	if dst.CanAddr() && dst.Addr().Type().Implements(textType) {
		return d.textual(v, dst.Addr().Interface().(encoding.TextUnmarshaler))
	}
	switch dst.Kind() {
	case reflect.Pointer:
		if dst.IsNil() {
			dst.Set(reflect.New(dst.Type().Elem()))
		}
		return d.value(v, dst.Elem())
	case reflect.Struct:
		return d.structure(v, dst)
	case reflect.Slice:
		return d.slice(v, dst)
	case reflect.Map:
		return d.mapping(v, dst)
	}
	return d.scalar(v, dst)
}

// null is what encoding/json writes for nil; for anything else it is a value
// of the wrong kind, not a zero.
func (d *decoder) null(v Value, dst reflect.Value) *Error {
	switch dst.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		dst.SetZero()
		return nil
	}
	return d.fail(v, RuleType, "null where a value is required")
}

// textual hides the type's own error: it may quote what it could not read.
func (d *decoder) textual(v Value, dst encoding.TextUnmarshaler) *Error {
	s, err := d.str(v)
	if err != nil {
		return err
	}
	if dst.UnmarshalText([]byte(s)) != nil {
		return d.fail(v, RuleType, "a string of another form than required")
	}
	return nil
}

// str is Value.String with the path that Value does not know.
func (d *decoder) str(v Value) (string, *Error) {
	if v.Kind() != String {
		return "", d.fail(v, RuleType, "not a string")
	}
	if at, lone := v.LoneSurrogate(); lone {
		return "", newError(RuleSurrogate, v.doc, int(at), d.path, "")
	}
	return text(v.inside()), nil
}

// slice grows with what is there; the number of elements is bounded by Parse.
func (d *decoder) slice(v Value, dst reflect.Value) *Error {
	if dst.Type().Elem().Kind() == reflect.Uint8 {
		return d.bytes(v, dst)
	}
	if v.Kind() != Array {
		return d.fail(v, RuleType, "not an array")
	}
	out := reflect.MakeSlice(dst.Type(), 0, 0)
	at := d.push(segment{})
	for e := range v.Elements() {
		item := reflect.New(dst.Type().Elem()).Elem()
		d.path[at].index = out.Len()
		if err := d.value(e, item); err != nil {
			return err
		}
		out = reflect.Append(out, item)
	}
	d.pop()
	dst.Set(out)
	return nil
}

// bytes reads standard base64 with padding (RFC 4648, section 4), without stray
// bits: so that one value has one spelling.
func (d *decoder) bytes(v Value, dst reflect.Value) *Error {
	s, err := d.str(v)
	if err != nil {
		return err
	}
	b, bad := base64.StdEncoding.Strict().DecodeString(s)
	if bad != nil {
		return d.fail(v, RuleType, "not base64")
	}
	dst.SetBytes(b)
	return nil
}

// mapping keeps no name that is not text, as it would print as another.
func (d *decoder) mapping(v Value, dst reflect.Value) *Error {
	if v.Kind() != Object {
		return d.fail(v, RuleType, "not an object")
	}
	out := reflect.MakeMap(dst.Type())
	at := d.push(segment{})
	for raw, member := range v.members() {
		d.path[at].name = raw
		name := text(raw)
		if !utf8.ValidString(name) { // the document is UTF-8: a lone surrogate
			return d.fail(member, RuleSurrogate, "")
		}
		item := reflect.New(dst.Type().Elem()).Elem()
		if err := d.value(member, item); err != nil {
			return err
		}
		key := reflect.New(dst.Type().Key()).Elem()
		key.SetString(name)
		out.SetMapIndex(key, item)
	}
	d.pop()
	dst.Set(out)
	return nil
}

// scalar stores exactly or not at all: no number is cut to its field's size.
func (d *decoder) scalar(v Value, dst reflect.Value) *Error {
	switch {
	case dst.Kind() == reflect.String:
		s, err := d.str(v)
		if err != nil {
			return err
		}
		dst.SetString(s)
	case dst.Kind() == reflect.Bool:
		b, err := v.Bool()
		if err != nil {
			return d.fail(v, RuleType, "not a boolean")
		}
		dst.SetBool(b)
	case dst.CanInt():
		n, err := v.Int64()
		if err != nil || dst.OverflowInt(n) {
			return d.fail(v, RuleType, "not an integer in the range of "+dst.Kind().String())
		}
		dst.SetInt(n)
	case dst.CanUint():
		n, err := v.Int64()
		if err != nil || n < 0 || dst.OverflowUint(uint64(n)) {
			return d.fail(v, RuleType, "not an integer in the range of "+dst.Kind().String())
		}
		dst.SetUint(uint64(n))
	case dst.CanFloat():
		f, err := v.Float64()
		if err != nil || dst.OverflowFloat(f) {
			return d.fail(v, RuleType, "not a number in the range of "+dst.Kind().String())
		}
		dst.SetFloat(f)
	default:
		panic("strict: decoding into unsupported type " + dst.Type().String())
	}
	return nil
}

func (d *decoder) push(s segment) int {
	d.path = append(d.path, s)
	return len(d.path) - 1
}

func (d *decoder) pop() { d.path = d.path[:len(d.path)-1] }
