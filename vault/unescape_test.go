package vault

import "testing"

func TestUnescape(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"a%41%c3%a9%E9%zz%4", "aAéé%zz%4"},
		{"%u0041%uD83D%uDE00%u12", "A😀%u12"},
		{"&amp;&lt&#65;&#x41&#x41;&eacute;&nosuch;&", "&<AAAé&nosuch;&"},
		{"&amp;amp; &notit; &#99999999;", "&amp; ¬it; \ufffd"},
		{`\u0041\ud83d\ude00\u{1F600}\x41\xc3\xa9\101\/\"\\\'`, `A😀😀AéA/"\'`},
		{`\n\t\u12`, "\n\n\\u12"},
		{`\`, `\`},
		{"plain text = + ;", "plain text = + ;"},
	} {
		got := layers(test.in)
		if last := got[min(1, len(got)-1)].text; last != test.want {
			t.Errorf("unescape(%q) = %q, want %q", test.in, last, test.want)
		}
	}
}

func TestUnescapeMail(t *testing.T) {
	for in, want := range map[string]string{"a=3D=C3=A9=\r\nb=zz": "a=éb=zz", "a=\nb": "ab", "=C3=\r\n=A9": "é"} {
		all := mailLayers(&layer{text: in})
		if got := all[len(all)-1].text; got != want {
			t.Errorf("quoted-printable %q = %q, want %q", in, got, want)
		}
	}
	// The examples of RFC 2152, section 4.
	for in, want := range map[string]string{"A+ImIDkQ.": "A≢Α.", "Hi Mom -+Jjo--!": "Hi Mom -☺-!", "+ZeVnLIqe-": "日本語", "1 +- 1": "1 + 1"} {
		if got, _ := unescape(nil, in, "+", utf7); string(got) != want {
			t.Errorf("utf7(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestLayersMapBack(t *testing.T) {
	const s = "a%2541b &amp;lt; c"
	all := layers(s)
	top := all[len(all)-1]
	if want := "aAb < c"; top.text != want {
		t.Fatalf("top layer of %q = %q, want %q", s, top.text, want)
	}
	for _, test := range []struct {
		from, to int
		want     string
	}{{0, 1, "a"}, {1, 2, "%2541"}, {2, 3, "b"}, {1, 5, "%2541b &amp;lt;"}, {0, 7, s}, {6, 7, "c"}} {
		if a, b := top.source(test.from, test.to); s[a:b] != test.want {
			t.Errorf("source(%q) = %q, want %q", top.text[test.from:test.to], s[a:b], test.want)
		}
	}
}

func FuzzLayers(f *testing.F) {
	f.Add(`%25%34%31 &amp;#65; \u0041\\u0041 =41=\n+AGE-`)
	f.Fuzz(func(t *testing.T, s string) {
		all := layers(s)
		if len(all) > maxLayers+1 {
			t.Fatalf("%d layers, limit %d", len(all), maxLayers+1)
		}
		for _, l := range append(all, mailLayers(all[0])...) {
			last := 0
			for i := range len(l.text) {
				a, b := l.source(i, i+1)
				if a < 0 || b > len(s) || a > b || b < last {
					t.Fatalf("byte %d of %q comes from [%d, %d) of %q, after %d", i, l.text, a, b, s, last)
				}
				last = b
			}
		}
	})
}

// TestPunycode has the samples of RFC 3492, section 7.1.
func TestPunycode(t *testing.T) {
	for in, want := range map[string]string{
		"他们为什么不说中文":              "ihqwcrb4cv8a8dqg056pqjye",
		"Pročprostěnemluvíčesky": "Proprostnemluvesky-uyb24dma41a",
		"3年B組金八先生":               "3B-ww4c5e180e575a65lsy2b",
		"ひとつ屋根の下2":               "2-u9tlzr9756bt3uc0v",
		"bücher":                 "bcher-kva",
	} {
		if got, ok := appendPunycode(nil, []byte(in)); !ok || string(got) != want {
			t.Errorf("punycode(%q) = %q, %v, want %q", in, got, ok, want)
		}
	}
	if got, ok := appendPunycode(nil, []byte("plain")); ok {
		t.Errorf("punycode(plain) = %q", got)
	}
}
