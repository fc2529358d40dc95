package vault

import "unicode/utf8"

// appendPunycode appends the label that a host name of s would have, without its xn--
// (RFC 3492, section 6.3). ASCII alone has none, and what is longer than a label neither.
func appendPunycode(dst, s []byte) (_ []byte, ok bool) {
	const maxLabel = 63
	start, wide := len(dst), 0
	if len(s) > maxLabel*utf8.UTFMax {
		return dst, false
	}
	for rest := s; len(rest) > 0; {
		r, size := utf8.DecodeRune(rest)
		rest = rest[size:]
		if r < utf8.RuneSelf {
			dst = append(dst, byte(r))
		} else {
			wide++
		}
	}
	done := len(dst) - start
	if wide == 0 || done+wide > maxLabel {
		return dst[:start], false
	}
	if done > 0 {
		dst = append(dst, '-')
	}
	return appendDeltas(dst, s, done, wide), true
}

// Parameters of RFC 3492, section 5.
const (
	punyBase, punyMin, punyMax  = 36, 1, 26
	punySkew, punyDamp          = 38, 700
	punyFirstBias, punyFirstNum = 72, 128
)

func appendDeltas(dst, s []byte, done, wide int) []byte {
	n, delta, bias, basic := rune(punyFirstNum), 0, punyFirstBias, done
	for left := wide; left > 0; n, delta = n+1, delta+1 {
		next := rune(utf8.MaxRune)
		for rest := s; len(rest) > 0; {
			r, size := utf8.DecodeRune(rest)
			if rest = rest[size:]; r >= n {
				next = min(next, r)
			}
		}
		delta += int(next-n) * (done + 1)
		n = next
		for rest := s; len(rest) > 0; {
			r, size := utf8.DecodeRune(rest)
			rest = rest[size:]
			switch {
			case r < n:
				delta++
			case r == n:
				dst = appendVariable(dst, delta, bias)
				bias = adaptBias(delta, done+1, done == basic)
				delta = 0
				done, left = done+1, left-1
			}
		}
	}
	return dst
}

func appendVariable(dst []byte, q, bias int) []byte {
	const digits = "abcdefghijklmnopqrstuvwxyz0123456789"
	for k := punyBase; ; k += punyBase {
		t := min(max(k-bias, punyMin), punyMax)
		if q < t {
			return append(dst, digits[q])
		}
		dst = append(dst, digits[t+(q-t)%(punyBase-t)])
		q = (q - t) / (punyBase - t)
	}
}

func adaptBias(delta, points int, first bool) int {
	if first {
		delta /= punyDamp
	} else {
		delta /= 2
	}
	delta += delta / points
	k := 0
	for ; delta > (punyBase-punyMin)*punyMax/2; k += punyBase {
		delta /= punyBase - punyMin
	}
	return k + (punyBase-punyMin+1)*delta/(delta+punySkew)
}
