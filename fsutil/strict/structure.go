package strict

import (
	"reflect"
	"slices"
	"strings"
	"sync"
)

// field is one member that a struct takes; index leads to it through
// embedded structs.
type field struct {
	name     string
	index    []int
	required bool
}

// fieldsOf caches by type: types are few and fixed at build time.
var fieldsOf sync.Map // reflect.Type → []field

// fields panics where two fields claim one name, as each would be right.
func fields(t reflect.Type) []field {
	if f, ok := fieldsOf.Load(t); ok {
		return f.([]field)
	}
	out := appendFields(nil, t, nil)
	seen := map[string]bool{}
	for _, f := range out {
		if seen[f.name] {
			panic("strict: two fields named " + f.name + " in " + t.String())
		}
		seen[f.name] = true
	}
	fieldsOf.Store(t, out)
	return out
}

// appendFields lists the fields of t, those of embedded structs in their place.
func appendFields(out []field, t reflect.Type, prefix []int) []field {
	for i := range t.NumField() {
		sf := t.Field(i)
		tag, tagged := sf.Tag.Lookup("json")
		name, options, _ := strings.Cut(tag, ",")
		index := append(slices.Clone(prefix), i)
		if sf.Anonymous && !tagged && sf.Type.Kind() == reflect.Struct {
			out = appendFields(out, sf.Type, index)
			continue
		}
		if !sf.IsExported() || tag == "-" {
			continue
		}
		if name == "" {
			name = sf.Name
		}
		optional := sf.Type.Kind() == reflect.Pointer ||
			strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
		out = append(out, field{name: name, index: index, required: !optional})
	}
	return out
}

// structure matches members with fields by exact name. That no name comes
// twice is settled: Parse refused it, whatever its spelling.
func (d *decoder) structure(v Value, dst reflect.Value) *Error {
	if v.Kind() != Object {
		return d.fail(v, RuleType, "not an object")
	}
	known := fields(dst.Type())
	given := make([]bool, len(known))
	at := d.push(segment{})
	for raw, member := range v.members() {
		d.path[at].name = raw
		i := find(known, raw)
		if i < 0 {
			return d.fail(member, RuleUnknown, "")
		}
		given[i] = true
		if err := d.value(member, dst.FieldByIndex(known[i].index)); err != nil {
			return err
		}
	}
	for i, f := range known {
		if f.required && !given[i] {
			d.path[at].name = []byte(f.name)
			return d.fail(v, RuleMissing, "")
		}
	}
	d.pop()
	return nil
}

// find is linear: structs have few fields, and a map would need a string of
// every name.
func find(known []field, raw []byte) int {
	for i, f := range known {
		if sameName(raw, f.name) {
			return i
		}
	}
	return -1
}
