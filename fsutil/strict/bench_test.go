package strict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// typical is shaped like a busy message: short names, some long text.
func typical() []byte {
	var b strings.Builder
	b.WriteString(`{"jsonrpc":"2.0","id":17,"method":"tools/call","params":{"name":"type_text","arguments":{"items":[`)
	for i := range 200 {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"uid":"e%d","text":"some words \u00e9 with \"quotes\" and a line\n","n":%d.25,"on":true}`, i, i)
	}
	b.WriteString(`],"text":"` + strings.Repeat("lorem ipsum dolor sit amet ", 800) + `"}}}`)
	return []byte(b.String())
}

// BenchmarkParse prints our speed as a multiple of encoding/json's into any.
func BenchmarkParse(b *testing.B) {
	doc := typical()
	b.Run("strict", func(b *testing.B) {
		b.SetBytes(int64(len(doc)))
		for b.Loop() {
			if _, err := Parse(doc, Limits{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding_json", func(b *testing.B) {
		b.SetBytes(int64(len(doc)))
		for b.Loop() {
			var v any
			if err := json.Unmarshal(doc, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkHostile shows linear time: MB/s at 4 MiB stays near that at 64 KiB.
func BenchmarkHostile(b *testing.B) {
	for _, size := range []int{64 << 10, 1 << 20, 4 << 20} {
		for name, doc := range hostile(size) {
			b.Run(fmt.Sprintf("%s/%dKiB", name, size>>10), func(b *testing.B) {
				b.SetBytes(int64(len(doc)))
				for b.Loop() {
					if _, err := Parse(doc, Limits{Bytes: 16 << 20}); ruleOf(err) == RuleSize {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func hostile(size int) map[string][]byte {
	objects := func(members int) []byte { // of distinct names
		b := []byte{'['}
		for i := 0; len(b) < size; {
			b = append(b, '{')
			for range members {
				b = fmt.Appendf(b, `"k%07d":0,`, i)
				i++
			}
			b = append(b[:len(b)-1], "},"...)
		}
		return append(b[:len(b)-1], ']')
	}
	return map[string][]byte{
		"open":        bytes.Repeat([]byte{'['}, size),
		"escapes":     append([]byte(`"`), bytes.Repeat([]byte(`\u0000`), size/6-1)...),
		"pairs":       append(append([]byte(`"`), bytes.Repeat([]byte(`\ud83d`), size/6-1)...), '"'),
		"names":       objects(1024),
		"one_object":  objects(size / 13),
		"backslashes": append(append([]byte(`"`), bytes.Repeat([]byte(`\\`), size/2-2)...), '"'),
	}
}
