package vault

import (
	"fmt"
	"strings"
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

// TestRedactTable has the rows of secure-browser, table 8.3, that compare. Cards, CVCs and
// IBANs are masked by shape instead (threats N4; TestMaskShapes).
func TestRedactTable(t *testing.T) {
	for _, test := range []struct {
		class             Class
		value, text, want string
	}{
		{Strong, "42424242424242424242", "n=4242%204242%204242%204242%204242&c=1", "n=[REDACTED:v]&c=1"},
		{Strong, "42424242424242424242", "4242%2C%204242%2C%204242%2C%204242%2C4242", "[REDACTED:v]"},
		{Middling, "abcdefgh", "ABCD EFGH", "[REDACTED:v]"},
		{Middling, "gb82west12345698765432", "IBAN GB82 WEST 1234 5698 7654 32 ok", "IBAN [REDACTED:v] ok"},
		{Middling, "3782 822463 10005", "378282246310005", "[REDACTED:v]"},
		{Middling, "4242424242424242", "4242 4242 | 4242 4242", "[REDACTED:v]"},
		{Middling, "4242424242424242", "card ending 4242", "card ending 4242"},
		{Middling, "abcdefgh", "abcd----efgh", "abcd----efgh"},
	} {
		r := redactorWith(t, test.class, map[SecretID]string{"v": test.value})
		if got := r.RedactAt(me, Place{Origin: shop, Fresh: true}, test.text); got != test.want {
			t.Errorf("RedactAt(%q) = %q, want %q", test.text, got, test.want)
		}
	}
}

const tokenA, tokenB = "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "f81d4fae7dec41d0a76500a0c91e6bf6"

func TestRedactJoinsSpans(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"a": tokenA, "b": tokenB})
	for text, want := range map[string]string{
		tokenA + " " + tokenB:             "[REDACTED:a] [REDACTED:b]",
		tokenA + "_" + tokenB:             "[REDACTED]",
		tokenA + tokenA:                   "[REDACTED:a]",
		"x" + tokenB + "y" + tokenB + "z": "[REDACTED:b]",
	} {
		if got := r.Redact(me, text); got != want {
			t.Errorf("Redact(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestThreatRunsHideSplitValue: one character an element, with labels between them or not.
func TestThreatRunsHideSplitValue(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB})
	register(t, r, me, "pw", "", Password, Middling, "hunter2hunter")
	for name, each := range map[string]struct {
		value string
		size  int
		label bool
	}{"single": {tokenB, 1, false}, "fours": {tokenB, 4, false}, "labelled": {tokenB, 1, true}, "two halves": {tokenB, 16, false}, "middling": {"hunter2hunter", 1, true}} {
		var runs []string
		var places []Place
		for i := 0; i < len(each.value); i += each.size {
			if each.label {
				runs, places = append(runs, labelOf(i)), append(places, Place{Origin: shop})
			}
			runs = append(runs, each.value[i:min(len(each.value), i+each.size)])
			places = append(places, Place{Origin: shop, Fresh: true})
		}
		got := r.RedactRuns(me, places, runs)
		for i, s := range runs {
			if !strings.HasPrefix(s, "Ch") && !strings.HasPrefix(got[i], "[REDACTED:") {
				t.Errorf("%s: run %d %q = %q", name, i, s, got[i])
			}
			if strings.HasPrefix(s, "Ch") && got[i] != s {
				t.Errorf("%s: label %q = %q", name, s, got[i])
			}
		}
	}
}

// TestRedactAtIsRedactRunsOfOne: the two never disagree about one string.
func TestRedactAtIsRedactRunsOfOne(t *testing.T) {
	b := browse(t)
	register(t, b.Redactor, me, "v", "", Token, Strong, tokenB)
	form, _ := b.load(CommittedDoc{Tab: "t1", Entry: 1})
	b.fill(form, 1, "card", "number", "cvc")
	for _, s := range []string{"", "plain", tokenB, shown + tokenB, "correct-Horse 737 [REDACTED:v]"} {
		for i := range 8 {
			p := form
			p.Fresh, p.Own = i&1 != 0, i&2 != 0
			if i&4 != 0 {
				p.Origin, p.Loader = "https://other.example", "other"
			}
			if one, runs := b.RedactAt(me, p, s), b.RedactRuns(me, []Place{p}, []string{s})[0]; one != runs {
				t.Errorf("RedactAt(%+v, %q) = %q, RedactRuns = %q", p, s, one, runs)
			}
		}
	}
}

// labelOf is long or short.
func labelOf(i int) string {
	if i%2 == 0 {
		return fmt.Sprintf("Character number %d", i)
	}
	return "Ch. " + string(rune('a'+i%26))
}

func TestRunsKeepOrderAndText(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB})
	runs := []string{"", "before", "", "x " + tokenB + " y", "", "[REDACTED:v] me", "after"}
	want := []string{"", "before", "", "x [REDACTED:v] y", "", `\[REDACTED:v] me`, "after"}
	if got := r.RedactRuns(me, make([]Place, len(runs)), runs); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("RedactRuns(%q) = %q, want %q", runs, got, want)
	}
}
