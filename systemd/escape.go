package systemd

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// cutMark ends a value that was longer than its bound.
const cutMark = "…"

// escape makes text safe to show: what a terminal would act on or a reader not see
// (control characters, bidirectional overrides, bytes that are no UTF-8) is spelled out.
// keep names control characters that stay as they are. The result has at most limit bytes
// and is cut between characters.
func escape(text string, limit int, keep string) string {
	var b strings.Builder
	fits := 0 // as much of b as leaves room for the mark
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		piece := text[i : i+size]
		switch {
		case r == utf8.RuneError && size == 1:
			piece = fmt.Sprintf(`\x%02x`, text[i])
		case !strconv.IsPrint(r) && !strings.ContainsRune(keep, r):
			piece = strings.Trim(strconv.QuoteRuneToASCII(r), "'")
		}
		if b.Len()+len(piece) > limit {
			return b.String()[:fits] + cutMark
		}
		b.WriteString(piece)
		if b.Len() <= limit-len(cutMark) {
			fits = b.Len()
		}
		i += size
	}
	return b.String()
}

// appendPair writes " key=value" for people, the value quoted where it would be ambiguous.
func appendPair(b []byte, key, value string) []byte {
	b = append(append(append(b, ' '), key...), '=')
	if value == "" || strings.ContainsAny(value, ` ="`) {
		return strconv.AppendQuote(b, value)
	}
	return append(b, value...)
}
