package vault_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"unicode/utf8"

	"browser-mcp/vault"
)

func TestSplitFieldsDecodes(t *testing.T) {
	value := secret(t, `{ "a" : "plain", "\u0062":"\"\\\/\b\f\n\r\t", "c":"\u00e9\u65e5\ud83d\ude00é日😀", "__proto__":"x" }`)
	parts, err := vault.SplitFields(value)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a": "plain", "b": "\"\\/\b\f\n\r\t", "c": "é日😀é日😀", "__proto__": "x"}
	if len(parts) != len(want) {
		t.Errorf("%d parts, want %d", len(parts), len(want))
	}
	for key, part := range parts {
		if got := reveal(t, part); got != want[key] {
			t.Errorf("part %q = %q, want %q", key, got, want[key])
		}
		_ = part.Close()
	}
}

func TestSplitFieldsErrorsKeepNothing(t *testing.T) {
	for _, text := range []string{"x", "null", `"a"`, "[]", `{"a":1}`, `{"a":null}`, `{"a":""}`, `{"a":"b","a":"c"}`, `{"a":"\udc00"}`, `{"a":{"b":"c"}}`, `{"a":"b"} ` + "\x00", "\xef\xbb\xbf{}"} {
		parts, err := vault.SplitFields(secret(t, text))
		if parts != nil || !errors.Is(err, vault.ErrPayload) {
			t.Errorf("SplitFields(%q) = %v, %v, want ErrPayload", text, parts, err)
		}
	}
}

func TestPayloadClose(t *testing.T) {
	p := &vault.Payload{Single: secret(t, "a"), Parts: map[string]*vault.Secret{"k": secret(t, "b")}}
	for range 2 {
		if err := p.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	for _, s := range []*vault.Secret{p.Single, p.Parts["k"]} {
		if err := s.Use(func([]byte) error { return nil }); !errors.Is(err, vault.ErrClosed) {
			t.Errorf("after Close: %v, want it wiped", err)
		}
	}
}

// FuzzSplitFields compares with Go's decoder wherever ours accepts.
func FuzzSplitFields(f *testing.F) {
	for _, text := range []string{cardValue, `{"a":"\ud83d\ude00\n"}`, `{"a":"b","c":"d"}`, `{"a":"\u0000"}`, "{}", "[", `{"\"":"\\"}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value, err := vault.NewSecret([]byte(text))
		if err != nil {
			return
		}
		defer value.Close()
		parts, err := vault.SplitFields(value)
		if err != nil {
			if !errors.Is(err, vault.ErrPayload) {
				t.Errorf("SplitFields: %v, want ErrPayload", err)
			}
			return
		}
		var want map[string]string
		if err := json.Unmarshal([]byte(text), &want); err != nil || len(want) != len(parts) {
			t.Fatalf("accepted %q, which is %v with %d members to encoding/json", text, err, len(want))
		}
		for key, part := range parts {
			if got := reveal(t, part); got != want[key] || got == "" || !utf8.ValidString(got) {
				t.Errorf("part %q = %q, want %q", key, got, want[key])
			}
			lines := vault.CheckValue(part, true) == nil
			single := vault.CheckValue(part, false) == nil
			if single && !lines || single && slices.ContainsFunc([]byte(want[key]), func(c byte) bool { return c < ' ' }) {
				t.Errorf("CheckValue of %q: %v with lines, %v without", want[key], lines, single)
			}
			_ = part.Close()
		}
	})
}
