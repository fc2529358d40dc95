package vault

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestRedactPartsThatNobodyGuesses(t *testing.T) {
	const pem = "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\nqZ8Yk3mT0vX2cR5nB7wLpD4sH6jF9gKxUeW1aQiOzNtyCbVhMrPuSdE=\n-----END PRIVATE KEY-----"
	for _, test := range []struct {
		name, value, text string
		hidden            bool
	}{
		{"first half", tokenA, tokenA[:24], true},
		{"second half", tokenA, "…" + tokenA[12:], true},
		{"middle", tokenA, tokenA[10:28], true},
		{"half in base64", "4eC39HqLyjWDarjtT1zdp7dcX9vQ2mRk", "eHg0ZUMzOUhxTHlqV0Rhcmp0VDF6ZHA3", true},
		{"too short a part", tokenA, tokenA[:16], false},
		{"last four", tokenA, "ends in " + tokenA[28:], false},
		{"public prefix", tokenA, "sk_live_", false},
		{"public parts of a JWT", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.other", false},
		{"signature of a JWT", "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U", "dozjgNryP4J3jVmNHl0w5N_XgL0", true},
		{"frame of a PEM file", pem, "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI", false},
		{"line of a PEM file", pem, "qZ8Yk3mT0vX2cR5nB7wLpD4sH6jF9g", true},
		{"host of a URL", "https://user:" + tokenB + "@db.internal.example:5432/production", "https://user:x@db.internal.example:5432/production", false},
		{"password of a URL", "https://user:" + tokenB + "@db.internal.example:5432/production", tokenB, true},
		{"words of a passphrase", "correct horse battery staple 8f3Kq9Zx2Lw7Tn5", "correct horse battery staple", false},
		{"sequence", "abcdefghijklmnopqrstuvwxyz-8f3Kq9Zx2Lw7Tn5Vb1Mc", "abcdefghijklmnopqrstuvwxyz", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := redactorWith(t, Strong, map[SecretID]string{"v": test.value})
			if got := r.Redact(me, test.text); strings.Contains(got, "[REDACTED:v]") != test.hidden {
				t.Errorf("Redact(%q) = %q, hidden want %v", test.text, got, test.hidden)
			}
			if got := r.Redact(me, "all: "+test.value); got != "all: [REDACTED:v]" {
				t.Errorf("Redact of the whole = %q", got)
			}
		})
	}
}

// TestPartsHoldTheirBits: what is hidden is exactly what holds its bits by the estimate
// that made the class, in the value itself and in what is computed from it.
func TestPartsHoldTheirBits(t *testing.T) {
	for seed := range uint64(30) {
		value := generated(seed)
		if leastKept(value) < len([]rune(value)) || Classify(Token, "", []byte(value)) != Strong {
			continue
		}
		r := redactorWith(t, Strong, map[SecretID]string{"v": value})
		for i := 0; i < len(value); i += 5 {
			for j := i + window; j <= len(value); j++ {
				strong := unknownBits([]byte(value[i:j])) >= leastPartBits && distinct([]byte(strings.ToLower(value[i:j]))) >= leastDistinct
				if !utf8.ValidString(value[i:j]) || i == 0 && j == len(value) {
					continue
				}
				for name, text := range map[string]string{"plain": value[i:j], "hex": fmt.Sprintf("%x", value[i:j])} {
					if hidden := strings.Contains(r.Redact(me, text), "[REDACTED:v]"); hidden != strong {
						t.Fatalf("seed %d: part [%d:%d] of %q as %s hidden %v, want %v", seed, i, j, value, name, hidden, strong)
					}
				}
			}
		}
	}
}

func TestRegisterBounds(t *testing.T) {
	r := redactorWith(t, Strong, nil)
	long := make([]byte, MaxSecret)
	for i := range long {
		long[i] = generated(uint64(i / 24))[i%24]
	}
	register(t, r, me, "long", "", Token, Strong, string(long))
	if got := r.Redact(me, "x "+string(long)+" y"); got != "x [REDACTED:long] y" {
		t.Errorf("Redact of %d bytes gave %d", len(long), len(got))
	}
	if got := r.Redact(me, string(long[1000:1400])); got != "[REDACTED:long]" {
		t.Errorf("Redact of 400 bytes of the value gave %d", len(got))
	}
	var err error
	for i := 0; err == nil && i <= maxRegistered; i++ {
		s, _ := NewSecret(fmt.Append(nil, i, "-", 7919*i))
		err = r.Register(me, SecretID(fmt.Sprint(i)), "", Code, Guessable, shop, s)
		s.Close()
	}
	if !errors.Is(err, ErrTooMany) {
		t.Errorf("Register past the bound = %v, want ErrTooMany", err)
	}
}

// TestRegisterShortValueIsNotCompared: whatever class a short value is said to have, it is
// never searched for.
func TestRegisterShortValueIsNotCompared(t *testing.T) {
	r := redactorWith(t, Strong, map[SecretID]string{"v": "1234567"})
	if got := r.RedactAt(me, Place{Origin: shop, Fresh: true}, "1234567"); got != "1234567" || r.index != nil {
		t.Errorf("RedactAt = %q, index %v", got, r.index)
	}
}
