package vault

import (
	"testing"
	"unicode"
	"unicode/utf8"
)

func foldText(v view, s string) string {
	r := reduction{view: v, kept: make([]byte, 0, 16*len(s)+16)}
	reduce(&r, s)
	return string(r.kept)
}

func TestFold(t *testing.T) {
	for _, test := range []struct {
		view     view
		in, want string
	}{
		{viewLoose, "SK-LIVE: abc_123", "skliveabc123"},
		{viewLoose, "４２ ٤٢ ४२ 𝟒𝟐 ④② ⁴₂", "424242424242"},
		{viewLoose, "Ｆｕｌｌ ﬃ Straße Ⅷ ½", "fullffistrassevii" + "i12"},
		{viewLoose, "é e\u0301 É Å ﷺ", "eeea" + foldText(viewLoose, "صلى الله عليه وسلم")},
		{viewLoose, "a\u00ad\u200b\u200d\u202e\u2066\ufeff\u034f\ufe0fb", "ab"},
		{viewLoose, "한국", foldText(viewLoose, "\u1112\u1161\u11ab\u1100\u116e\u11a8")},
		{viewLoose, "\xff\xfea\xc3", "a"},
		{viewDigits, "4x2½ a٣", "42123"},
		{viewLiteral, "A+b é\u00ad\u0301\x00", "A b é\x00"},
	} {
		if got := foldText(test.view, test.in); got != test.want {
			t.Errorf("fold(%d, %q) = %q, want %q", test.view, test.in, got, test.want)
		}
	}
}

// TestFoldTableAgreesWithUnicode holds the generated table against the standard library's
// own tables of the same version, for every code point.
func TestFoldTableAgreesWithUnicode(t *testing.T) {
	if foldUnicode != unicode.Version {
		t.Fatalf("table of Unicode %s, library of %s: run go generate ./vault", foldUnicode, unicode.Version)
	}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		fold := foldOf(r)
		switch {
		case !utf8.ValidRune(r):
			continue
		case unicode.Is(unicode.Nd, r):
			u := unitOf(viewLoose, string(r), 0, r, utf8.RuneLen(r))
			if u.n != 1 || !isDigit(u.kept[0]) {
				t.Errorf("%U is a digit, folded to %q", r, u.kept[:u.n])
			}
		case unicode.Is(unicode.Mn, r), unicode.Is(unicode.Me, r), unicode.Is(unicode.Cf, r):
			if fold != foldIgnored {
				t.Errorf("%U is invisible or a mark, folded to %d", r, fold)
			}
		case fold == foldItself && !unicode.IsLetter(r) && !unicode.IsNumber(r):
			t.Errorf("%U is no letter and no number, but kept", r)
		case r == 0x37A, 0xFC5E <= r && r <= 0xFC63, 0xFE70 <= r && r <= 0xFE7E:
			// letters that decompose into a space and a mark
		case fold == foldSeparator && (unicode.IsLetter(r) || unicode.IsNumber(r)):
			t.Errorf("%U is a letter or number, but dropped", r)
		case fold > foldItself:
			if text := foldTexts[fold+1:][:foldTexts[fold]]; !utf8.ValidString(text) || foldText(viewLoose, text) != text {
				t.Errorf("%U folds to %q, which folds again", r, text)
			}
		case fold == foldItself && unicode.ToLower(r) != r && unicode.IsUpper(r):
			t.Errorf("%U is a capital, but kept", r)
		}
	}
}

func FuzzUnitsBothWays(f *testing.F) {
	f.Add("a\xffé\u0301日 4\u200b2\xe6\x97ﬃ한\xf0\x9f\x98")
	f.Fuzz(func(t *testing.T, s string) {
		for v := viewLoose; v <= viewLiteral; v++ {
			var forward []unit
			for i := 0; i < len(s); {
				u := next(v, s, i)
				forward = append(forward, u)
				i += u.size
			}
			for i := len(s); i > 0; {
				u := prev(v, s, i)
				if len(forward) == 0 || forward[len(forward)-1] != u {
					t.Fatalf("view %d of %q: unit before byte %d differs backwards", v, s, i)
				}
				forward = forward[:len(forward)-1]
				i -= u.size
			}
		}
	})
}
