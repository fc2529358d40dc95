package strict

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"unicode/utf8"
)

// FuzzParse compares with encoding/json: what is accepted means the same, and
// what is refused is refused for a rule that the other does not have.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,2.5e-3,true,null,"x\u00e9\ud83d\ude00"],"b":{"c":{}}}`, `{"a":1,"\u0061":2}`, `{"A":1,"a":2}`,
		`"\ud800"`, `[[[[[[[[[1]]]]]]]]]`, "\"\xff\"", "\ufeff1", `{"a":1}{}`, `-0`, `1E400`, `[1,2,3,4,5,6,7,8,9]`,
		`{"1":1,"2":1,"3":1,"4":1,"5":1,"6":1,"7":1,"8":1,"9":1,"1":1}`,
	} {
		f.Add([]byte(s))
	}
	limits := Limits{Bytes: 1 << 16, Depth: 8, Members: 16, Elements: 8}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := Parse(data, limits)
		rule := ruleOf(err)
		switch rule {
		case "":
			compare(t, data, v)
		case RuleGrammar, RuleTrailing:
			if json.Valid(data) {
				t.Errorf("Parse(%q) = %v, but encoding/json takes it", data, err)
			}
		case RuleDuplicate:
			if !hasDuplicate(data) {
				t.Errorf("Parse(%q) = %v, but no name is there twice", data, err)
			}
		case RuleUTF8:
			if utf8.Valid(data) && !bytes.HasPrefix(data, []byte("\ufeff")) {
				t.Errorf("Parse(%q) = %v, but it is UTF-8", data, err)
			}
		}
	})
}

func compare(t *testing.T, data []byte, v Value) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	var want any
	if err := d.Decode(&want); err != nil {
		t.Fatalf("Parse(%q) accepted, encoding/json: %v", data, err)
	}
	if hasDuplicate(data) {
		t.Errorf("Parse(%q) accepted two equal names", data)
	}
	if _, lone := v.LoneSurrogate(); lone {
		return // encoding/json substitutes; ours refuses when asked for the string
	}
	if got := anyOf(t, v); !reflect.DeepEqual(got, want) {
		t.Errorf("Parse(%q) = %#v, want %#v", data, got, want)
	}
}

func anyOf(t *testing.T, v Value) any {
	switch v.Kind() {
	case Object:
		m := map[string]any{}
		for name, e := range v.Members() {
			m[name] = anyOf(t, e)
			if got, ok := v.Get(name); !ok || !bytes.Equal(got.Raw(), e.Raw()) {
				t.Errorf("Get(%q) = %q, want %q", name, got.Raw(), e.Raw())
			}
		}
		return m
	case Array:
		a := []any{}
		for e := range v.Elements() {
			a = append(a, anyOf(t, e))
		}
		return a
	case String:
		s, err := v.String()
		if err != nil {
			t.Errorf("String(%q): %v", v.Raw(), err)
		}
		return s
	case Number:
		return json.Number(v.Raw())
	case Bool:
		b, _ := v.Bool()
		return b
	}
	return nil
}

// hasDuplicate looks for equal names with the other decoder's tokens. Lone
// surrogates are told apart first, as U+FFFD would make them equal.
func hasDuplicate(data []byte) bool {
	d := json.NewDecoder(bytes.NewReader(distinctHalves(data)))
	var open [][]string // names of each open object; nil for an array
	name := false
	for {
		tok, err := d.Token()
		if err != nil {
			return false
		}
		inObject := len(open) > 0 && open[len(open)-1] != nil
		switch tok := tok.(type) {
		case json.Delim:
			switch tok {
			case '{':
				open = append(open, []string{})
			case '[':
				open = append(open, nil)
			default:
				open = open[:len(open)-1]
			}
			name = len(open) > 0 && open[len(open)-1] != nil
			continue
		case string:
			if inObject && name {
				if slices.Contains(open[len(open)-1], tok) {
					return true
				}
				open[len(open)-1] = append(open[len(open)-1], tok)
				name = false
				continue
			}
		}
		name = inObject
	}
}

// distinctHalves respells each lone surrogate as private-use text.
func distinctHalves(data []byte) []byte {
	var out []byte
	for i := 0; i < len(data); {
		n, lone := 1, false
		if data[i] == '\\' {
			if n, lone = escape(data[i:]); n == 0 {
				return data // not JSON; the caller's decoder says so
			}
		}
		if lone {
			out = append(append(out, "\uf8ff"...), bytes.ToLower(data[i+2:i+n])...)
		} else {
			out = append(out, data[i:i+n]...)
		}
		i += n
	}
	return out
}

// FuzzUnmarshal: no input makes one field of a struct leak into another, and
// what is accepted survives being written and read again.
func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"name":"a","on":true,"in":{"n":1,"tags":["x"]},"opt":7}`))
	f.Add([]byte(`{"name":"a","Name":"b","on":true,"in":{"n":1}}`))
	type plain struct {
		Name string            `json:"name"`
		On   bool              `json:"on"`
		Opt  *int64            `json:"opt,omitempty"`
		Rate float64           `json:"rate,omitempty"`
		In   inner             `json:"in"`
		Map  map[string]string `json:"map,omitempty"`
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var first, second plain
		if Unmarshal(data, &first, Limits{}) != nil {
			return
		}
		out, err := json.Marshal(first)
		if err != nil {
			t.Fatalf("Marshal(%+v): %v", first, err)
		}
		if err := Unmarshal(out, &second, Limits{}); err != nil {
			t.Fatalf("Unmarshal(%s): %v", out, err)
		}
		again, _ := json.Marshal(second)
		if !bytes.Equal(out, again) {
			t.Errorf("Unmarshal(%q) = %s, read again %s", data, out, again)
		}
	})
}
