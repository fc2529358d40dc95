package strict

import (
	"errors"
	"strings"
	"testing"
)

func ruleOf(err error) Rule {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Rule
	}
	return ""
}

func TestParseRules(t *testing.T) {
	tight := Limits{Bytes: 200, Depth: 3, Members: 2, Elements: 3}
	tests := []struct {
		in   string
		want Rule
		path string
	}{
		{`{}`, "", ""},
		{" \t\r\n[1 , -0.5e+7,\"\u2028\"] \n", "", ""},
		{`"\ud83d\ude00 \/ \u00e9"`, "", ""},
		{`"\ud83d"`, "", ""}, // grammar; String refuses it
		{`[[[1]]]`, "", ""},
		{``, RuleGrammar, ""},
		{`{"a":1,}`, RuleGrammar, "/a"},
		{`[1,]`, RuleGrammar, "/1"},
		{`{a:1}`, RuleGrammar, "/"},
		{`{"a" 1}`, RuleGrammar, "/a"},
		{`01`, RuleTrailing, ""},
		{`+1`, RuleGrammar, ""},
		{`.5`, RuleGrammar, ""},
		{`1.`, RuleGrammar, ""},
		{`1e`, RuleGrammar, ""},
		{`-`, RuleGrammar, ""},
		{`NaN`, RuleGrammar, ""},
		{`True`, RuleGrammar, ""},
		{`nul`, RuleGrammar, ""},
		{`'a'`, RuleGrammar, ""},
		{"\"a\tb\"", RuleGrammar, ""},
		{`"\x41"`, RuleGrammar, ""},
		{`"\u12g4"`, RuleGrammar, ""},
		{`"\u123`, RuleGrammar, ""},
		{`"open`, RuleGrammar, ""},
		{"[1]\x00", RuleTrailing, ""},
		{"\u00a0[1]", RuleGrammar, ""},
		{`{} {}`, RuleTrailing, ""},
		{`{"a":1}]`, RuleTrailing, ""},
		{"\"\xff\"", RuleUTF8, ""},
		{"\"\xed\xa0\x80\"", RuleUTF8, ""},
		{"\"\xc0\x80\"", RuleUTF8, ""},
		{"\ufeff{}", RuleUTF8, ""},
		{`{"a":1,"a":2}`, RuleDuplicate, "/a"},
		{`{"a":1,"\u0061":2}`, RuleDuplicate, "/a"},
		{`[{"x":{"b":1,"b":1}}]`, RuleDuplicate, "/0/x/b"},
		{`{"\ud800":1,"\ud801":2}`, "", ""},
		{`{"\ud800":1,"\uD800":2}`, RuleDuplicate, ""},
		{`{"a":1,"A":2}`, "", ""},
		{`[[[[1]]]]`, RuleDepth, "/0/0/0"},
		{`{"a":[[[`, RuleGrammar, ""},
		{`{"a":1,"b":2,"c":3,"d":4}`, RuleMembers, "/c"},
		{`[1,2,3,4,5]`, RuleElements, "/3"},
		{`{"a":{"b":1,"b":2},"a":3}`, RuleDuplicate, "/a"}, // the outermost is told
		{strings.Repeat(" ", 200) + "1", RuleSize, ""},
	}
	for _, tt := range tests {
		_, err := Parse([]byte(tt.in), tight)
		if got := ruleOf(err); got != tt.want {
			t.Errorf("Parse(%.40q) = rule %q, want %q", tt.in, got, tt.want)
			continue
		}
		if e, ok := errors.AsType[*Error](err); ok && tt.path != "" && e.Path != tt.path {
			t.Errorf("Parse(%.40q) = path %q, want %q", tt.in, e.Path, tt.path)
		}
	}
}

func TestParsePlacesError(t *testing.T) {
	_, err := Parse([]byte("{\n  \"häuser\": [\n    1, x\n"), Limits{})
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Line != 3 || e.Column != 8 || e.Path != `/h\u00e4user/1` {
		t.Errorf("Parse = %v, want grammar at line 3, column 8 of /h\\u00e4user/1", err)
	}
}

// A server must find the id of a request that it refuses.
func TestParseBrokenRuleLeavesValue(t *testing.T) {
	deep := strings.Repeat("[", 70) + `"]"` + strings.Repeat("]", 70)
	for _, in := range []string{
		`{"params":{"a":1,"a":2},"id":7}`,
		`{"params":` + deep + `,"id":7}`,
	} {
		v, err := Parse([]byte(in), Limits{})
		if err == nil {
			t.Errorf("Parse(%.30q) accepted", in)
		}
		id, _ := v.Get("id")
		if n, err := id.Int64(); n != 7 || err != nil {
			t.Errorf("Parse(%.30q).Get(id) = %d, %v, want 7", in, n, err)
		}
	}
}

func TestErrorHoldsNoValue(t *testing.T) {
	type config struct {
		Port int `json:"port"`
	}
	for _, in := range []string{
		`{"port":"hunter2"}`, `{"port":hunter2}`, `{"port":1,"x":"hunter2"}`, `{"port":1} hunter2`,
		`{"port":"hunter2`, `{"port":"hunter2\ud800"}`, `{"x":"hunter2"}`,
	} {
		err := Unmarshal([]byte(in), new(config), Limits{})
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("Unmarshal(%q) = %v, want an error without the value", in, err)
		}
	}
}

func TestErrorPathIsPrintableAndShort(t *testing.T) {
	in := `{"\u001b[31m` + strings.Repeat("€", 300) + `":{"a/b~c":[x`
	_, err := Parse([]byte(in), Limits{})
	e, ok := errors.AsType[*Error](err)
	if !ok || len(e.Path) > maxPath || strings.ContainsRune(e.Path, 0x1b) || !strings.HasSuffix(e.Path, "/a~1b~0c/0") {
		t.Errorf("Parse = path %q, want a short printable one", e.Path)
	}
}

func TestParseAllocates(t *testing.T) {
	doc := []byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":[1,2,3]}}}`)
	got := testing.AllocsPerRun(100, func() { _, _ = Parse(doc, Limits{}) })
	if got > 8 {
		t.Errorf("Parse allocates %v times, want at most 8", got)
	}
}
