package mcp

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// shape is what a type says about its JSON: the one source of a tool's schemas, of the check of its arguments, and of the
// writing of its results. It is made once, when the tool is added.
type shape struct {
	kind   string // the schema's type
	doc    string
	enum   []string
	fields []shapeField // of an object; nil with elem for a map
	elem   *shape       // of an array or a map

	min, max *float64 // of a number
	maxLen   int      // characters of a string, elements of an array; 0: no bound but the message's
	minLen   int
	pattern  *regexp.Regexp // of a string
	write    func(*encoder, reflect.Value)
}

type shapeField struct {
	name     string
	index    []int
	optional bool // omitempty, or a pointer
	shape    *shape
}

// side is which way a shape's values go: results are restricted to types that say how their text is treated.
type side uint8

const (
	argument side = iota
	result
)

// shapeOf panics for a type that the side does not allow: that is a mistake of whoever adds the tool.
func shapeOf(t reflect.Type, s side) *shape {
	switch t.Kind() {
	case reflect.Pointer:
		sh := *shapeOf(t.Elem(), s)
		inner := sh.write
		sh.write = func(e *encoder, v reflect.Value) { inner(e, v.Elem()) }
		return &sh
	case reflect.Struct:
		return structShape(t, s)
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			panic("mcp: bytes are no tool value, in " + t.String())
		}
		return sliceShape(shapeOf(t.Elem(), s))
	case reflect.Map:
		return mapShape(t, s)
	case reflect.String:
		return stringShape(t, s)
	case reflect.Bool:
		return &shape{kind: "boolean", write: func(e *encoder, v reflect.Value) { e.raw(strconv.FormatBool(v.Bool())) }}
	case reflect.Float32, reflect.Float64:
		return &shape{kind: "number", write: func(e *encoder, v reflect.Value) { e.float(v.Float()) }}
	}
	if reflect.Zero(t).CanInt() {
		return &shape{kind: "integer", write: func(e *encoder, v reflect.Value) { e.integer(v.Int()) }}
	}
	if reflect.Zero(t).CanUint() {
		return &shape{kind: "integer", write: func(e *encoder, v reflect.Value) { e.buf = strconv.AppendUint(e.buf, v.Uint(), 10) }}
	}
	panic("mcp: type " + t.String() + " is no tool value")
}

var (
	textType   = reflect.TypeFor[Text]()
	symbolType = reflect.TypeFor[Symbol]()
)

// stringShape: a result's strings are Text or Symbol, as anything else would pass the redactor by.
func stringShape(t reflect.Type, s side) *shape {
	switch {
	case t == textType:
		return &shape{kind: "string", write: func(e *encoder, v reflect.Value) { e.text(Text(v.String())) }}
	case t == symbolType:
		return &shape{kind: "string", write: func(e *encoder, v reflect.Value) { e.symbol(Symbol(v.String())) }}
	case s == argument:
		return &shape{kind: "string"}
	}
	panic("mcp: a result's string is Text or Symbol, not " + t.String())
}

// sliceShape writes nil as an empty array: the schema says array.
func sliceShape(elem *shape) *shape {
	return &shape{kind: "array", elem: elem, write: func(e *encoder, v reflect.Value) {
		e.raw("[")
		for i := range v.Len() {
			e.comma(i)
			elem.write(e, v.Index(i))
		}
		e.raw("]")
	}}
}

// mapShape writes members in the order of their names as written, so that equal results are equal bytes and the order tells
// nothing that the redactor hid.
func mapShape(t reflect.Type, s side) *shape {
	key, elem := stringShape(t.Key(), s), shapeOf(t.Elem(), s)
	return &shape{kind: "object", elem: elem, write: func(e *encoder, v reflect.Value) {
		members := make([]mapMember, 0, v.Len())
		for it := v.MapRange(); it.Next(); {
			name := encoder{redact: e.redact}
			key.write(&name, it.Key())
			if name.err != nil {
				e.fail(name.err)
			}
			members = append(members, mapMember{string(name.buf), it.Value()})
		}
		slices.SortStableFunc(members, func(a, b mapMember) int { return strings.Compare(a.name, b.name) })
		e.raw("{")
		for i, m := range members {
			e.comma(i)
			if i > 0 && m.name == members[i-1].name {
				e.fail(errNames)
			}
			e.raw(m.name)
			e.raw(":")
			elem.write(e, m.value)
		}
		e.raw("}")
	}}
}

// mapMember is a member whose name is JSON already.
type mapMember struct {
	name  string
	value reflect.Value
}

// structShape writes fields in the order of their declaration.
func structShape(t reflect.Type, s side) *shape {
	fields := appendShapeFields(nil, t, s, nil)
	return &shape{kind: "object", fields: fields, write: func(e *encoder, v reflect.Value) {
		n := 0
		e.raw("{")
		for _, f := range fields {
			value := v.FieldByIndex(f.index)
			if f.optional && isEmpty(value) {
				continue
			}
			e.comma(n)
			n++
			e.str(f.name)
			e.raw(":")
			f.shape.write(e, value)
		}
		e.raw("}")
	}}
}

// isEmpty is omitempty's meaning in encoding/json.
func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

// appendShapeFields lists the fields of t, those of embedded structs in their place.
func appendShapeFields(out []shapeField, t reflect.Type, s side, prefix []int) []shapeField {
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, tagged := sf.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		index := append(slices.Clone(prefix), i)
		if sf.Anonymous && !tagged && sf.Type.Kind() == reflect.Struct {
			out = appendShapeFields(out, sf.Type, s, index)
			continue
		}
		if !sf.IsExported() || tag == "-" {
			continue
		}
		if name == "" {
			panic(fmt.Sprintf("mcp: field %s of %s has no json name", sf.Name, t))
		}
		optional := strings.Contains(options, "omitempty")
		if sf.Type.Kind() == reflect.Pointer && !optional {
			panic(fmt.Sprintf("mcp: pointer %s of %s is not omitempty", sf.Name, t))
		}
		sh := *shapeOf(sf.Type, s)
		sh.constrain(sf.Tag)
		out = append(out, shapeField{name: name, index: index, optional: optional, shape: &sh})
	}
	return out
}

// constrain reads the tags doc, enum, min, max, minlen, maxlen and pattern. On an array, enum and pattern are of its
// elements.
func (sh *shape) constrain(tag reflect.StructTag) {
	sh.doc = tag.Get("doc")
	inner := sh
	if sh.kind == "array" {
		elem := *sh.elem
		inner, sh.elem = &elem, &elem
	}
	if list, ok := tag.Lookup("enum"); ok {
		inner.enum = strings.Split(list, ",")
	}
	if p, ok := tag.Lookup("pattern"); ok {
		inner.pattern = regexp.MustCompile(p)
	}
	number := func(name string) (*float64, bool) {
		text, ok := tag.Lookup(name)
		if !ok {
			return nil, false
		}
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			panic("mcp: tag " + name + " is not a number: " + text)
		}
		return &f, true
	}
	sh.min, _ = number("min")
	sh.max, _ = number("max")
	if n, ok := number("maxlen"); ok {
		sh.maxLen = int(*n)
	}
	if n, ok := number("minlen"); ok {
		sh.minLen = int(*n)
	}
}
