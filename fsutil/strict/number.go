package strict

import (
	"bytes"
	"strconv"
)

// number scans by RFC 8259, section 6: no leading zero, no plus sign, digits
// on both sides of the point.
func (s *scanner) number() bool {
	s.at('-')
	if !s.at('0') && !s.digits() {
		return false
	}
	if s.at('.') && !s.digits() {
		return false
	}
	if s.at('e') || s.at('E') {
		if !s.at('+') {
			s.at('-')
		}
		return s.digits()
	}
	return true
}

// digits scans one or more.
func (s *scanner) digits() bool {
	start := s.pos
	for s.pos < len(s.data) && isDigit(s.data[s.pos]) {
		s.pos++
	}
	return s.pos > start
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// exactInt reads a number that is an integer in value, be it written 20,
// 20.0 or 2e1 (JSON Schema 2020-12 counts all three as integers, and some
// languages write every number with a point). Nothing is rounded: what does
// not fit is no integer here. A detour over float64 would make
// 9007199254740993 of 9007199254740992 and an integer of
// 1.00000000000000000001.
func exactInt(raw []byte) (int64, bool) {
	if n, err := strconv.ParseInt(string(raw), 10, 64); err == nil {
		return n, true
	}
	// The value is digits × 10^exp, with digits as short as it can be.
	mantissa, exp := raw, 0
	if i := bytes.IndexAny(raw, "eE"); i >= 0 {
		n, err := strconv.Atoi(string(raw[i+1:]))
		if err != nil {
			return 0, false
		}
		mantissa, exp = raw[:i], n
	}
	whole, fraction, _ := bytes.Cut(mantissa, []byte{'.'})
	fraction = bytes.TrimRight(fraction, "0")
	digits := string(whole) + string(fraction)
	exp -= len(fraction)
	for exp < 0 && len(digits) > 1 && digits[len(digits)-1] == '0' {
		digits, exp = digits[:len(digits)-1], exp+1
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 0, false
	}
	if n == 0 {
		return 0, true
	}
	for ; exp > 0; exp-- {
		if n > maxTenth || n < -maxTenth {
			return 0, false
		}
		n *= 10
	}
	return n, exp == 0
}

// maxTenth is the largest number that may be multiplied by ten.
const maxTenth = (1<<63 - 1) / 10
