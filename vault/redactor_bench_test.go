package vault

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func pageText(n int) string {
	words := strings.Fields("the account page shows orders from your shop with 12 items and a total of $1,204.50 on 2025-01-03 &amp; more A-Z résumé 100% naïve c\\u0041fe")
	rng := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[rng.IntN(len(words))])
		b.WriteByte(' ')
	}
	return b.String()
}

func BenchmarkRedact200KB20Values(b *testing.B) {
	values := map[SecretID]string{}
	rng := rand.New(rand.NewPCG(1, 2))
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	for i := range 20 {
		v := make([]byte, 40)
		for k := range v {
			v[k] = alphabet[rng.IntN(len(alphabet))]
		}
		values[SecretID(fmt.Sprint("s", i))] = string(v)
	}
	r := redactorWith(b, Strong, values)
	text := pageText(200 << 10)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r.Redact(me, text)
	}
}

func BenchmarkRegister(b *testing.B) {
	value := generated(3)
	b.ReportAllocs()
	for b.Loop() {
		r := NewRedactor()
		register(b, r, me, "key", "", Token, Strong, value)
		if err := r.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRedactRuns10000(b *testing.B) {
	r := redactorWith(b, Strong, map[SecretID]string{"a": tokenA, "b": tokenB})
	register(b, r, me, "pw", "", Password, Middling, "correct-Horse")
	register(b, r, me, "card", "number", Card, Guessable, "4242424242424242")
	r.Filled(Doc{Tab: "t1", Frame: "f", Loader: "l", Origin: shop}, "card", "number")
	runs := strings.SplitAfterN(pageText(200<<10), " ", 10000)
	places := make([]Place, len(runs))
	for i := range places {
		places[i] = Place{Tab: "t1", Frame: "f", Loader: "l", Origin: shop, Fresh: i%2 == 0}
	}
	b.ReportAllocs()
	for b.Loop() {
		r.RedactRuns(me, places, runs)
	}
}

func BenchmarkRedactAtShort(b *testing.B) {
	for _, filled := range []bool{false, true} {
		b.Run(fmt.Sprint("filled=", filled), func(b *testing.B) {
			r := NewRedactor()
			defer r.Close()
			if filled {
				register(b, r, me, "a", "", Token, Strong, tokenA)
			}
			b.ReportAllocs()
			for b.Loop() {
				r.RedactAt(me, Place{Origin: shop, Fresh: true}, "/catalogue/item/4711/reviews")
			}
		})
	}
}
