package strict

import (
	"encoding/json"
	"net/netip"
	"reflect"
	"testing"
)

type inner struct {
	N    int      `json:"n"`
	Tags []string `json:"tags,omitempty"`
}

type outer struct {
	Name  string                `json:"name"`
	On    bool                  `json:"on"`
	Opt   *int                  `json:"opt"`
	Small uint8                 `json:"small,omitempty"`
	Rate  float64               `json:"rate,omitempty"`
	In    inner                 `json:"in"`
	Many  map[string]inner      `json:"many,omitempty"`
	Raw   json.RawMessage       `json:"raw,omitempty"`
	Blob  []byte                `json:"blob,omitempty"`
	Addr  netip.Addr            `json:"addr,omitzero"`
	None  string                `json:"-"`
	Deep  map[string][][]string `json:"deep,omitempty"`
}

func TestUnmarshalFills(t *testing.T) {
	seven := 7
	want := outer{
		Name: "a", On: true, Opt: &seven, Small: 255, Rate: 0.5, In: inner{N: -1, Tags: []string{"x", "y"}},
		Many: map[string]inner{"k": {N: 2}}, Raw: json.RawMessage(`{ "any":1 }`), Blob: []byte("hi"),
		Addr: netip.MustParseAddr("::1"), Deep: map[string][][]string{"d": {{"e"}, {}}},
	}
	var got outer
	err := Unmarshal([]byte(`{"name":"a","on":true,"opt":7,"small":255,"rate":0.5,"in":{"n":-1,"tags":["x","y"]},
		"many":{"k":{"n":2}},"raw":{ "any":1 },"blob":"aGk=","addr":"::1","deep":{"d":[["e"],[]]}}`), &got, Limits{})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Unmarshal = %+v, %v, want %+v", got, err, want)
	}
}

// What encoding/json writes for absent values must come back.
func TestUnmarshalTakesNullForNil(t *testing.T) {
	type pair struct {
		P *int           `json:"p"`
		S []string       `json:"s"`
		M map[string]int `json:"m"`
	}
	data, err := json.Marshal(pair{})
	if err != nil {
		t.Fatal(err)
	}
	got := pair{S: []string{"old"}}
	if err := Unmarshal(data, &got, Limits{}); err != nil || got.S != nil {
		t.Errorf("Unmarshal(%s) = %+v, %v, want nils", data, got, err)
	}
}

func TestUnmarshalRefuses(t *testing.T) {
	tests := []struct {
		in   string
		want Rule
		path string
	}{
		{`{"on":true,"in":{"n":1}}`, RuleMissing, "/name"},
		{`{"name":"a","on":true,"in":{}}`, RuleMissing, "/in/n"},
		{`{"name":"a","on":true,"in":{"n":1},"x":1}`, RuleUnknown, "/x"},
		{`{"name":"a","on":1,"in":{"n":1}}`, RuleType, "/on"},
		{`{"name":null,"on":true,"in":{"n":1}}`, RuleType, "/name"},
		{`{"name":"a","on":true,"in":{"n":1.5}}`, RuleType, "/in/n"},
		{`{"name":"a","on":true,"in":{"n":9223372036854775808}}`, RuleType, "/in/n"},
		{`{"name":"a","on":true,"in":{"n":1},"small":256}`, RuleType, "/small"},
		{`{"name":"a","on":true,"in":{"n":1},"small":-1}`, RuleType, "/small"},
		{`{"name":"a","on":true,"in":{"n":1,"tags":["x",1]}}`, RuleType, "/in/tags/1"},
		{`{"name":"a","on":true,"in":{"n":1},"blob":"aGk"}`, RuleType, "/blob"},
		{`{"name":"a","on":true,"in":{"n":1},"addr":"x"}`, RuleType, "/addr"},
		{`{"name":"\ud800","on":true,"in":{"n":1}}`, RuleSurrogate, "/name"},
		{`{"name":"a","on":true,"in":{"n":1},"many":{"\udc00":{"n":1}}}`, RuleSurrogate, "/many/\\xed\\xb0\\x80"},
		{`{"name":"a","on":true,"in":{"n":1},"rate":1e999}`, RuleType, "/rate"},
		{`{"name":"a","name":"b","on":true,"in":{"n":1}}`, RuleDuplicate, "/name"},
		{`[]`, RuleType, ""},
	}
	for _, tt := range tests {
		err := Unmarshal([]byte(tt.in), new(outer), Limits{})
		e, _ := err.(*Error)
		if e == nil || e.Rule != tt.want || e.Path != tt.path {
			t.Errorf("Unmarshal(%s) = %v, want rule %q at %q", tt.in, err, tt.want, tt.path)
		}
	}
}

// TestThreatSecondSpelling carries out the attack of a record whose approval is written twice: encoding/json takes the
// second, weaker one, whatever its case, or a member that only looks like it. Here no such document is read.
func TestThreatSecondSpelling(t *testing.T) {
	type record struct {
		Approval string `json:"approval"`
		Task     string `json:"task,omitempty"`
	}
	tests := []struct {
		in    string
		fools bool // encoding/json
	}{
		{`{"approval":"pin","APPROVAL":"none"}`, true},
		{`{"approval":"pin","Approval":"none"}`, true},
		{`{"approval":"pin","approval":"none"}`, true},
		{`{"approval":"pin","approv\u0061l":"none"}`, true},
		{`{"approval":"pin","taſk":"none"}`, true},
		{`{"approval":"pin","tas\u212a":"none"}`, true},
		{`{"approval":"pin","approval\u0000":"none"}`, false},
		{`{"approval":"pin"," approval":"none"}`, false},
	}
	for _, tt := range tests {
		var theirs, ours record
		if err := json.Unmarshal([]byte(tt.in), &theirs); err != nil {
			t.Errorf("encoding/json refused %s: %v", tt.in, err)
		}
		if got := theirs.Approval == "none" || theirs.Task == "none"; got != tt.fools {
			t.Errorf("encoding/json was fooled by %s: %v, want %v", tt.in, got, tt.fools)
		}
		if err := Unmarshal([]byte(tt.in), &ours, Limits{}); err == nil || ours.Approval == "none" || ours.Task != "" {
			t.Errorf("Unmarshal(%s) = %+v, %v, want it refused", tt.in, ours, err)
		}
	}
}

func TestDecodeOfViewRefusesUnknown(t *testing.T) {
	v := parsed(t, `{"cfg":{"n":1,"extra":2}}`)
	cfg, _ := v.Get("cfg")
	if err := cfg.Decode(new(inner)); ruleOf(err) != RuleUnknown {
		t.Errorf("Decode = %v, want rule %q", err, RuleUnknown)
	}
	if err := v.Decode(new(map[string]inner)); ruleOf(err) != RuleUnknown {
		t.Errorf("Decode into a map = %v, want rule %q", err, RuleUnknown)
	}
}

func TestUnmarshalEmbedded(t *testing.T) {
	type both struct {
		inner
		Name string `json:"name"`
	}
	var got both
	err := Unmarshal([]byte(`{"name":"a","n":3}`), &got, Limits{})
	if want := (both{inner{N: 3}, "a"}); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Unmarshal = %+v, %v, want %+v", got, err, want)
	}
	if err := Unmarshal([]byte(`{"name":"a"}`), &got, Limits{}); ruleOf(err) != RuleMissing {
		t.Errorf("Unmarshal without an embedded field = %v, want rule %q", err, RuleMissing)
	}
}
