package mcp

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// encoder writes one outgoing message. It is the only way from a value to the wire, so every Text passes redact here and
// nowhere else.
type encoder struct {
	buf    []byte
	redact func(string) string
	err    error // the first; the message is then not sent
}

var (
	errSymbol = errors.New("a symbol of other characters than its alphabet's")
	errNumber = errors.New("a number that JSON does not have")
	errNames  = errors.New("two members of one name after redaction")
)

// text writes what somebody else may have shaped.
func (e *encoder) text(t Text) { e.str(e.redact(string(t))) }

// symbol needs no escapes; a string that would is no symbol.
func (e *encoder) symbol(s Symbol) {
	if !s.valid() {
		e.fail(errSymbol)
		return
	}
	e.buf = append(e.buf, '"')
	e.buf = append(e.buf, s...)
	e.buf = append(e.buf, '"')
}

// str writes a constant of ours, or text that was redacted.
func (e *encoder) str(s string) { e.buf = appendString(e.buf, s) }

// raw writes JSON that this package composed.
func (e *encoder) raw(json string) { e.buf = append(e.buf, json...) }

func (e *encoder) integer(n int64) { e.buf = strconv.AppendInt(e.buf, n, 10) }

// float writes as ECMAScript does, so that most readers print what we wrote; NaN and infinities have no JSON.
func (e *encoder) float(f float64) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		e.fail(errNumber)
		return
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	e.buf = strconv.AppendFloat(e.buf, f, format, -1, 64)
}

// comma separates the i-th element of a list from the one before.
func (e *encoder) comma(i int) {
	if i > 0 {
		e.buf = append(e.buf, ',')
	}
}

// fail lets the writing go on: what was written is thrown away as a whole.
func (e *encoder) fail(err error) {
	if e.err == nil {
		e.err = err
	}
}

// verbatim marks the bytes that need no escape in a string.
var verbatim = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= 0x20 && c != '"' && c != '\\' && c < 0x7f
	}
	return t
}()

// appendString writes a JSON string (RFC 8259, section 7). What is not UTF-8 becomes U+FFFD. <, > and & stay as they are.
// Beside what must be escaped are DEL and the line separators NEL, U+2028 and U+2029, at which some readers of lines end one.
func appendString[S string | []byte](buf []byte, s S) []byte {
	buf = append(buf, '"')
	start := 0
	for i := 0; i < len(s); {
		if verbatim[s[i]] {
			i++
			continue
		}
		r, size := decodeRune(s[i:])
		if size > 1 && r != 0x85 && r != 0x2028 && r != 0x2029 {
			i += size
			continue
		}
		buf = append(buf, s[start:i]...)
		buf = appendEscape(buf, r)
		i += size
		start = i
	}
	buf = append(buf, s[start:]...)
	return append(buf, '"')
}

// decodeRune copies at most four bytes, on the stack.
func decodeRune[S string | []byte](s S) (rune, int) {
	return utf8.DecodeRuneInString(string(s[:min(len(s), utf8.UTFMax)]))
}

const hexDigits = "0123456789abcdef"

// appendEscape writes the short escapes that exist and \u00XX for the rest; all that is escaped is below U+10000.
func appendEscape(buf []byte, r rune) []byte {
	if i := strings.IndexRune("\"\\\n\r\t", r); i >= 0 {
		return append(buf, '\\', `"\nrt`[i])
	}
	if r == utf8.RuneError {
		return utf8.AppendRune(buf, r)
	}
	return append(buf, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
