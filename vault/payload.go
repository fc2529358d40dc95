package vault

import (
	"errors"
	"fmt"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"browser-mcp/fsutil/strict"
)

// ErrPayload is for a value that cannot be filled, or is not the JSON object that its
// binding's fields want. The text around it says which rule was broken.
var ErrPayload = errors.New("vault: payload invalid")

// SplitFields takes the JSON text of a multi-field secret apart: an object whose values are
// non-empty strings. Each part is decoded straight into locked memory; names, which are not
// secret, are on the heap. The caller closes the parts; on an error there are none.
func SplitFields(value *Secret) (parts map[string]*Secret, err error) {
	err = value.Use(func(text []byte) error {
		// The error of the scanner is dropped: its path holds names, and no caller needs it.
		object, err := strict.Parse(text, strict.Limits{Bytes: MaxSecret, Depth: 1, Members: maxFields})
		if err != nil || object.Kind() != strict.Object {
			return fmt.Errorf("%w: not a JSON object of at most %d strings", ErrPayload, maxFields)
		}
		parts = map[string]*Secret{}
		for name, member := range object.Members() {
			part, err := decodeString(member)
			if err != nil {
				return err
			}
			parts[name] = part
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, closeAll(parts))
	}
	return parts, nil
}

// decodeString measures first, so that the locked memory has exactly the value's size.
func decodeString(member strict.Value) (*Secret, error) {
	if _, lone := member.LoneSurrogate(); lone || member.Kind() != strict.String {
		return nil, fmt.Errorf("%w: a part is no string", ErrPayload)
	}
	raw := member.Raw()
	inside := raw[1 : len(raw)-1]
	n := unescapeJSON(nil, inside)
	if n == 0 {
		return nil, fmt.Errorf("%w: a part is empty", ErrPayload)
	}
	return NewSecretFunc(n, func(b []byte) error {
		unescapeJSON(b, inside)
		return nil
	})
}

// unescapeJSON writes what a scanned string means (RFC 8259, section 7) to dst and returns
// its length in bytes; dst may be nil to measure. It exists beside the scanner's own
// decoding because that makes a Go string, which cannot be wiped.
func unescapeJSON(dst, inside []byte) (n int) {
	put := func(r rune, size int) {
		if dst != nil {
			utf8.EncodeRune(dst[n:n+size], r)
		}
		n += size
	}
	for i := 0; i < len(inside); {
		if inside[i] != '\\' {
			r, size := utf8.DecodeRune(inside[i:])
			put(r, size)
			i += size
			continue
		}
		r, size := escaped(inside[i:])
		put(r, utf8.RuneLen(r))
		i += size
	}
	return n
}

// escaped decodes one escape; the scanner has seen that it is well formed.
func escaped(b []byte) (r rune, size int) {
	switch c := b[1]; c {
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	case 'u':
		r = hexRune(b[2:6])
		if !utf16.IsSurrogate(r) {
			return r, 6
		}
		return utf16.DecodeRune(r, hexRune(b[8:12])), 12
	default:
		return rune(c), 2
	}
}

// hexRune reads four digits that the scanner has seen.
func hexRune(digits []byte) (r rune) {
	for _, c := range digits {
		switch {
		case isDigit(c):
			r = r<<4 | rune(c-'0')
		default:
			r = r<<4 | rune(lower(c)-'a'+10)
		}
	}
	return r
}

// CheckValue holds a value against what can be filled at all (secure-browser, section 6):
// valid UTF-8 without control characters; lines says that line breaks and tabs are welcome,
// as in a textarea. The error wraps [ErrPayload].
func CheckValue(value *Secret, lines bool) error {
	return value.Use(func(b []byte) error {
		if !utf8.Valid(b) {
			return fmt.Errorf("%w: not UTF-8", ErrPayload)
		}
		for i := 0; i < len(b); {
			r, size := utf8.DecodeRune(b[i:])
			if unicode.IsControl(r) && !(lines && (r == '\n' || r == '\r' || r == '\t')) {
				return fmt.Errorf("%w: a control character", ErrPayload)
			}
			i += size
		}
		return nil
	})
}
