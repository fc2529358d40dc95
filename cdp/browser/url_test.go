package browser

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"unicode"
)

func TestParseURLTakes(t *testing.T) {
	for _, tt := range []struct{ raw, want string }{
		{"http://localhost:8080/a?b#c", "http://localhost:8080/a?b#c"},
		{"HTTPS://Shop.Example", "https://shop.example/"},
		{"https://shop.example?x", "https://shop.example/?x"},
		{"https://shop.example#x", "https://shop.example/#x"},
		{"  https://shop.example/a \n", "https://shop.example/a"},
		{"ht\ttp://sh\nop.example/\ra", "http://shop.example/a"},
		{"http://shop.example:80/", "http://shop.example/"},
		{"https://shop.example:443/", "https://shop.example/"},
		{"http://shop.example:0443/", "http://shop.example:443/"},
		{"http://shop.example:/", "http://shop.example/"},
		{"http://127.1/", "http://127.0.0.1/"},
		{"http://0x7f.0.0.1/", "http://127.0.0.1/"},
		{"http://017700000001/", "http://127.0.0.1/"},
		{"http://2130706433/", "http://127.0.0.1/"},
		{"http://0x/", "http://0.0.0.0/"},
		{"http://[::1]:8080/", "http://[::1]:8080/"},
		{"http://[0:0::FFFF:127.0.0.1]/", "http://[::ffff:127.0.0.1]/"},
		{"http://xn--caf-dma.example/", "http://xn--caf-dma.example/"},
		{"http://under_score.example./", "http://under_score.example./"},
		{"http://h/caf\u00e9?q=a b@c:d\\e", "http://h/caf\u00e9?q=a b@c:d\\e"},
		{"http://h/@user", "http://h/@user"},
	} {
		if got, err := ParseURL(tt.raw); err != nil || got != tt.want {
			t.Errorf("ParseURL(%q) = %q, %v, want %q", tt.raw, got, err, tt.want)
		}
	}
}

// TestParseURLRefuses holds item 13 of the acceptance list: each scheme, with obfuscated spellings.
func TestParseURLRefuses(t *testing.T) {
	schemes := []string{
		"javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "chrome://settings", "chrome-extension://x/",
		"view-source:http://h/", "about:blank", "blob:http://h/x", "ftp://h/", "ws://h/", "wss://h/", "mailto:a@b",
		"filesystem:http://h/x", "devtools://devtools/", "chrome-untrusted://x", "intent://x", "vbscript:x", "jar:http://h!/",
	}
	var spellings []string
	for _, s := range schemes {
		spellings = append(spellings, s, strings.ToUpper(s), " "+s, "\x00\x1f"+s, "\t"+s, s[:2]+"\t"+s[2:], s[:1]+"\r\n"+s[1:], "\u00a0"+s, "//"+s)
	}
	spellings = append(spellings,
		"", " ", "http", "http:", "http:/", "http:h", "http:/h/", "http:\\\\h\\", "http:///", "http://", "//h/", "/path", "h.example",
		"http://user@h/", "http://user:pw@h/", "http://@h/", "http://h@evil.example/", "https://shop.example\\@evil.example/",
		"http://h:99999/", "http://h:-1/", "http://h:8a/", "http://[::1", "http://[::1]x/", "http://[fe80::1%25eth0]/", "http://[1.2.3.4]/",
		"http://caf\u00e9.example/", "http://sh%6fp.example/", "http://h h/", "http://h<>/", "http://1.2.3.4.5/", "http://256.1.1.1/",
		"http://1.2.3.09/", "http://h/\x01a", "http://h/\x7f", "http://h\\a/", "http://h/a\\b", "http://\xff/", "http://"+strings.Repeat("a", 300)+"/",
		"http://h/"+strings.Repeat("a", maxURL), "http://h|x/", "http://h^/", "\ufeffhttp://h/", "http\uff1a//h/", "http://h\u3002example/",
	)
	for _, raw := range spellings {
		got, err := ParseURL(raw)
		if !errors.Is(err, ErrNavigationRefused) || got != "" {
			t.Errorf("ParseURL(%.60q) = %q, %v, want ErrNavigationRefused", raw, got, err)
		}
		if err != nil && len(raw) > 12 && strings.Contains(err.Error(), raw) {
			t.Errorf("ParseURL(%.60q): the error repeats the address", raw)
		}
	}
}

// FuzzParseURL holds that what is taken is one plain http(s) address that Go's own parser reads the same way, and that
// parsing it again changes nothing.
func FuzzParseURL(f *testing.F) {
	for _, seed := range []string{
		"http://h/", "https://shop.example:8443/a?b#c", "java\tscript:x", "http://u@h/", "http://[::1]:1/", "http://0x7f.1/", "http://h\\@x/",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, err := ParseURL(raw)
		if err != nil {
			return
		}
		if again, err := ParseURL(got); err != nil || again != got {
			t.Fatalf("ParseURL(%q) = %q, again %q, %v", raw, got, again, err)
		}
		rest, plain := strings.CutPrefix(got, "http://")
		if !plain {
			rest, plain = strings.CutPrefix(got, "https://")
		}
		if !plain || strings.ContainsFunc(got, unicode.IsControl) && !strings.ContainsFunc(raw, unicode.IsControl) {
			t.Fatalf("ParseURL(%q) = %q", raw, got)
		}
		host := rest[:strings.IndexAny(rest, "/")]
		u, err := url.Parse(got)
		if err != nil {
			return // a path that Go refuses and Chromium takes
		}
		if u.Host != host || u.User != nil {
			t.Fatalf("ParseURL(%q) = %q: host %q for Go, %q for us", raw, got, u.Host, host)
		}
	})
}
