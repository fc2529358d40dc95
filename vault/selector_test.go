package vault_test

import (
	"strings"
	"testing"

	"browser-mcp/vault"
)

// TestSelectorAccepted lists what Chromium 156 accepts in Element.matches.
func TestSelectorAccepted(t *testing.T) {
	for _, selector := range acceptedSelectors {
		if _, state, code := vault.ParseBinding(props("sbm:origin", shop, "sbm:selector", selector)); state != vault.Bound {
			t.Errorf("selector %q: %q, want it bound", selector, code)
		}
	}
}

var acceptedSelectors = []string{
	"input", "*", "#a", ".a", "INPUT", "x-field", "#-a", "#--a", "#a-1", ".é", ".日本", `.\31 a`, `.\31`, `#a\:b`, `.a\.b`,
	"input[type=password]", "input[name=cardNumber]", `input[name="card number"]`, `[name='a\'b']`, "[a]", "[ a ]", "[a = b]", "[a=b i]", "[a~=b]", "[a|=b]", "[a^='b']", `[a$="b"]`, "[a*=b]", "[*|a]", "[|a]", "[a|=b]",
	"a b", "a > b", "a>b", "a + b", "a ~ b", "a~b", "a , b", "a,b", "  a  ", "a /* c */ > b", "*|a", "*|*", "|a",
	"a.b#c[d]:checked", "input:not([disabled])", "input:not(:disabled, [readonly])", ":is(a, b) > c", ":where(a)", "form:has(> input)", "form:has(+ a, ~ b)",
	":nth-child(2n+1)", ":nth-child( -n + 3 )", ":nth-child(odd of .a)", ":nth-last-of-type(2)", ":lang(de)", ":dir(ltr)", "input::placeholder", "a:hover", "a::before", ":root", "&", "& > a",
	":is(:not(:is(:not(a))))",
}

func TestSelectorRefused(t *testing.T) {
	for _, selector := range []string{
		"", " ", ",", "a,", ",a", "a,,b", "a >", "> a", "a > > b", "a + + b", "#", ".", "[", "[]", "[=a]", "[a=]", "[a=b", "[a=b ii]", "[a=b x]", "[a='b]", "[a=1]", "[*]", "[a b]", "[a!=b]",
		"a]", "a)", ":", "::", "a:", "a:not(", "a:not()", "a:not(b", "a:is(,)", "a:not(b]", "1a", "-1", "-", "#1a", "a/* c */b", ".1a", "a b !", "a{}", "a;b", "a//b", "a@b", "@a", "$a", "a=b", `a\`, "a\\\n", "/* a", "a /deep/ b", "a >>> b",
		`"a"`, "a\x00b", strings.Repeat("a", 1025), strings.Repeat(":not(", 10) + "a" + strings.Repeat(")", 10), "form:has()", ":nth-child()", ":nth-child(2n+1", ":lang({)",
	} {
		if _, state, code := vault.ParseBinding(props("sbm:origin", shop, "sbm:selector", selector)); state != vault.Invalid {
			t.Errorf("selector %q: state %v %q, want invalid", selector, state, code)
		}
	}
}
