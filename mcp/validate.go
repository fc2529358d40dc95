package mcp

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"browser-mcp/fsutil/strict"
)

// check tells the first way in which an argument does not fit its shape, as a sentence for the model; "" if it fits. The
// sentence names what the schema names and quotes nothing that was received. path is where v stands, "" for all of the
// arguments.
func check(v strict.Value, sh *shape, path string) string {
	switch sh.kind {
	case "string":
		return checkString(v, sh, path)
	case "array":
		return checkArray(v, sh, path)
	case "object":
		return checkObject(v, sh, path)
	case "boolean":
		if _, err := v.Bool(); err != nil {
			return path + " must be true or false"
		}
	case "integer":
		n, err := v.Int64()
		if err != nil {
			return path + " must be an integer"
		}
		return checkRange(float64(n), sh, path)
	case "number":
		n, err := v.Float64()
		if err != nil {
			return path + " must be a number"
		}
		return checkRange(n, sh, path)
	}
	return ""
}

// checkRange compares as float64: the bounds are small.
func checkRange(n float64, sh *shape, path string) string {
	switch {
	case sh.min != nil && n < *sh.min:
		return fmt.Sprintf("%s must be at least %v", path, *sh.min)
	case sh.max != nil && n > *sh.max:
		return fmt.Sprintf("%s must be at most %v", path, *sh.max)
	}
	return ""
}

// checkString counts characters, as JSON Schema 2020-12 does.
func checkString(v strict.Value, sh *shape, path string) string {
	if v.Kind() != strict.String {
		return path + " must be a string"
	}
	s, err := v.String()
	if err != nil {
		return path + " has half of a surrogate pair (an emoji cut in two); send whole characters"
	}
	n := utf8.RuneCountInString(s)
	switch {
	case n < sh.minLen:
		return fmt.Sprintf("%s must have at least %d characters", path, sh.minLen)
	case sh.maxLen > 0 && n > sh.maxLen:
		return fmt.Sprintf("%s must have at most %d characters", path, sh.maxLen)
	case len(sh.enum) > 0 && !slices.Contains(sh.enum, s):
		return path + " must be one of: " + strings.Join(sh.enum, ", ")
	case sh.pattern != nil && !sh.pattern.MatchString(s):
		return path + " must match " + sh.pattern.String()
	}
	return ""
}

// checkArray stops at the first element too many.
func checkArray(v strict.Value, sh *shape, path string) string {
	if v.Kind() != strict.Array {
		return path + " must be an array"
	}
	n := 0
	for e := range v.Elements() {
		if n++; sh.maxLen > 0 && n > sh.maxLen {
			return fmt.Sprintf("%s must have at most %d elements", path, sh.maxLen)
		}
		if bad := check(e, sh.elem, fmt.Sprintf("%s[%d]", path, n-1)); bad != "" {
			return bad
		}
	}
	if n < sh.minLen {
		return fmt.Sprintf("%s must have at least %d elements", path, sh.minLen)
	}
	return ""
}

// checkObject knows maps by their elem. The names of a map's members are the caller's and are not repeated.
func checkObject(v strict.Value, sh *shape, path string) string {
	if v.Kind() != strict.Object {
		return name(path) + " must be an object"
	}
	given := 0
	for key, member := range v.Members() {
		if !utf8.ValidString(key) {
			return name(path) + " has half of a surrogate pair in a member's name"
		}
		inner, under := sh.elem, path+"{}"
		if inner == nil {
			i := slices.IndexFunc(sh.fields, func(f shapeField) bool { return f.name == key })
			if i < 0 {
				return name(path) + " has an unknown member; " + known(sh)
			}
			inner, under = sh.fields[i].shape, join(path, key)
		}
		if bad := check(member, inner, under); bad != "" {
			return bad
		}
		given++
	}
	if sh.elem == nil && given < len(sh.fields) {
		return missing(v, sh, path)
	}
	return ""
}

// missing is asked only when something may be: fields are fewer than given otherwise.
func missing(v strict.Value, sh *shape, path string) string {
	for _, f := range sh.fields {
		if _, ok := v.Get(f.name); !ok && !f.optional {
			return join(path, f.name) + " is missing"
		}
	}
	return ""
}

// known helps a model that guessed a name.
func known(sh *shape) string {
	if len(sh.fields) == 0 {
		return "none is allowed"
	}
	names := make([]string, len(sh.fields))
	for i, f := range sh.fields {
		names[i] = f.name
	}
	return "known: " + strings.Join(names, ", ")
}

func name(path string) string {
	if path == "" {
		return "arguments"
	}
	return path
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}
