package vault

import "bytes"

// unknownPart is the stretch of a value that nobody could know beforehand: without the
// prefix of a token format, the readable parts of a JWT or a URL, the frame of a PEM file.
// Only within it may a part of a value be compared on its own (threats N1, N2).
func unknownPart(v []byte) (lo, hi int) {
	switch {
	case bytes.HasPrefix(v, []byte("-----BEGIN ")):
		return pemBody(v)
	case bytes.Contains(v, []byte("://")):
		return urlPassword(v)
	}
	return len(v) - len(withoutPublicParts(v)), len(v)
}

// pemBody leaves out header, footer and the first line, which is the same for all keys of
// one type (RFC 7468; RFC 8410, section 7).
func pemBody(v []byte) (lo, hi int) {
	hi = bytes.LastIndex(v, []byte("-----END "))
	for range 2 {
		line := bytes.IndexByte(v[lo:], '\n')
		if line < 0 || hi < 0 {
			return len(v), len(v)
		}
		lo += line + 1
	}
	return min(lo, hi), hi
}

func urlPassword(v []byte) (lo, hi int) {
	hi = bytes.LastIndexByte(v, '@')
	lo = bytes.Index(v, []byte("://")) + len("://")
	if hi < lo {
		return len(v), len(v)
	}
	colon := bytes.IndexByte(v[lo:hi], ':')
	return lo + colon + 1, hi
}
