package strict

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

func parsed(t *testing.T, doc string) Value {
	t.Helper()
	v, err := Parse([]byte(doc), Limits{})
	if err != nil {
		t.Fatalf("Parse(%q): %v", doc, err)
	}
	return v
}

func TestValueWalks(t *testing.T) {
	v := parsed(t, ` { "a" : [ 1 , {"x":"]}"} , [] ] , "\u0062" : "q\"\\" , "c":{ } } `)
	var got []string
	for name, m := range v.Members() {
		got = append(got, fmt.Sprintf("%s=%s:%s", name, m.Kind(), m.Raw()))
		for e := range m.Elements() {
			got = append(got, fmt.Sprintf("%s:%s", e.Kind(), e.Raw()))
		}
	}
	want := `a=array:[ 1 , {"x":"]}"} , [] ];number:1;object:{"x":"]}"};array:[];b=string:"q\"\\";c=object:{ }`
	if s := strings.Join(got, ";"); s != want {
		t.Errorf("walk = %s, want %s", s, want)
	}
	if b, ok := v.Get("b"); !ok || b.Kind() != String {
		t.Errorf("Get(b) = %v, %v, want the member written with an escape", b.Kind(), ok)
	}
	if _, ok := v.Get("B"); ok {
		t.Error("Get(B) found b")
	}
	if k := (Value{}).Kind(); k != 0 {
		t.Errorf("zero Value is of kind %v", k)
	}
}

func TestValueInt64Exact(t *testing.T) {
	tests := []struct {
		in   string
		want int64
		ok   bool
	}{
		{"0", 0, true}, {"-0", 0, true}, {"20.0", 20, true}, {"2e1", 20, true}, {"200e-1", 20, true},
		{"0.05E2", 5, true}, {"0e99999999", 0, true}, {"0.000", 0, true},
		{"9223372036854775807", math.MaxInt64, true}, {"-9223372036854775808", math.MinInt64, true},
		{"9007199254740993", 9007199254740993, true},
		{"9223372036854775808", 0, false}, {"1e19", 0, false}, {"1.5", 0, false}, {"1e-1", 0, false},
		{"1.00000000000000000001", 0, false}, {"1e999999999999999999999", 0, false}, {`"1"`, 0, false}, {"true", 0, false},
	}
	for _, tt := range tests {
		got, err := parsed(t, tt.in).Int64()
		if got != tt.want || (err == nil) != tt.ok {
			t.Errorf("Int64(%s) = %d, %v, want %d, %v", tt.in, got, err, tt.want, tt.ok)
		}
	}
}

func TestValueString(t *testing.T) {
	tests := []struct {
		in, want string
		rule     Rule
	}{
		{`"\"\\\/\b\f\n\r\t\u00e9é"`, "\"\\/\b\f\n\r\téé", ""},
		{`"\uD83D\uDE00\u0000"`, "😀\x00", ""},
		{`"\ude00"`, "", RuleSurrogate},
		{`"x\ud83dy"`, "", RuleSurrogate},
		{`"\ud83d\ud83d\ude00"`, "", RuleSurrogate},
		{`"\\ud83d"`, `\ud83d`, ""},
		{`7`, "", RuleType},
	}
	for _, tt := range tests {
		got, err := parsed(t, tt.in).String()
		if got != tt.want || ruleOf(err) != tt.rule {
			t.Errorf("String(%s) = %q, %v, want %q, rule %q", tt.in, got, err, tt.want, tt.rule)
		}
	}
}

func TestLoneSurrogateIsPlaced(t *testing.T) {
	v := parsed(t, `{"a":"\\ud800 \ud83d\ude00","b":["\udc00"]}`)
	a, _ := v.Get("a")
	b, _ := v.Get("b")
	if _, found := a.LoneSurrogate(); found {
		t.Error("LoneSurrogate(a) found one in a pair")
	}
	if at, found := b.LoneSurrogate(); !found || at != 34 {
		t.Errorf("LoneSurrogate(b) = %d, %v, want 34, true", at, found)
	}
}
