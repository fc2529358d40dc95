package vault_test

import (
	"reflect"
	"strings"
	"testing"

	"browser-mcp/vault"
)

// props makes properties of alternating keys and values.
func props(pairs ...string) []vault.Property {
	var properties []vault.Property
	for i := 0; i+1 < len(pairs); i += 2 {
		properties = append(properties, vault.Property{Key: pairs[i], Value: pairs[i+1]})
	}
	return properties
}

// TestBindingTable is secure-browser, table 5.2, and what this grammar adds to it.
func TestBindingTable(t *testing.T) {
	const origin = "sbm:origin"
	ok := []string{origin, shop}
	with := func(pairs ...string) []string { return append(ok[:2:2], pairs...) }
	for _, tt := range []struct {
		name  string
		pairs []string
		state vault.BindingState
		code  string
	}{
		{"no properties", nil, vault.Unbound, ""},
		{"foreign keys", []string{"kind", "card", "team", "a\nb"}, vault.Unbound, ""},
		{"selector without origin", []string{"sbm:selector", "input"}, vault.Unbound, ""},
		{"blank selector without origin", []string{"sbm:selector", " "}, vault.Unbound, ""},
		{"origin alone", ok, vault.Bound, ""},
		{"origin with port", []string{origin, "https://shop.example:8443"}, vault.Bound, ""},
		{"punycode", []string{origin, "https://xn--bcher-kva.example"}, vault.Bound, ""},
		{"IPv6 loopback over http", []string{origin, "http://[::1]:8080"}, vault.Bound, ""},
		{"localhost over http", []string{origin, "http://localhost:4173"}, vault.Bound, ""},
		{"name below localhost", []string{origin, "http://shop.localhost"}, vault.Bound, ""},
		{"127.0.0.0/8 over http", []string{origin, "http://127.8.9.1"}, vault.Bound, ""},
		{"http", []string{origin, "http://shop.example"}, vault.Invalid, "invalid_origin"},
		{"http to a name like localhost", []string{origin, "http://localhost.evil.example"}, vault.Invalid, "invalid_origin"},
		{"http to a suffix of localhost", []string{origin, "http://evil-localhost"}, vault.Invalid, "invalid_origin"},
		{"no scheme", []string{origin, "shop.example"}, vault.Invalid, "invalid_origin"},
		{"empty origin", []string{origin, ""}, vault.Invalid, "invalid_origin"},
		{"final slash", []string{origin, "https://shop.example/"}, vault.Invalid, "invalid_origin"},
		{"path", []string{origin, "https://shop.example/login"}, vault.Invalid, "invalid_origin"},
		{"query", []string{origin, "https://shop.example?x"}, vault.Invalid, "invalid_origin"},
		{"fragment", []string{origin, "https://shop.example#x"}, vault.Invalid, "invalid_origin"},
		{"capitals", []string{origin, "https://Shop.example"}, vault.Invalid, "invalid_origin"},
		{"capital scheme", []string{origin, "HTTPS://shop.example"}, vault.Invalid, "invalid_origin"},
		{"default port", []string{origin, "https://shop.example:443"}, vault.Invalid, "invalid_origin"},
		{"default port of http", []string{origin, "http://localhost:80"}, vault.Invalid, "invalid_origin"},
		{"port with zero", []string{origin, "https://shop.example:08443"}, vault.Invalid, "invalid_origin"},
		{"port too large", []string{origin, "https://shop.example:65536"}, vault.Invalid, "invalid_origin"},
		{"empty port", []string{origin, "https://shop.example:"}, vault.Invalid, "invalid_origin"},
		{"signed port", []string{origin, "https://shop.example:+84"}, vault.Invalid, "invalid_origin"},
		{"user info", []string{origin, "https://user:pw@shop.example"}, vault.Invalid, "invalid_origin"},
		{"file", []string{origin, "file:///x"}, vault.Invalid, "invalid_origin"},
		{"null", []string{origin, "null"}, vault.Invalid, "invalid_origin"},
		{"data", []string{origin, "data:text/html,x"}, vault.Invalid, "invalid_origin"},
		{"ftp", []string{origin, "ftp://shop.example"}, vault.Invalid, "invalid_origin"},
		{"letters beyond ASCII", []string{origin, "https://bücher.example"}, vault.Invalid, "invalid_origin"},
		{"wildcard", []string{origin, "https://*.shop.example"}, vault.Invalid, "invalid_origin"},
		{"space", []string{origin, " https://shop.example"}, vault.Invalid, "invalid_origin"},
		{"escape in host", []string{origin, "https://shop%2eexample"}, vault.Invalid, "invalid_origin"},
		{"empty label", []string{origin, "https://shop..example"}, vault.Invalid, "invalid_origin"},
		{"short IPv4", []string{origin, "https://1.2.3"}, vault.Invalid, "invalid_origin"},
		{"hexadecimal IPv4", []string{origin, "https://0x7f.0.0.1"}, vault.Invalid, "invalid_origin"},
		{"number as host", []string{origin, "https://2130706433"}, vault.Invalid, "invalid_origin"},
		{"long IPv6", []string{origin, "https://[0:0:0:0:0:0:0:1]"}, vault.Invalid, "invalid_origin"},
		{"IPv6 zone", []string{origin, "https://[fe80::1%25eth0]"}, vault.Invalid, "invalid_origin"},
		{"open bracket", []string{origin, "https://[::1"}, vault.Invalid, "invalid_origin"},
		{"line break in a binding", []string{origin, "https://shop.example\n"}, vault.Invalid, "invalid_property_value"},
		{"not UTF-8", with("note", "\xff"), vault.Invalid, "invalid_property_value"},
		{"long value", with("note", strings.Repeat("a", 8<<10+1)), vault.Invalid, "invalid_property_value"},
		{"unknown key", with("sbm:selecter", "input"), vault.Invalid, "unknown_property"},
		{"unknown key without origin", []string{"sbm:orgin", shop}, vault.Invalid, "unknown_property"},
		{"capital key", with("SBM:selector", "input"), vault.Invalid, "unknown_property"},
		{"key with space", with(" sbm:selector", "input"), vault.Invalid, "unknown_property"},
		{"duplicate key", with(origin, shop), vault.Invalid, "duplicate_property"},
		{"duplicate foreign key", with("note", "a", "note", "b"), vault.Bound, ""},
		{"pattern", with("sbm:url-pattern", "/login*"), vault.Bound, ""},
		{"pattern (", with("sbm:url-pattern", "/x("), vault.Invalid, "invalid_url_pattern"},
		{"pattern :", with("sbm:url-pattern", "/:"), vault.Invalid, "invalid_url_pattern"},
		{"pattern ?", with("sbm:url-pattern", "/login?x"), vault.Invalid, "invalid_url_pattern"},
		{"empty pattern", with("sbm:url-pattern", ""), vault.Invalid, "invalid_url_pattern"},
		{"blank pattern", with("sbm:url-pattern", " "), vault.Invalid, "invalid_url_pattern"},
		{"blank selector", with("sbm:selector", " "), vault.Invalid, "invalid_selector"},
		{"empty selector", with("sbm:selector", ""), vault.Invalid, "invalid_selector"},
		{"broken selector", with("sbm:selector", "input["), vault.Invalid, "invalid_selector"},
		{"fields", with("sbm:fields", `{"number":"input[name=card]"}`), vault.Bound, ""},
		{"fields that are ordinary keys", with("sbm:fields", `{"__proto__":"a","constructor":"b"}`), vault.Bound, ""},
		{"fields not JSON", with("sbm:fields", "number=input"), vault.Invalid, "invalid_fields"},
		{"fields array", with("sbm:fields", `["input"]`), vault.Invalid, "invalid_fields"},
		{"fields null", with("sbm:fields", `null`), vault.Invalid, "invalid_fields"},
		{"no fields", with("sbm:fields", "{}"), vault.Invalid, "invalid_fields"},
		{"empty fields key", with("sbm:fields", `{"":"input"}`), vault.Invalid, "invalid_fields"},
		{"blank fields selector", with("sbm:fields", `{"number":" "}`), vault.Invalid, "invalid_fields"},
		{"fields selector a number", with("sbm:fields", `{"number":1}`), vault.Invalid, "invalid_fields"},
		{"fields selector broken", with("sbm:fields", `{"number":"a b["}`), vault.Invalid, "invalid_fields"},
		{"duplicate fields key", with("sbm:fields", `{"a":"x","\u0061":"y"}`), vault.Invalid, "invalid_fields"},
		{"fields trailing", with("sbm:fields", `{"a":"x"}{}`), vault.Invalid, "invalid_fields"},
		{"frame origin", with("sbm:frame-origin", "https://pay.example"), vault.Bound, ""},
		{"empty frame origin", with("sbm:frame-origin", ""), vault.Invalid, "invalid_frame_origin"},
		{"frame origin null", with("sbm:frame-origin", "null"), vault.Invalid, "invalid_frame_origin"},
		{"frame origin with slash", with("sbm:frame-origin", "https://pay.example/"), vault.Invalid, "invalid_frame_origin"},
		{"frame origin with user", with("sbm:frame-origin", "https://u@pay.example"), vault.Invalid, "invalid_frame_origin"},
		{"frame origin ftp", with("sbm:frame-origin", "ftp://pay.example"), vault.Invalid, "invalid_frame_origin"},
		{"frame origin file", with("sbm:frame-origin", "file:///"), vault.Invalid, "invalid_frame_origin"},
		{"frame pattern", with("sbm:frame-url-pattern", "/card", "sbm:frame-origin", "https://pay.example"), vault.Bound, ""},
		{"frame pattern alone", with("sbm:frame-url-pattern", "/card"), vault.Invalid, "invalid_frame_url_pattern"},
		{"closed shadow", with("sbm:shadow", "closed"), vault.Bound, ""},
		{"open shadow", with("sbm:shadow", "open"), vault.Invalid, "invalid_shadow"},
		{"submit origins", with("sbm:submit-origin", "https://id.example https://a.example:8443"), vault.Bound, ""},
		{"empty submit origin", with("sbm:submit-origin", ""), vault.Invalid, "invalid_submit_origin"},
		{"submit origins with two spaces", with("sbm:submit-origin", "https://id.example  https://a.example"), vault.Invalid, "invalid_submit_origin"},
		{"submit origin with path", with("sbm:submit-origin", "https://id.example/x"), vault.Invalid, "invalid_submit_origin"},
		{"too many submit origins", with("sbm:submit-origin", strings.TrimSpace(strings.Repeat("https://a.example ", 17))), vault.Invalid, "invalid_submit_origin"},
	} {
		b, state, code := vault.ParseBinding(props(tt.pairs...))
		if state != tt.state || code != tt.code {
			t.Errorf("%s: ParseBinding = %v %q, want %v %q", tt.name, state, code, tt.state, tt.code)
		}
		if state != vault.Bound && !reflect.DeepEqual(b, vault.Binding{}) {
			t.Errorf("%s: a binding of %+v beside state %v", tt.name, b, state)
		}
		if hint := vault.BindingHint(props(tt.pairs...)); (hint != "") != (tt.code != "") {
			t.Errorf("%s: BindingHint = %q beside code %q", tt.name, hint, code)
		}
	}
}

func TestBindingParts(t *testing.T) {
	b, _, _ := vault.ParseBinding(props("sbm:fields", `{"cvc":"#c","number":"#n"}`, "sbm:frame-origin", "https://pay.example",
		"sbm:shadow", "closed", "sbm:submit-origin", "https://a.example https://b.example", "sbm:selector", "input", "sbm:origin", shop,
		"sbm:url-pattern", "/pay", "sbm:frame-url-pattern", "/card"))
	if b.Origin != shop || b.FrameOrigin != "https://pay.example" || b.URLPattern != "/pay" || b.FrameURLPattern != "/card" ||
		b.Selector != "input" || b.Shadow != "closed" || !reflect.DeepEqual(b.Fields, map[string]string{"cvc": "#c", "number": "#n"}) ||
		!reflect.DeepEqual(b.SubmitOrigins, []string{"https://a.example", "https://b.example"}) {
		t.Errorf("ParseBinding = %+v", b)
	}
	r := vault.NewReference("id", "name", vault.Card, vault.ApproveNone, props("sbm:origin", shop, "sbm:fields", `{"b":"x","a":"y"}`))
	if r.State != vault.Bound || !reflect.DeepEqual(r.Keys, []string{"a", "b"}) {
		t.Errorf("NewReference = %+v", r)
	}
}

func TestBindingHintNamesTheRemedy(t *testing.T) {
	for value, want := range map[string]string{
		"https://bücher.example": "xn--",
		"http://shop.example":    "loopback",
		"https://Shop.example":   "small letters",
		"https://shop.example/":  "final slash",
		"login.test":             "https://",
		"https://a@shop.example": "user name",
	} {
		if got := vault.BindingHint(props("sbm:origin", value)); !strings.Contains(got, want) || strings.Contains(got, value) {
			t.Errorf("BindingHint of origin %q = %q, want %q in it, and not the value", value, got, want)
		}
	}
}

func TestBindingWarnings(t *testing.T) {
	for _, tt := range []struct {
		pairs []string
		want  []string
	}{
		{[]string{"sbm:origin", shop, "sbm:selector", "input", "sbm:url-pattern", "/login"}, nil},
		{[]string{"sbm:origin", shop, "sbm:fields", `{"a":"b"}`, "sbm:url-pattern", "/login{/*}?"}, nil},
		{[]string{"sbm:origin", shop}, []string{"selector", "every page"}},
		{[]string{"sbm:origin", shop, "sbm:selector", "input", "sbm:url-pattern", "*"}, []string{"every page"}},
		{[]string{"sbm:origin", shop, "sbm:selector", "input", "sbm:url-pattern", "/login*"}, []string{"/login{/*}?"}},
		{[]string{"sbm:origin", "http://localhost:1", "sbm:selector", "input", "sbm:url-pattern", "/x"}, []string{"plain http"}},
		{[]string{"sbm:origin", shop, "sbm:selector", "input", "sbm:url-pattern", "/x", "sbm:frame-origin", shop}, []string{"frame-url-pattern"}},
	} {
		b, _, _ := vault.ParseBinding(props(tt.pairs...))
		got := vault.BindingWarnings(b)
		if len(got) != len(tt.want) {
			t.Errorf("BindingWarnings(%q) = %q, want %d", tt.pairs, got, len(tt.want))
			continue
		}
		for i := range got {
			if !strings.Contains(got[i], tt.want[i]) {
				t.Errorf("BindingWarnings(%q)[%d] = %q, want %q in it", tt.pairs, i, got[i], tt.want[i])
			}
		}
	}
}

func FuzzBinding(f *testing.F) {
	f.Add("sbm:origin", shop, "sbm:url-pattern", "/login*")
	f.Add("sbm:origin", "http://127.0.0.1:80", "sbm:fields", `{"a":"b"}`)
	f.Add("sbm:origin", "https://[::1]", "sbm:selector", "input[type=password]:not([disabled])")
	f.Add("sbm:origin", shop, "SBM:shadow", "closed")
	f.Add("sbm:origin", shop, "sbm:submit-origin", "https://a.example https://b.example")
	f.Fuzz(func(t *testing.T, k1, v1, k2, v2 string) {
		b, state, code := vault.ParseBinding(props(k1, v1, k2, v2))
		if (state == vault.Invalid) != (code != "") {
			t.Errorf("state %v with code %q", state, code)
		}
		if state != vault.Bound {
			return
		}
		// A bound origin is http(s), and the order of properties decides nothing.
		if !strings.HasPrefix(b.Origin, "https://") && !strings.HasPrefix(b.Origin, "http://") {
			t.Errorf("bound to origin %q", b.Origin)
		}
		if _, again, _ := vault.ParseBinding(props(k2, v2, k1, v1)); again != vault.Bound {
			t.Errorf("bound in one order only: %q %q %q %q", k1, v1, k2, v2)
		}
		// A key that is not ours changes nothing: nothing near "sbm:" is ignored.
		for _, k := range []string{k1, k2} {
			if near := strings.ToLower(strings.TrimSpace(k)); strings.HasPrefix(near, "sbm:") && near != k {
				t.Errorf("key %q was ignored", k)
			}
		}
	})
}
