package mcp

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAppendString(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", `""`}, {"plain é 😀 <&>'/", `"plain é 😀 <&>'/"`}, {"\"\\\n\r\t", `"\"\\\n\r\t"`},
		{"\x00\x1f\x7f", `"\u0000\u001f\u007f"`}, {"\u0085\u2028\u2029", `"\u0085\u2028\u2029"`},
		{"a\xffb\xed\xa0\x80c\xc0", "\"a\ufffdb\ufffd\ufffd\ufffdc\ufffd\""}, {"\ufffd", "\"\ufffd\""}, {"\u2027\u202a", "\"\u2027\u202a\""},
	}
	for _, tt := range tests {
		if got := string(appendString(nil, tt.in)); got != tt.want {
			t.Errorf("appendString(%q) = %s, want %s", tt.in, got, tt.want)
		}
		if got := string(appendString([]byte("x"), []byte(tt.in))); got != "x"+tt.want {
			t.Errorf("appendString(bytes %q) = %s, want x%s", tt.in, got, tt.want)
		}
	}
}

// FuzzAppendString: what is written is one line of UTF-8 that means what was given.
func FuzzAppendString(f *testing.F) {
	for _, s := range []string{"a\nb", "\xff", "\u2028", "\"\\", "😀\x7f"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		out := appendString(nil, s)
		var back string
		if err := json.Unmarshal(out, &back); err != nil || back != strings.ToValidUTF8(expandInvalid(s), "\ufffd") {
			t.Errorf("appendString(%q) = %s, which reads %q, %v", s, out, back, err)
		}
		if !utf8.Valid(out) || strings.ContainsAny(string(out), "\n\r\u0085\u2028\u2029\x7f") {
			t.Errorf("appendString(%q) = %q, want one line of UTF-8", s, out)
		}
	})
}

// expandInvalid makes every bad byte one replacement character, as ToValidUTF8 joins runs of them.
func expandInvalid(s string) string {
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return b.String()
}

func TestSymbolAlphabet(t *testing.T) {
	for s, want := range map[Symbol]bool{
		"a": true, "Zz09_.:-": true, Symbol(strings.Repeat("a", 128)): true,
		"": false, "a b": false, "é": false, "a\n": false, "a/b": false, "\"": false, Symbol(strings.Repeat("a", 129)): false,
	} {
		if got := s.valid(); got != want {
			t.Errorf("Symbol(%q).valid() = %v, want %v", s, got, want)
		}
	}
}

func TestCutKeepsCharacters(t *testing.T) {
	for _, tt := range []struct {
		in   string
		n    int
		want string
	}{{"abc", 3, "abc"}, {"abc", 2, "ab"}, {"aé", 2, "a"}, {"😀", 3, ""}} {
		if got := cut(tt.in, tt.n); got != tt.want {
			t.Errorf("cut(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
		}
	}
}
