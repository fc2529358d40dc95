package vault

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"browser-mcp/internal/leak"
)

// strongValues are of the sorts that are stored: tokens, keys, generated passwords.
var strongValues = []string{
	"sk_live_4eC39HqLyjWDarjtT1zdp7dc",
	"f47ac10b-58cc-4372-a567-0e02b2c3d479",
	"9b74c9897bac770ffc029102a200c5de",
	"Xk2#vQ9!mZ7@pL4$wN8^",
	`a"b\c<d>&e=%41+f/g:9Qz7Kp2Wm`,
	"pÄss-wörd-日本-7Qz9Kp2Wm4Xv",
	"31415926535897932384626433832795",
	`!"#$%&'()*+,-./:;<=>?@[\]^_{|}~`,
	"AbCdEfGhIjKlMnOpQrStUv==",
	"5I^bab@A/YzUk-oZr=)G+Y,b!=|q]=#",
	"MpHGf1j]qLX$3S(e|_}%*~]$!)xL}yB_bxPdkQ#&A4",
	"4of33어語jb국밀本2번밀f本olcam4ke7비n秘l文k3",
}

func TestRedactHidesEveryEncoding(t *testing.T) {
	for _, value := range strongValues {
		r := redactorWith(t, Strong, map[SecretID]string{"key": value})
		for _, e := range leak.Encodings(value) {
			if e.Loose && leastKept(value) < window {
				continue
			}
			for _, text := range []string{e.Text, "a page says " + e.Text + " to you", "x=" + e.Text + "&y=1", "(" + e.Text + ")"} {
				got := r.Redact(me, text)
				if found := leak.Scan([]byte(got), value); len(found) != 0 || !strings.Contains(got, "[REDACTED:key]") {
					t.Errorf("Redact(%q as %s: %q) = %q, found %v", value, e.Name, text, got, found)
				}
				if rest := strings.Replace(got, "[REDACTED:key]", "", 1); len(rest) > len(text)-len(e.Text)+len("=3D") {
					t.Errorf("Redact(%q as %s: %q) = %q: a fragment is left", value, e.Name, text, got)
				}
			}
		}
	}
}

// TestRedactHidesGeneratedValues: FuzzRedact's values in all encodings, a few of them.
func TestRedactHidesGeneratedValues(t *testing.T) {
	for seed := range uint64(40) {
		value := generated(seed)
		r := redactorWith(t, Strong, map[SecretID]string{"key": value})
		for _, e := range leak.Encodings(value) {
			const want = "a page says [REDACTED:key] to you"
			got := r.Redact(me, "a page says "+e.Text+" to you")
			if strings.Replace(got, "=[", "[", 1) != want { // the sign of quoted-printable tells nothing
				t.Errorf("Redact(%q as %s: %q) = %q, want %q", value, e.Name, e.Text, got, want)
			}
		}
	}
}

// leastKept is how many letters and digits a value has.
func leastKept(value string) int {
	n := countDigits(value)
	return n.digits + n.letters
}

func TestRedactHidesMiddlingInReversibleEncodings(t *testing.T) {
	for _, value := range []string{"correcthorse", "Hunter2!hunter", "kärlek8789", "p&ss<wörd>", "12ab34cd", `####"#&#<9`} {
		r := redactorWith(t, Middling, map[SecretID]string{"pw": value})
		for _, e := range leak.Encodings(value) {
			if e.Loose && leastKept(value) < window {
				continue
			}
			at := Place{Origin: shop, Fresh: true}
			text := "a page says " + e.Text + " to you"
			got := r.RedactAt(me, at, text)
			if hidden := strings.Contains(got, "[REDACTED:pw]"); hidden == e.Digest {
				t.Errorf("RedactAt(%q as %s: %q) = %q, hidden %v", value, e.Name, text, got, hidden)
			}
		}
	}
}

// corpus is text without secrets: words of several scripts, numbers, markup, base64, hex,
// URLs, JSON and escapes, the same in every run.
func corpus(n int) string {
	rng := rand.New(rand.NewPCG(7, 11))
	words := strings.Fields("the order of items 日本語 страница résumé naïve Straße 한국어 עמוד صفحة account sign in password token secret key price")
	var b strings.Builder
	for b.Len() < n {
		word := words[rng.IntN(len(words))]
		switch rng.IntN(12) {
		case 0:
			fmt.Fprintf(&b, "%d ", rng.Uint64()>>rng.IntN(60))
		case 1:
			fmt.Fprintf(&b, "%016x ", rng.Uint64())
		case 2:
			fmt.Fprintf(&b, "<a href=\"https://%s.example/?q=%%%02X&amp;id=%d\">", word, rng.IntN(256), rng.IntN(1e6))
		case 3:
			fmt.Fprintf(&b, `{"%s":"\u%04x\n"} `, word, rng.IntN(0xD800))
		case 4:
			fmt.Fprintf(&b, "+%s- =%02X=\r\n", word, rng.IntN(256))
		default:
			b.WriteString(word + " ")
		}
	}
	return b.String()
}

func TestRedactLeavesOtherTextAlone(t *testing.T) {
	values := map[SecretID]string{}
	for i, v := range strongValues {
		values[SecretID(fmt.Sprint("s", i))] = v
	}
	r := redactorWith(t, Strong, values)
	register(t, r, me, "pw", "", Password, Middling, "correct-Horse")
	text := corpus(1 << 20)
	at := Place{Origin: shop, Fresh: true}
	if got := r.RedactAt(me, at, text); got != text {
		i := 0
		for i < len(got) && got[i] == text[i] {
			i++
		}
		t.Errorf("text without a value changed at byte %d: %q", i, got[i:min(len(got), i+80)])
	}
}

// alphabets of generated values.
var alphabets = []string{
	"abcdefghijklmnopqrstuvwxyz0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "0123456789abcdef",
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", "!\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~",
	"äöüßéèñçøåабвгдежзиклмнопрстуфхцчшщъыьэюя0123456789abcdefghijklmnop", "日本語文字列秘密鍵한국어비밀번호0123456789abcdefghijklmnop",
}

// generated makes a value that is strong by any measure.
func generated(seed uint64) string {
	rng := rand.New(rand.NewPCG(seed, 5))
	alphabet := []rune(alphabets[rng.IntN(len(alphabets))])
	v := make([]rune, 24+rng.IntN(80))
	for i := range v {
		v[i] = alphabet[rng.IntN(len(alphabet))]
	}
	return string(v)
}

func FuzzRedact(f *testing.F) {
	for i := range 60 {
		f.Add(uint64(i), uint(7*i), "before ", " behind")
	}
	f.Add(uint64(1), uint(30), "%", ";")
	f.Fuzz(func(t *testing.T, seed uint64, which uint, before, behind string) {
		value := generated(seed)
		r := redactorWith(t, Strong, map[SecretID]string{"key": value})
		all := leak.Encodings(value)
		e := all[which%uint(len(all))]
		// A space keeps the surroundings from being part of the encoding.
		got := r.Redact(me, before+" "+e.Text+" "+behind)
		if found := leak.Scan([]byte(got), value); len(found) != 0 {
			t.Errorf("Redact(%q as %s) = %q, found %v", value, e.Name, got, found)
		}
	})
}
