package vault

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"browser-mcp/internal/leak"
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

// TestThreatMarkerNamesOnlyOwnFills is decision 2.
func TestThreatMarkerNamesOnlyOwnFills(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"a": tokenA})
	register(t, r, other, "b", "", Token, Strong, tokenB)
	const text = "a " + tokenA + " b " + tokenB
	for owner, want := range map[Owner]string{
		me:    "a [REDACTED:a] b [REDACTED]",
		other: "a [REDACTED] b [REDACTED:b]",
		{3}:   "a [REDACTED] b [REDACTED]",
	} {
		if got := r.Redact(owner, text); got != want {
			t.Errorf("Redact(%v) = %q, want %q", owner, got, want)
		}
	}
	register(t, r, other, "a", "", Token, Strong, tokenA)
	if got, want := r.Redact(other, text), "a [REDACTED:a] b [REDACTED:b]"; got != want {
		t.Errorf("after both filled a: Redact = %q, want %q", got, want)
	}
}

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

// TestRedactIDThatHoldsValue: an id is public, but not if it is the value.
func TestRedactIDThatHoldsValue(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{SecretID("id-" + tokenB): tokenB})
	if got, want := r.Redact(me, "a "+tokenB), "a [REDACTED]"; got != want {
		t.Errorf("Redact = %q, want %q", got, want)
	}
}

func TestRedactPartsThatNobodyGuesses(t *testing.T) {
	const pem = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\nqZ8Yk3mT0vX2cR5nB7wLpD4sH6jF9gKxUeW1aQiOzNtyCbVhMrPuSdE=\n-----END PRIVATE KEY-----"
	for _, test := range []struct {
		name, value, text string
		hidden            bool
	}{
		{"first half", tokenA, tokenA[:24], true},
		{"second half", tokenA, "…" + tokenA[12:], true},
		{"middle", tokenA, tokenA[10:28], true},
		{"half in base64", "4eC39HqLyjWDarjtT1zdp7dcX9vQ2mRk", "eHg0ZUMzOUhxTHlqV0Rhcmp0VDF6ZHA3", true},
		{"too short a part", tokenA, tokenA[:16], false},
		{"last four", tokenA, "ends in " + tokenA[28:], false},
		{"public prefix", tokenA, "sk_live_", false},
		{"public parts of a JWT", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.other", false},
		{"signature of a JWT", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U", "dozjgNryP4J3jVmNHl0w5N_XgL0", true},
		{"frame of a PEM file", pem, "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI", false},
		{"line of a PEM file", pem, "qZ8Yk3mT0vX2cR5nB7wLpD4sH6jF9g", true},
		{"host of a URL", "https://user:" + tokenB + "@db.internal.example:5432/production", "https://user:x@db.internal.example:5432/production", false},
		{"password of a URL", "https://user:" + tokenB + "@db.internal.example:5432/production", tokenB, true},
		{"words of a passphrase", "correct horse battery staple 8f3Kq9Zx2Lw7Tn5", "correct horse battery staple", false},
		{"sequence", "abcdefghijklmnopqrstuvwxyz-8f3Kq9Zx2Lw7Tn5Vb1Mc", "abcdefghijklmnopqrstuvwxyz", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := redactorWith(t, Strong, map[SecretID]string{"v": test.value})
			if got := r.Redact(me, test.text); strings.Contains(got, "[REDACTED:v]") != test.hidden {
				t.Errorf("Redact(%q) = %q, hidden want %v", test.text, got, test.hidden)
			}
			if got := r.Redact(me, "all: "+test.value); got != "all: [REDACTED:v]" {
				t.Errorf("Redact of the whole = %q", got)
			}
		})
	}
}

// TestPartsHoldTheirBits: what is hidden is exactly what holds its bits by the estimate
// that made the class, in the value itself and in what is computed from it.
func TestPartsHoldTheirBits(t *testing.T) {
	for seed := range uint64(30) {
		value := generated(seed)
		if leastKept(value) < len([]rune(value)) || Classify(Token, "", []byte(value)) != Strong {
			continue
		}
		r := redactorWith(t, Strong, map[SecretID]string{"v": value})
		for i := 0; i < len(value); i += 5 {
			for j := i + window; j <= len(value); j++ {
				strong := unknownBits([]byte(value[i:j])) >= leastPartBits && distinct([]byte(strings.ToLower(value[i:j]))) >= leastDistinct
				if !utf8.ValidString(value[i:j]) || i == 0 && j == len(value) {
					continue
				}
				for name, text := range map[string]string{"plain": value[i:j], "hex": fmt.Sprintf("%x", value[i:j])} {
					if hidden := strings.Contains(r.Redact(me, text), "[REDACTED:v]"); hidden != strong {
						t.Fatalf("seed %d: part [%d:%d] of %q as %s hidden %v, want %v", seed, i, j, value, name, hidden, strong)
					}
				}
			}
		}
	}
}

func TestRegisterBounds(t *testing.T) {
	r := redactorWith(t, Strong, nil)
	long := make([]byte, MaxSecret)
	for i := range long {
		long[i] = generated(uint64(i / 24))[i%24]
	}
	register(t, r, me, "long", "", Token, Strong, string(long))
	if got := r.Redact(me, "x "+string(long)+" y"); got != "x [REDACTED:long] y" {
		t.Errorf("Redact of %d bytes gave %d", len(long), len(got))
	}
	if got := r.Redact(me, string(long[1000:1400])); got != "[REDACTED:long]" {
		t.Errorf("Redact of 400 bytes of the value gave %d", len(got))
	}
	var err error
	for i := 0; err == nil && i <= maxRegistered; i++ {
		s, _ := NewSecret(fmt.Append(nil, i, "-", 7919*i))
		err = r.Register(me, SecretID(fmt.Sprint(i)), "", Code, Guessable, shop, s)
		s.Close()
	}
	if !errors.Is(err, ErrTooMany) {
		t.Errorf("Register past the bound = %v, want ErrTooMany", err)
	}
}

// TestRegisterShortValueIsNotCompared: whatever class a short value is said to have, it is
// never searched for.
func TestRegisterShortValueIsNotCompared(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": "1234567"})
	if got := r.RedactAt(me, Place{Origin: shop, Fresh: true}, "1234567"); got != "1234567" || r.index != nil {
		t.Errorf("RedactAt = %q, index %v", got, r.index)
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
				runs, places = append(runs, fmt.Sprintf("Character number %d", i)), append(places, Place{Origin: shop})
			}
			runs = append(runs, each.value[i:min(len(each.value), i+each.size)])
			places = append(places, Place{Origin: shop, Fresh: true})
		}
		got := r.RedactRuns(me, places, runs)
		for i, s := range runs {
			if !strings.HasPrefix(s, "Char") && !strings.HasPrefix(got[i], "[REDACTED:") {
				t.Errorf("%s: run %d %q = %q", name, i, s, got[i])
			}
			if strings.HasPrefix(s, "Char") && got[i] != s {
				t.Errorf("%s: label %q = %q", name, s, got[i])
			}
		}
	}
}

func TestRunsKeepOrderAndText(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB})
	runs := []string{"", "before", "", "x " + tokenB + " y", "", "[REDACTED:v] me", "after"}
	want := []string{"", "before", "", "x [REDACTED:v] y", "", `\[REDACTED:v] me`, "after"}
	if got := r.RedactRuns(me, make([]Place, len(runs)), runs); strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("RedactRuns(%q) = %q, want %q", runs, got, want)
	}
}

// TestThreatMarkerImitation is threats, part C: page text that looks like a marker.
func TestThreatMarkerImitation(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB})
	for in, want := range map[string]string{
		"[REDACTED:v]":                    `\[REDACTED:v]`,
		"a [masked:3-4 digits] b":         `a \[masked:3-4 digits] b`,
		"［ＲＥＤＡＣＴＥＤ］":                      `\［ＲＥＤＡＣＴＥＤ］`,
		"[ R\u200bE\u00adD A C T E D ]":   "\\[ R\u200bE\u00adD A C T E D ]",
		`\[REDACTED:v]`:                   `\[REDACTED:v]`,
		"[red] [mask] [":                  "[red] [mask] [",
		"[REDACTED " + tokenB + " MASKED": `\[REDACTED [REDACTED:v] MASKED`,
	} {
		if got := r.RedactAt(me, Place{}, in); got != want {
			t.Errorf("RedactAt(%q) = %q, want %q", in, got, want)
		}
	}
	for _, marker := range []string{"[REDACTED:v]", "[MASKED:password-field]", "?[REDACTED:query]"} {
		if got := r.Redact(me, marker); got != marker {
			t.Errorf("Redact(%q) = %q: the writer changed a marker of ours", marker, got)
		}
		if got := r.RedactAt(me, Place{Own: true}, marker); got != marker {
			t.Errorf("RedactAt(own %q) = %q", marker, got)
		}
	}
}

// TestThreatReportedURLs is threats rule 12.
func TestThreatReportedURLs(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB})
	const full = shop + "/pay?card=4242#frag"
	if got := r.URL(me, shop, full); got != full {
		t.Errorf("before the fill: URL = %q", got)
	}
	r.Filled(Doc{Tab: "t1", Frame: "f", Loader: "l", Origin: shop}, "v", "")
	r.Closed("t1") // the rule outlives taint
	for in, want := range map[string]string{
		full:                                       shop + "/pay?[REDACTED:query]",
		shop + "/pay#a?b":                          shop + "/pay#[REDACTED:fragment]",
		shop + "?x":                                shop + "?[REDACTED:query]",
		shop + "/plain":                            shop + "/plain",
		"HTTPS://SHOP.example:443/a?b":             "HTTPS://SHOP.example:443/a?[REDACTED:query]",
		"https://u:p@shop.example/a?b":             "https://[REDACTED]@shop.example/a?[REDACTED:query]",
		"wss://shop.example/live?t=1":              "wss://shop.example/live?[REDACTED:query]",
		"blob:" + shop + "/uuid?x":                 "blob:" + shop + "/uuid?[REDACTED:query]",
		shop + "/%zz?q=%":                          shop + "/%zz?[REDACTED:query]",
		shop + `\evil?q`:                           shop + `\evil?[REDACTED:query]`,
		"https://other.example/a?b=1":              "https://other.example/a?b=1",
		"https://shop.example.evil.example/?b=1":   "https://shop.example.evil.example/?b=1",
		"http://shop.example/?b=1":                 "http://shop.example/?b=1",
		"https://other.example/" + tokenB + "?b=1": "https://other.example/[REDACTED:v]?b=1",
		"data:text/plain," + tokenB:                "data:text/plain,[REDACTED:v]",
	} {
		if got := r.URL(me, "", in); got != want {
			t.Errorf("URL(%q) = %q, want %q", in, got, want)
		}
	}
	if got, want := r.URL(me, shop, "/relative?x"), "/relative?[REDACTED:query]"; got != want {
		t.Errorf("URL of a filled origin by argument = %q, want %q", got, want)
	}
}

// TestThreatScriptedSharesRegistrable is threats rule 1.
func TestThreatScriptedSharesRegistrable(t *testing.T) {
	r := NewRedactor()
	for _, origin := range []string{"https://app.shop.example", "https://a.b.co.uk", "http://127.0.0.1:8080", "http://localhost:1"} {
		r.MarkScripted(origin)
	}
	for origin, want := range map[string]bool{
		"https://app.shop.example": true, "https://shop.example": true, "http://login.shop.example:8443": true, "https://SHOP.example.": true,
		"https://other.example": false, "https://x.b.co.uk": true, "https://c.co.uk": false,
		"https://127.0.0.1": true, "http://127.0.0.2": false, "http://localhost:2": true, "null": false, "": false,
	} {
		if got := r.Scripted(origin); got != want {
			t.Errorf("Scripted(%q) = %v, want %v", origin, got, want)
		}
	}
}

func TestRedactorPrintsCounts(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB, "w": tokenA})
	register(t, r, me, "pw", "", Password, Middling, "hunter2hunter")
	r.Filled(Doc{Tab: "t1", Frame: "f", Loader: "l", Origin: shop}, "v", "")
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("x", "r", r)
	encoded, err := json.Marshal(map[string]any{"r": r})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{fmt.Sprint(r), fmt.Sprintf("%v %+v %#v %s %d %x", r, r, r, r, r, r), fmt.Sprintf("%v", []*Redactor{r}), log.String(), string(encoded)} {
		if found := leak.Scan([]byte(text), tokenA, tokenB, "hunter2hunter"); len(found) > 0 {
			t.Errorf("printed %q, found %v", text, found)
		}
	}
	if got, want := fmt.Sprint(r), "vault.Redactor{values: 3, fills: 1}"; got != want {
		t.Errorf("Sprint = %q, want %q", got, want)
	}
}

// TestCloseWipesAndWithholds: locked memory is gone, and what can no longer be searched
// does not leave.
func TestCloseWipesAndWithholds(t *testing.T) {
	r := NewRedactor()
	if err := r.Close(); err != nil || r.Redact(me, "text") != "text" {
		t.Errorf("an empty redactor after Close: %v, %q", err, r.Redact(me, "text"))
	}
	r = NewRedactor()
	register(t, r, me, "v", "", Token, Strong, tokenB)
	pages := []interface{ Bytes() []byte }{r.values[0].pages, r.index.memory[0], r.index.memory[1]}
	for range 2 {
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range pages {
		if p.Bytes() != nil {
			t.Errorf("memory %d is open after Close", i)
		}
	}
	if got := r.Redact(me, "late "+tokenB); got != redacted {
		t.Errorf("Redact after Close = %q", got)
	}
	if got := r.RedactRuns(me, make([]Place, 2), []string{"a", ""}); got[0] != redacted || got[1] != "" {
		t.Errorf("RedactRuns after Close = %q", got)
	}
	s, _ := NewSecret([]byte(tokenA))
	defer s.Close()
	if err := r.Register(me, "w", "", Token, Strong, shop, s); !errors.Is(err, ErrClosed) {
		t.Errorf("Register after Close = %v, want ErrClosed", err)
	}
}

// TestFormsAreLocked is decision 33: no pattern and no window lies outside locked memory.
func TestFormsAreLocked(t *testing.T) {
	for _, value := range strongValues {
		r := redactorWith(t, Strong, map[SecretID]string{"v": value})
		area := r.values[0].pages.Bytes()
		for i, p := range r.values[0].patterns {
			if !within(area, p.kept) {
				t.Errorf("%q: pattern %d lies outside locked memory", value, i)
			}
		}
		if !within(area, r.values[0].raw) || !within(r.index.memory[1].Bytes(), r.index.slots) || !within(r.index.memory[0].Bytes(), r.index.filter) {
			t.Errorf("%q: raw value or index outside locked memory", value)
		}
	}
}

// within reports whether part is a slice of whole.
func within(whole, part []byte) bool {
	for i := range whole {
		if &whole[i] == &part[0] {
			return i+len(part) <= len(whole)
		}
	}
	return false
}

// TestRedactWorkIsBounded: a page that knows the value cannot make a scan slow, nor get the
// value through by being expensive.
func TestRedactWorkIsBounded(t *testing.T) {
	periodic := strings.Repeat("ab1", 2000)
	r := redactorWith(t, Strong, map[SecretID]string{"v": periodic, "w": tokenB})
	for _, text := range []string{strings.Repeat(periodic[:len(periodic)-1]+"!!!!", 20), strings.Repeat(tokenB, 3000), strings.Repeat(tokenB[:31], 3000), strings.Repeat("%2525", 40000)} {
		var steps int
		s := search{ix: r.index, wanted: func(*registered) bool { return true }, steps: workFactor*len(text) + leastSteps}
		before := s.steps
		s.scan(layers(text))
		if steps = before - s.steps; steps > before+2*len(periodic) {
			t.Errorf("a text of %d bytes took %d steps, limit %d", len(text), steps, before)
		}
		if found := leak.Scan([]byte(r.Redact(me, text)), tokenB); len(found) > 0 {
			t.Errorf("value got through: %v", found)
		}
	}
}

func TestRedactorConcurrently(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": tokenB})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			for k := range 20 {
				register(t, r, me, SecretID(fmt.Sprint(i, "-", k)), "", Token, Strong, generated(uint64(100*i+k)))
				r.Committed(CommittedDoc{Tab: "t1", Frame: "f", Loader: fmt.Sprint(i, k), Origin: shop, Top: true})
				if got := r.Redact(me, "x "+tokenB); got != "x [REDACTED:v]" {
					t.Errorf("Redact = %q", got)
				}
			}
		})
	}
	wg.Wait()
}
