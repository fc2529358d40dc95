package vault_test

import (
	"strings"
	"testing"

	"browser-mcp/vault"
)

const shop = "https://shop.example"

// TestPatternTable is secure-browser, table 5.4.
func TestPatternTable(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"/login*", "/login", true},
		{"/login*", "/login/", true},
		{"/login*", "/login?next=x", true},
		{"/login*", "/login#x", true},
		{"/login*", "/loginx/y", true},
		{"/login*", "/login%2F..%2Fevil", true},
		{"/login*", "/LOGIN", false},
		{"/login", "/login", true},
		{"/login", "/login/", false},
		{"/login", "/login;x", false},
		{"/login", "//login", false},
		{"/login", "/%6Cogin", false},
		{"/login", "/a/../login", true},
		{"/%6Cogin", "/login", false},
		{"/%6Cogin", "/%6Cogin", true},
		{"/pay/*", "/pay/", true},
		{"/pay/*", "/pay/a/b", true},
		{"/pay/*", "/pay", false},
		{"/u/:id", "/u/42", true},
		{"/u/:id", "/u/42/x", false},
		{"/u/:id", "/u/", false},
		{`/u/:id(\d+)`, "/u/42", true},
		{`/u/:id(\d+)`, "/u/ab", false},
		{"/(login|signin)", "/signin", true},
		{"/a{/b}?", "/a", true},
		{"/a{/b}?", "/a/b", true},
		{"/*/edit", "/a/b/edit", true},
		{"*", "/anything/at/all", true},
		{"*", "", true},
		{"login", "/login", true},
		{"/café", "/caf%C3%A9", true},
		{"/café", "/café", true},
		{"/a b", "/a%20b", true},
		{"/a/../login", "/login", true},
		{`/login\?x`, "/login?x", false},
		{"/login{/*}?", "/loginx/y", false},
		{"/login{/*}?", "/login/y", true},
	} {
		p, err := vault.CompilePattern(shop, tt.pattern)
		if err != nil {
			t.Errorf("CompilePattern(%q): %v", tt.pattern, err)
			continue
		}
		if got := p.Match(shop + tt.path); got != tt.want {
			t.Errorf("pattern %q, Match(%q) = %v, want %v", tt.pattern, tt.path, got, tt.want)
		}
	}
}

func TestPatternMatchesItsOriginOnly(t *testing.T) {
	p, err := vault.CompilePattern("https://shop.example:8443", "*")
	if err != nil {
		t.Fatal(err)
	}
	for url, want := range map[string]bool{
		"https://shop.example:8443/":                      true,
		"https://user:pw@shop.example:8443/x":             true,
		"https://shop.example/":                           false,
		"http://shop.example:8443/":                       false,
		"https://shop.example:8443.evil.example/":         false,
		"https://shop.example:8443@evil.example/":         false,
		"https://evil.example/https://shop.example:8443/": false,
		"https://a.shop.example:8443/":                    false,
		"https://SHOP.example:8443/":                      false,
		"shop.example:8443/":                              false,
		"about:blank":                                     false,
		"":                                                false,
		"https://shop.example:8443/" + strings.Repeat("a", 16<<10):        false,
		"https://shop.example:8443/" + strings.Repeat("a", 16<<10-100):    true,
		"https://shop.example:8443?" + strings.Repeat("a", 10) + "/login": true,
	} {
		if got := p.Match(url); got != want {
			t.Errorf("Match(%.60q) = %v, want %v", url, got, want)
		}
	}
}

func TestPatternRefused(t *testing.T) {
	for _, pattern := range []string{
		"", " ", "\t", "/x(", "/:", "/login?x", "/x)(", "/{a", "/a}", "/a++", "/x/*/+", "/:id:id", "/:id/:id", "/{:a:b}", `/x\`,
		"https://shop.example/login", "/a\nb", "/a\x00b", "/a\x7fb", "/\xff", "/:café", "/:é", "/:id·",
		// Regular expressions that RE2 lacks or reads otherwise.
		"/()", "/(?:a)", "/((a))", "/(a(b)c)", "/(a(?=b))", "/(a(?!b))", "/(a(?<=b))", "/(a(?<n>b))", "/(a(?i:b))", "/(a(?P<n>b))", "/(é)",
		`/(a\1)`, `/(a\11)`, `/(a\0)`, `/(\x41)`, `/(\u0041)`, `/(\p{L})`, `/(\cA)`, `/(\A)`, `/(\z)`, `/(\Qa\E)`, `/(\a)`, `/(\_)`,
		"/(*a)", "/(a**)", "/(a{2}{3})", "/(a{,2})", "/(a{2,1})", "/(a{x})", "/(a{1001})", "/(a{2)", "/(a{+2})", "/(^*)", `/(\b+)`, "/(a])", "/(a})",
		"/([])", "/([^])", "/([a)", "/([[a]])", "/([a-])", "/([-a])", "/([a&&b])", "/([a--b])", "/([z-a])", `/([a-\d])`, `/([\b])`, "/([a/b])", "/([[:alpha:]])",
		"/((?:(?:a{100}){100}){10})", "/" + strings.Repeat("(a{1000})", 100),
		// Too long, too deep, dots that leave their text.
		"/" + strings.Repeat("a", 1024), "/(a" + strings.Repeat("(?:b", 40) + strings.Repeat(")", 40) + ")", "/:a{x/../../..}?",
	} {
		if p, err := vault.CompilePattern(shop, pattern); err == nil {
			t.Errorf("CompilePattern(%.60q) = %v, want an error", pattern, p)
		} else if !strings.HasPrefix(err.Error(), "vault: url pattern ") {
			t.Errorf("CompilePattern(%.60q): %v, want a sentence about a url pattern", pattern, err)
		}
	}
}

func TestPatternRegularExpressions(t *testing.T) {
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{`/(\w+(?:-\w+)*)`, "/a-b-c", true},
		{`/(\w+(?:-\w+)*)`, "/a-b-", false},
		{`/(a{02})`, "/aa", true},
		{`/(a{02})`, "/a{02}", false},
		{`/(a{2,})`, "/aaaa", true},
		{`/(a{2,3}?)`, "/aaaa", false},
		{`/([^\/]+\.html)`, "/x.html", true},
		{`/([^\/]+\.html)`, "/x/y.html", false},
		{`/([a-z\-]+)`, "/a-b", true},
		{`/(^a$)`, "/a", false},
		{`/(a|)`, "/", true},
		{`/(a|bc)d`, "/bcd", true},
		{`/(a|bc)d`, "/bc", false},
		{`/(.*)`, "/a/b", true},
		{`/([.])`, "/x", false},
		{`/:id(\d+)?`, "/", false},
		{`/x/:id(\d+)?`, "/x", true},
		{`/x/:id(\d+)+`, "/x/1/2/3", true},
		{`/x/:id(\d+)+`, "/x/1/a/3", false},
		{`/x{/-:id-}*`, "/x/-1-/-2-", true},
		{`/x{/-:id-}*`, "/x/-1/-2-", false},
		{`/a**`, "/a", true},
		{`/{a}b`, "/ab", true},
		{`/{}b`, "/b", true},
		{`{/a}/b`, "/a/b", true},
		{`\/a`, "/a", true},
		{`/a\*`, "/a*", true},
		{`/a\*`, "/ab", false},
	} {
		p, err := vault.CompilePattern(shop, tt.pattern)
		if err != nil {
			t.Errorf("CompilePattern(%q): %v", tt.pattern, err)
			continue
		}
		if got := p.Match(shop + tt.path); got != tt.want {
			t.Errorf("pattern %q, Match(%q) = %v, want %v", tt.pattern, tt.path, got, tt.want)
		}
	}
}

// TestPatternLinear feeds what a backtracking engine would take years for.
func TestPatternLinear(t *testing.T) {
	for _, pattern := range []string{`/((?:(?:a+)+)+)b`, `/:a(\w*)*:b(\w*)*c`, `/(a*a*a*a*a*a*a*a*a*)b`, "/*a*a*a*a*a*a*b"} {
		p, err := vault.CompilePattern(shop, pattern)
		if err != nil {
			t.Errorf("CompilePattern(%q): %v", pattern, err)
			continue
		}
		if p.Match(shop + "/" + strings.Repeat("a", 15<<10)) {
			t.Errorf("pattern %q matched a path without its last letter", pattern)
		}
	}
}

func FuzzPattern(f *testing.F) {
	for _, pattern := range []string{"/login*", `/u/:id(\d+)`, "/a{/b}?", "/(login|signin)", "/café", `/x{/-:id([a-z]{2,3})-}*`, "/a/../b", "/:", "*", `/([^\/]+)`} {
		f.Add(pattern, "/login/next?x=1#y")
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		p, err := vault.CompilePattern(shop, pattern)
		if err != nil {
			return
		}
		if p.Match("https://other.example"+path) || p.Match("http://shop.example"+path) {
			t.Errorf("pattern %q matched another origin at %q", pattern, path)
		}
		if !strings.HasPrefix(path, "/") || strings.ContainsAny(path, "?#") {
			return
		}
		got := p.Match(shop + path)
		if with := p.Match(shop + path + "?q#f"); got != with && len(path) < 1<<10 {
			t.Errorf("pattern %q, path %q: %v, with query and fragment %v", pattern, path, got, with)
		}
		// Literal patterns match their own text and nothing longer.
		if strings.ContainsAny(pattern, `*+?{}:()\`) || len(path) > 1<<10 {
			return
		}
		if got && p.Match(shop+path+"x") {
			t.Errorf("literal pattern %q matched both %q and a longer path", pattern, path)
		}
	})
}
