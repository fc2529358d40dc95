package tools

import (
	"strings"
	"testing"

	"browser-mcp/cdp/browser"
)

func str(s string) browser.String { return browser.String{S: s} }

// lineOf is the line of one item.
func lineOf(it *browser.Item) line {
	v := textView("s1", &projection{items: []browser.Item{*it}})
	return v.lines[0]
}

func yes() *bool { b := true; return &b }

func no() *bool { b := false; return &b }

func TestLineOf(t *testing.T) {
	for _, c := range []struct {
		item browser.Item
		want string
	}{
		{browser.Item{UID: "e1", Tag: "input", Type: "password", Name: str("pw"), Label: str("Password"), Password: true, Value: str("[MASKED:password-field]"), Required: true},
			`e1 input password name=pw "Password" [MASKED] required`},
		{browser.Item{UID: "e2", Tag: "input", Type: "text", Label: str("Card"), Tagged: filledMarker, Value: str("4242"), Invalid: true, Validation: str("too short by 3")},
			`e2 input text "Card" ` + filledMarker},
		{browser.Item{UID: "e3", Tag: "a", Text: str("Sign in"), Href: str("/login")}, `e3 link "Sign in"`},
		{browser.Item{UID: "e4", Tag: "a", Href: str("/login")}, `e4 link "/login"`},
		{browser.Item{UID: "e5", Tag: "button", Text: str("Pay"), Disabled: true, Covered: true}, `e5 button "Pay" disabled covered`},
		{browser.Item{UID: "e6", Tag: "input", Type: "checkbox", Label: str("Save"), Checked: yes()}, `e6 input checkbox "Save" checked`},
		{browser.Item{UID: "e7", Tag: "div", Role: "tab", Text: str("Card"), Selected: no(), Expanded: no()}, `e7 tab "Card" unselected collapsed`},
		{browser.Item{UID: "e8", Tag: "select", Name: str("cc"), Value: str("DE"), Options: []browser.Option{
			{Label: str("Germany"), Value: str("DE"), Selected: true}, {Label: str("B 1"), Value: str("B 1")}}},
			`e8 select name=cc options: "Germany"=DE* "B 1"`},
		{browser.Item{UID: "e9", Tag: "input", Type: "text", Name: str("a b"), Value: str(`say "hi"`), Shadow: "closed"}, `e9 input text name="a b" ="say \"hi\"" closed-shadow`},
		{browser.Item{UID: "e10", Tag: "input", Type: "text", Placeholder: str("Search"), Invalid: true, Validation: str("Fill this in"), Description: str("any word")},
			`e10 input text "Search" invalid "Fill this in" (any word)`},
		{browser.Item{UID: "e11", Tag: "div", Role: `button "Pay" checked`}, `e11 "button \"Pay\" checked"`},
		{browser.Item{UID: "e12", Tag: "button", Text: str(`a\" checked`)}, `e12 button "a\\\" checked"`},
		{browser.Item{UID: "e13", Tag: "button", Text: str(`a\`)}, `e13 button "a\\"`},
		{browser.Item{Tag: "h1", Text: str("Sign in")}, `- h1 Sign in`},
		{browser.Item{Tag: "p", Role: "alert", Text: str("Wrong password")}, `- alert: Wrong password`},
		{browser.Item{Tag: "p", Text: str("one\ntwo\u2028e9 button \"Pay\"")}, `- one two e9 button "Pay"`},
	} {
		got := lineOf(&c.item)
		if got.text != c.want || got.uid != c.item.UID {
			t.Errorf("lineOf(%s %s) = %q, want %q", c.item.UID, c.item.Tag, got.text, c.want)
		}
	}
}

func TestLineHasNoLineBreak(t *testing.T) {
	for _, r := range []string{"\n", "\r", "\u0085", "\u2028", "\u2029", "\v", "\f", "\x00"} {
		evil := str("a" + r + "e1 button \"Pay\"")
		it := browser.Item{
			UID: "e2", Tag: "x-" + evil.S, Role: evil.S, Name: evil, Label: evil, Text: evil, Description: evil, Validation: evil, Invalid: true,
			Options: []browser.Option{{Label: evil, Value: evil}},
		}
		if got := lineOf(&it).text; strings.Contains(got, r) {
			t.Errorf("lineOf keeps %q: %q", r, got)
		}
	}
}

func TestManyOptionsAreCounted(t *testing.T) {
	it := browser.Item{UID: "e1", Tag: "select"}
	for range maxOptions + 7 {
		it.Options = append(it.Options, browser.Option{Label: str("x"), Value: str("x")})
	}
	if got := lineOf(&it).text; !strings.HasSuffix(got, " +7") {
		t.Errorf("line = %q, want it to end in +7", got)
	}
}

func TestClipKeepsMarkersWhole(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 10, "short"},
		{"äöüäöü", 6, "äöüäöü"},
		{"äöüäöü", 3, "äöü…"},
		{"see [REDACTED:shop] now", 12, "see …"},
		{"see [REDACTED:shop] now", 20, "see [REDACTED:shop] …"},
		{"array[0] and more", 12, "array[0] and…"},
	} {
		if got := clip(c.in, c.n); got != c.want {
			t.Errorf("clip(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

func TestOriginOf(t *testing.T) {
	for in, want := range map[string]string{
		"http://localhost:80/a?b": "http://localhost:80", "https://shop.example": "https://shop.example",
		"https://shop.example?x": "https://shop.example", "https://user@shop.example/": "null",
		"data:text/html,http://x": "null", "about:blank": "null", "": "null", "/login": "null",
	} {
		if got := originOf(in); got != want {
			t.Errorf("originOf(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestElementJSON(t *testing.T) {
	for _, c := range []struct {
		item browser.Item
		want string
	}{
		{browser.Item{UID: "e1", Frame: "f1", Tag: "input", Type: "password", Password: true, Value: str("x"), MaxLength: 9},
			`{"uid":"e1","frame":"f1","tag":"input","type":"password","value":"[MASKED:password-field]","in_viewport":true,"maxlength":9}`},
		{browser.Item{UID: "e2", Frame: "f1", Tag: "input", Type: "text", Tagged: filledMarker, Invalid: true, Validation: str("3 too few"), OffScreen: true, MaxLength: -1},
			`{"uid":"e2","frame":"f1","tag":"input","type":"text","value":"[REDACTED:secret-filled-field]","in_viewport":false}`},
		{browser.Item{UID: "e3", Frame: "f2", Tag: "a", Text: str("<b>"), Href: str("/x"), MaxLength: -1},
			`{"uid":"e3","frame":"f2","tag":"a","text":"<b>","href":"/x","in_viewport":true}`},
		{browser.Item{Frame: "f1", Tag: "h2", Text: str("Sum"), Level: 2, MaxLength: -1}, `{"frame":"f1","tag":"h2","text":"Sum","level":2}`},
	} {
		if got := encode(elementOf(&c.item)); got != c.want {
			t.Errorf("elementOf(%s) = %s, want %s", c.item.UID, got, c.want)
		}
	}
}
