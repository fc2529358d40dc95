package vault_test

import (
	"encoding/base64"
	"encoding/hex"
	"math/rand/v2"
	"strings"
	"testing"

	"browser-mcp/vault"
)

// TestClassTable is threats N1: what counts as strong, middling and guessable.
func TestClassTable(t *testing.T) {
	const s, m, g = vault.Strong, vault.Middling, vault.Guessable
	for _, tt := range []struct {
		kind       vault.Kind
		key, value string
		want       vault.Class
	}{
		// Human passwords of 8 characters and more, however clever.
		{vault.Password, "", "hunter22", m},
		{vault.Password, "", "password", m},
		{vault.Password, "", "P@ssw0rd1234!", m},
		{vault.Password, "", `Tr0ub4dor&3 "quoted" <b>é`, m},
		{vault.Password, "", "correct horse battery staple", m},
		{vault.Password, "", "CorrectHorseBatteryStaple2024!", m},
		{vault.Password, "", "To be, or not to be, that is the question: whether 'tis nobler", m},
		{vault.Password, "", "qwertyuiop123456789!@#$%^&*()", m},
		{vault.Password, "", "1qaz2wsx3edc4rfv5tgb", m},
		{vault.Password, "", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", m},
		{vault.Password, "", "abcabcabcabcabcabcabcabcabcabc", m},
		{vault.Password, "", "x7Kq9x7Kq9x7Kq9x7Kq9x7Kq9", m},
		{vault.Password, "", "ilovemydogandmycat1987", m},
		{vault.Password, "", "Sommerferien2019inSpanien", m},
		{vault.Password, "", "миру-мир-и-больше-ничего-не-надо", m},
		{vault.Password, "", "mock-demo-p@ssw0rd-1234", m},
		{vault.Password, "password", "Summer2024!", m},
		// Too short, separators and known prefixes apart.
		{vault.Password, "", "hunter2", g},
		{vault.Password, "", "a-b-c-d-e-f-g", g},
		{vault.Password, "", "日本語パス", g},
		{vault.Token, "", "sk_live_abc123", g},
		{vault.Token, "", "ghp_abcdefg", g},
		// Generated values and long tokens.
		{vault.Password, "", "kXv3!9mQz_pL2tR@w8Yd", s},
		{vault.Token, "", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", s},
		{vault.Token, "", "ghp_16C7e42F292c6912E7710c838347Ae178B4a", s},
		{vault.Token, "", "AKIAIOSFODNN7EXAMPLE", m},
		{vault.Token, "", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzqT5kEW7h", s},
		{vault.Text, "", "d41d8cd98f00b204e9800998ecf8427e", s},
		{vault.Token, "", "9f86d081884c7d65", m}, // 64 bits at best
		{vault.Token, "", "3f2b8c1e-7a4d-4e9b-9c0f-5d6e7a8b1c2f", s},
		{vault.Token, "", "3f2b8c1e-7a4d-1e9b-9c0f-5d6e7a8b1c2f", g}, // made of time and address
		{vault.Token, "", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U", s},
		{vault.Token, "", "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.", g},
		{vault.Token, "", "AGE-SECRET-KEY-1QYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQSZQGPQYQS", m}, // repeats itself
		{vault.Token, "", "81726354917263548190273645", m},                                           // 26 digits less an issuer's 8
		{vault.Token, "", "8172635491726354819027364554637281", s},
		// Digits, dates, numbers of things.
		{vault.Password, "", "12345678", g},
		{vault.Password, "", "9876543210987654321", g},
		{vault.Password, "", "+49 (170) 123-45-67", g},
		{vault.Token, "", "4242424242424242", g},
		{vault.Token, "", "4242 4242 4242 4242", g},
		{vault.Password, "", "1990-12-24", g},
		{vault.Password, "", "24 December 1990", g},
		{vault.Password, "", "2024-02-30T23:59:59Z", g},
		{vault.Token, "", "GB82 WEST 1234 5698 7654 32", g},
		{vault.Token, "", "de89370400440532013000", g},
		{vault.Token, "", "GB83 WEST 1234 5698 7654 32", m}, // check digits wrong: not an IBAN
		{vault.Text, "", "SW1A 1AA", g},
		{vault.Text, "", "Springfield", g},
		{vault.Text, "", "12 Evergreen Terrace", g},
		{vault.Password, "", "\xff\xfe\xfd\xfc\xfb\xfa\xf9\xf8", g},
		// Kind and key decide before the value does.
		{vault.Card, "", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Code, "", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Password, "number", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Token, "cardNumber", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Token, "expiry", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Token, "cvc", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Token, "iban", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Token, "pin", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Token, "PIN-Code", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Token, "one_time_code", "kXv3!9mQz_pL2tR@w8Yd", g},
		{vault.Token, "shipping", "kXv3!9mQz_pL2tR@w8Yd", s},
		{vault.Token, "apiKey", "kXv3!9mQz_pL2tR@w8Yd", s},
	} {
		if got := vault.Classify(tt.kind, tt.key, []byte(tt.value)); got != tt.want {
			t.Errorf("Classify(%s, %q, %q) = %s, want %s", tt.kind, tt.key, tt.value, got, tt.want)
		}
	}
}

func TestKindForKey(t *testing.T) {
	for key, want := range map[string]vault.Kind{
		"number": vault.Card, "cardNumber": vault.Card, "card_number": vault.Card, "cardnumber": vault.Card, "exp": vault.Card, "exp-month": vault.Card,
		"expirationYear": vault.Card, "CVC": vault.Card, "cvv2": vault.Card, "securityCode": vault.Card, "iban": vault.Card,
		"pin": vault.Code, "otp": vault.Code, "zip": vault.Code, "dateOfBirth": vault.Code, "passcode": vault.Code, "phone": vault.Code,
		"password": vault.Password, "user": vault.Password, "shipping": vault.Password, "expert": vault.Password, "spinner": vault.Password, "": vault.Password,
	} {
		if got := vault.Password.ForKey(key); got != want {
			t.Errorf("Password.ForKey(%q) = %q, want %q", key, got, want)
		}
	}
	for in, want := range map[string]vault.Kind{"": vault.Password, "card": vault.Card, "code": vault.Code, "token": vault.Token, "text": vault.Text, "password": vault.Password} {
		if got, err := vault.ParseKind(in); err != nil || got != want {
			t.Errorf("ParseKind(%q) = %q, %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"Card", "cards", " card", "\xff"} {
		if got, err := vault.ParseKind(in); err == nil {
			t.Errorf("ParseKind(%q) = %q, want an error", in, got)
		}
	}
}

// TestClassGeneratedValuesAreStrong draws what generators make; the draw is the same each
// time.
func TestClassGeneratedValuesAreStrong(t *testing.T) {
	const lower, upper, digits = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "0123456789"
	random := rand.New(rand.NewChaCha8([32]byte{1}))
	draw := func(alphabet string, n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = alphabet[random.IntN(len(alphabet))]
		}
		return string(b)
	}
	raw := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		return b
	}
	for _, tt := range []struct {
		name     string
		generate func() string
	}{
		{"20 of letters, digits and signs", func() string { return draw(lower+upper+digits+"!#$%&*+-=?@^_", 20) }},
		{"24 of letters and digits", func() string { return draw(lower+upper+digits, 24) }},
		{"32 of small letters and digits", func() string { return draw(lower+digits, 32) }},
		{"32 of small letters", func() string { return draw(lower, 32) }},
		{"16 bytes in base64", func() string { return base64.StdEncoding.EncodeToString(raw(16)) }},
		{"16 bytes in hexadecimal", func() string { return hex.EncodeToString(raw(16)) }},
		{"token with prefix", func() string { return "sk_live_" + draw(lower+upper+digits, 24) }},
		{"40 digits", func() string { return draw(digits, 40) }},
		{"5 groups of 5", func() string {
			return strings.Join([]string{draw(upper+digits, 5), draw(upper+digits, 5), draw(upper+digits, 5), draw(upper+digits, 5), draw(upper+digits, 5)}, "-")
		}},
	} {
		const draws = 2000
		weaker := 0
		for range draws {
			if vault.Classify(vault.Token, "", []byte(tt.generate())) != vault.Strong {
				weaker++
			}
		}
		if weaker > draws/15 {
			t.Errorf("%s: %d of %d not strong, want at most one in fifteen", tt.name, weaker, draws)
		}
	}
}

// TestClassSentencesAreNotStrong: length alone makes nothing strong.
func TestClassSentencesAreNotStrong(t *testing.T) {
	for _, value := range []string{
		"the quick brown fox jumps over the lazy dog", "Alle meine Entchen schwimmen auf dem See", "nel mezzo del cammin di nostra vita",
		"en un lugar de la Mancha de cuyo nombre", "je suis né à Paris en 1987", "MyDogRexAte2BonesYesterday!", "Liverpool-Football-Club-1892",
		"letmeinletmeinletmein123", "iloveyou3000andforever", "S3cr3tP4ssw0rdF0rW0rk", "Passw0rd!Passw0rd!Passw0rd!", strings.Repeat("secret", 50),
		"zaq12wsxcde34rfvbgt56yhn", "111222333444555666777888999000", "January2024February2024March2024",
	} {
		if got := vault.Classify(vault.Password, "", []byte(value)); got == vault.Strong {
			t.Errorf("Classify(password, %q) = strong, want less", value)
		}
	}
}

func FuzzClassify(f *testing.F) {
	f.Add("", "hunter22")
	f.Add("cvc", "123")
	f.Add("token", "sk_live_4eC39HqLyjWDarjtT1zdp7dc")
	f.Add("", "eyJ..")
	f.Fuzz(func(t *testing.T, key, value string) {
		class := vault.Classify(vault.Token, key, []byte(value))
		if class != vault.Guessable && len(value) < 8 {
			t.Errorf("%q of %d bytes is %s", value, len(value), class)
		}
		if digits := strings.Trim(value, "0123456789 -/."); digits == "" && len(value) < 20 && class != vault.Guessable {
			t.Errorf("number %q is %s", value, class)
		}
		if vault.Classify(vault.Card, key, []byte(value)) != vault.Guessable {
			t.Errorf("card %q is not guessable", value)
		}
		if doubled := vault.Classify(vault.Text, key, []byte(value)); class != vault.Strong && doubled == vault.Strong {
			t.Errorf("%q is strong as text only", value)
		}
	})
}

// TestClassifyCopiesNothing: a copy on the heap could not be wiped.
func TestClassifyCopiesNothing(t *testing.T) {
	for _, value := range []string{"hunter22 with a word", "kXv3!9mQz_pL2tR@w8Yd", "GB82 WEST 1234 5698 7654 32", "24 December 1990"} {
		b := []byte(value)
		if n := testing.AllocsPerRun(20, func() { vault.Classify(vault.Password, "", b) }); n != 0 {
			t.Errorf("Classify of %q allocates %v times, want 0", value, n)
		}
	}
}
