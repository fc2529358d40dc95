package vault

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
)

// twin runs one script against a context in which value was filled, and returns all that
// an agent would see (threats N0). hide stands for the redactor, or for a control.
type twin struct {
	kind       Kind
	key, value string
	other      string
	class      Class
}

var guessableTwins = []twin{
	{Card, "number", "4242424242424242", "4242424242424241", Guessable},
	{Card, "number", "4242424242424242", "378282246310005", Guessable},
	{Card, "cvc", "123", "987", Guessable},
	{Card, "expiry", "12/27", "01/31", Guessable},
	{Card, "exp-month", "12", "07", Guessable},
	{Card, "exp-year", "27", "2031", Guessable},
	{Code, "", "123456", "000001", Guessable},
	{Code, "pin", "1234", "00017", Guessable},
	{Text, "iban", "GB82WEST12345698765432", "DE89370400440532013000", Guessable},
	{Text, "dob", "1985-04-03", "1991-12-31", Guessable},
	{Password, "", "ab12", "zz9y", Guessable},
	{Password, "", "hunter", "a7", Guessable},
	{Password, "", "4829", "zephyr", Guessable},
	{Password, "", "123456789012", "x", Guessable},
}

// script shows texts in every kind of place, before and after the fill.
func script(t *testing.T, w twin, texts []string, hide func(*Redactor, Place, string) string) string {
	t.Helper()
	r := NewRedactor()
	defer r.Close()
	var out strings.Builder
	places := []Place{{Tab: "t1", Frame: "f", Loader: "l", Origin: shop}, {Tab: "t2", Frame: "f2", Loader: "l2", Origin: "https://other.example"}}
	show := func(fresh, own bool) {
		for _, p := range places {
			p.Fresh, p.Own = fresh, own
			for _, s := range texts {
				fmt.Fprintln(&out, hide(r, p, s), r.Redact(me, s), r.URL(me, p.Origin, p.Origin+"/a?"+s+"#"+s))
			}
			each := make([]Place, len(texts))
			for i := range each {
				each[i] = p
			}
			fmt.Fprintln(&out, r.RedactRuns(me, each, texts))
		}
	}
	show(true, false)
	register(t, r, me, "ref", w.key, w.kind, w.class, w.value)
	r.Filled(Doc{Tab: "t1", Frame: "f", Loader: "l", Origin: shop, Entry: 1}, "ref", w.key)
	show(true, false)
	show(false, false)
	show(true, true)
	r.Committed(CommittedDoc{Tab: "t1", Frame: "f", Loader: "l3", Origin: shop, Top: true, Entry: 2})
	places[0].Loader = "l3"
	show(true, false)
	fmt.Fprint(&out, r.Tainted(shop), r.Tainted("https://other.example"), r)
	return out.String()
}

func redactAt(r *Redactor, p Place, s string) string { return r.RedactAt(me, p, s) }

// candidates are pages of guesses: every CVC, and for each twin both values in the ways
// that a page might show them.
func candidates() (texts []string) {
	var all strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&all, "%03d ", i)
		texts = append(texts, fmt.Sprintf("%03d", i))
	}
	texts = append(texts, all.String())
	for _, w := range guessableTwins {
		for _, v := range []string{w.value, w.other} {
			texts = append(texts, v, "say "+v+" now", "x"+v+"y", strings.Join(strings.Split(v, ""), " "), "$"+v, v+"%", "%"+fmt.Sprintf("%x", v))
			texts = append(texts, strings.Split(v, "")...)
		}
	}
	return texts
}

func TestTwinGuessableValuesLookAlike(t *testing.T) {
	texts := candidates()
	for _, w := range guessableTwins {
		twin := w
		twin.value = w.other
		got, want := script(t, w, texts, redactAt), script(t, twin, texts, redactAt)
		if got != want {
			t.Errorf("%s %q: transcripts of two values differ: %s", w.kind, w.key, firstDifference(got, want))
		}
		if !strings.Contains(got, "[MASKED:") {
			t.Errorf("%s %q: nothing was masked at all", w.kind, w.key)
		}
	}
}

// TestTwinControlDiffers: the harness bites. A redactor that compares is told apart.
func TestTwinControlDiffers(t *testing.T) {
	texts := candidates()
	for _, w := range guessableTwins {
		comparing := func(value string) func(*Redactor, Place, string) string {
			return func(_ *Redactor, _ Place, s string) string { return strings.ReplaceAll(s, value, "[REDACTED:ref]") }
		}
		if script(t, w, texts, comparing(w.value)) == script(t, w, texts, comparing(w.other)) {
			t.Errorf("%s %q: the comparing control did not differ", w.kind, w.key)
		}
	}
}

// TestTwinMiddlingElsewhere: a password is compared with fresh text of its own origin and
// with nothing else.
func TestTwinMiddlingElsewhere(t *testing.T) {
	w := twin{Password, "", "correct-Horse", "battery-Staple", Middling}
	r := NewRedactor()
	defer r.Close()
	register(t, r, me, "ref", "", w.kind, w.class, w.value)
	r.Filled(Doc{Tab: "t1", Frame: "f", Loader: "l", Origin: shop}, "ref", "")
	for name, p := range map[string]Place{
		"old text":       {Tab: "t1", Frame: "f", Loader: "l", Origin: shop},
		"own words":      {Tab: "t1", Frame: "f", Loader: "l", Origin: shop, Fresh: true, Own: true},
		"another origin": {Tab: "t1", Frame: "g", Loader: "m", Origin: "https://other.example", Fresh: true},
		"nowhere":        {Fresh: true},
	} {
		for _, v := range []string{w.value, w.other} {
			if got := r.RedactAt(me, p, v); got != v {
				t.Errorf("%s: RedactAt(%q) = %q", name, v, got)
			}
		}
	}
	if got := r.Redact(me, w.value); got != w.value {
		t.Errorf("Redact, which knows no place, = %q", got)
	}
	texts := []string{"wrong-Horse", "correct", "correct-Hors", "orrect-Horse", "battery-Stapl3", "c o r r e c t", "d8578edf8458ce06fbc5bb76a58c5ca4"}
	other := w
	other.value = w.other
	if got, want := script(t, w, texts, redactAt), script(t, other, texts, redactAt); got != want {
		t.Errorf("transcripts of two values differ where neither stands: %s", firstDifference(got, want))
	}
}

// TestResidualMiddlingDictionary pins threats N3: fresh text of the filled origin answers
// a guess of the whole password. It answers none of a part, and none of a digest.
func TestResidualMiddlingDictionary(t *testing.T) {
	r := NewRedactor()
	defer r.Close()
	register(t, r, me, "ref", "", Password, Middling, "correct-Horse")
	p := Place{Origin: shop, Fresh: true}
	if got, want := r.RedactAt(me, p, "battery-Staple correct-Horse"), "battery-Staple [REDACTED:ref]"; got != want {
		t.Errorf("RedactAt = %q, want %q", got, want)
	}
}

// TestResidualLaterCVC pins threats N4: a site that shows a CVC after the agent's next
// navigation shows it.
func TestResidualLaterCVC(t *testing.T) {
	b := browse(t)
	form, _ := b.load(CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true})
	b.fill(form, 1, "card", "cvc")
	later, _ := b.load(CommittedDoc{Tab: "t1", Entry: 2, ByAgent: true})
	if got := b.RedactAt(me, later, "123"); got != "123" {
		t.Errorf("RedactAt = %q", got)
	}
}

func firstDifference(a, b string) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("%q and %q", a[max(0, i-40):min(len(a), i+40)], b[max(0, i-40):min(len(b), i+40)])
}

// TestResidualReencoding pins threats, part C: a destination that encodes what it received
// in a way of its own gets it past any scanner. Two layers of base64 are such a way.
func TestResidualReencoding(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB})
	twice := base64.StdEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(tokenB))))
	if got := r.Redact(me, twice); got != twice {
		t.Errorf("Redact = %q", got)
	}
}
