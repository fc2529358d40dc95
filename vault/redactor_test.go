package vault

import (
	"testing"
)

var me, other = Owner{1}, Owner{2}

const shop = "https://shop.example"

// redactorWith registers values of one class, each under its own reference.
func redactorWith(t testing.TB, class Class, values map[SecretID]string) *Redactor {
	t.Helper()
	r := NewRedactor()
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	for ref, value := range values {
		register(t, r, me, ref, "", Token, class, value)
	}
	return r
}

func register(t testing.TB, r *Redactor, owner Owner, ref SecretID, key string, kind Kind, class Class, value string) {
	t.Helper()
	s, err := NewSecret([]byte(value))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := r.Register(owner, ref, key, kind, class, shop, s); err != nil {
		t.Fatalf("Register(%s %s) = %v", ref, key, err)
	}
}

func TestRedactReadings(t *testing.T) {
	for _, test := range []struct{ name, value, text, want string }{
		{"exact", "abc123def456ghi7", "key: abc123def456ghi7 ok", "key: [REDACTED:key] ok"},
		{"case and separators", "sk_live_abc123def456", "key: SK-LIVE:ABC123,DEF456 ok", "key: [REDACTED:key] ok"},
		{"percent", "sk_live_abc123def456", "a=sk%5Flive%5Fabc123def456&b=1", "a=[REDACTED:key]&b=1"},
		{"percent thrice", "sk_live_abc123def456", "a=%252573k_live_abc123def456&b=1", "a=[REDACTED:key]&b=1"},
		{"digits", "42424242424242424242", "n 4242x4242x4242x4242x4242.", "n [REDACTED:key]."},
		{"digits too far apart", "42424242424242424242", "4242 then later 4242 and 4242 and finally 4242 4242", "4242 then later 4242 and 4242 and finally 4242 4242"},
		{"beside other words", "abc123def456ghi7", "%20abc123def456ghi7%20x", "%20[REDACTED:key]%20x"},
		{"whole token run", "abc123def456ghi7", "pre-abc123def456ghi7_post end", "[REDACTED:key] end"},
		{"punctuation only", `<>?:"{}|+_)(*&^%$#@!`, `<p>&lt;&gt;?:"{}|+_)(*&^%$#@!</p>`, "<p>[REDACTED:key]</p>"},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := redactorWith(t, Strong, map[SecretID]string{"key": test.value})
			if got := r.Redact(me, test.text); got != test.want {
				t.Errorf("Redact(%q) = %q, want %q", test.text, got, test.want)
			}
		})
	}
}
