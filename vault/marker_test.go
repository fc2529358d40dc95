package vault

import (
	"testing"
)

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

// TestRedactIDThatHoldsValue: an id is public, but not if it is the value.
func TestRedactIDThatHoldsValue(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{SecretID("id-" + tokenB): tokenB})
	if got, want := r.Redact(me, "a "+tokenB), "a [REDACTED]"; got != want {
		t.Errorf("Redact = %q, want %q", got, want)
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
