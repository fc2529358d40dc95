package vault

import "bytes"

// guessableShape recognizes values that are guessable whatever they are filed under: up to
// 19 digits in any grouping (cards, phone numbers, numeric dates), IBANs, dates in words.
func guessableShape(value []byte) bool {
	digits, letters, others := 0, 0, 0
	for _, c := range value {
		switch {
		case isDigit(c):
			digits++
		case isLetter(c):
			letters++
		case !isSeparator(c):
			others++
		}
	}
	switch {
	case others > 0: // these forms have separators only
		return false
	case letters == 0:
		return digits <= 19
	}
	return isIBAN(value) || isWrittenDate(value)
}

// isIBAN checks the form and the check digits of ISO 13616.
func isIBAN(value []byte) bool {
	var compact [34]byte
	n := 0
	for _, c := range value {
		if isSeparator(c) {
			continue
		}
		if n == len(compact) {
			return false
		}
		compact[n] = c
		n++
	}
	// The array is a copy of the value, so it does not outlive the check.
	defer clear(compact[:])
	if n < 15 || !isLetter(compact[0]) || !isLetter(compact[1]) || !isDigit(compact[2]) || !isDigit(compact[3]) {
		return false
	}
	rest := 0
	for i := range n { // the first four characters count last (ISO 7064, MOD 97-10)
		c := compact[(i+4)%n]
		if isDigit(c) {
			rest = (rest*10 + int(c-'0')) % 97
		} else {
			rest = (rest*100 + int(lower(c)-'a') + 10) % 97
		}
	}
	return rest == 1
}

var dateWords = [][]byte{
	[]byte("january"), []byte("february"), []byte("march"), []byte("april"), []byte("may"), []byte("june"), []byte("july"),
	[]byte("august"), []byte("september"), []byte("october"), []byte("november"), []byte("december"), []byte("sept"),
	[]byte("t"), []byte("z"), []byte("utc"), []byte("gmt"), []byte("am"), []byte("pm"), []byte("st"), []byte("nd"), []byte("rd"), []byte("th"), []byte("of"), []byte("the"),
}

// isWrittenDate holds when every word is a month, or the first three letters of one, or
// what else stands in dates.
func isWrittenDate(value []byte) bool {
	for len(value) > 0 {
		n := 0
		for n < len(value) && isLetter(value[n]) {
			n++
		}
		if n > 0 && !isDateWord(value[:n]) {
			return false
		}
		value = value[max(n, 1):]
	}
	return true
}

// isDateWord compares without making a string of the word.
func isDateWord(word []byte) bool {
	for _, w := range dateWords {
		if bytes.EqualFold(w, word) || len(word) == 3 && len(w) > 3 && bytes.EqualFold(w[:3], word) {
			return true
		}
	}
	return false
}

// publicPrefixes are known to whoever knows the issuer. Longer ones stand before their own
// beginnings.
var publicPrefixes = [][]byte{
	[]byte("Bearer "), []byte("Basic "), []byte("Token "),
	[]byte("sk_live_"), []byte("sk_test_"), []byte("pk_live_"), []byte("pk_test_"), []byte("rk_live_"), []byte("rk_test_"), []byte("whsec_"),
	[]byte("github_pat_"), []byte("ghp_"), []byte("gho_"), []byte("ghu_"), []byte("ghs_"), []byte("ghr_"), []byte("glpat-"), []byte("glrt-"),
	[]byte("sk-ant-api03-"), []byte("sk-ant-"), []byte("sk-proj-"), []byte("sk-"), []byte("hf_"), []byte("gsk_"),
	[]byte("xoxb-"), []byte("xoxp-"), []byte("xoxa-"), []byte("xoxs-"), []byte("xapp-"), []byte("AKIA"), []byte("ASIA"), []byte("AIza"), []byte("ya29."), []byte("GOCSPX-"),
	[]byte("npm_"), []byte("pypi-"), []byte("dop_v1_"), []byte("SG."), []byte("key-"), []byte("shpat_"), []byte("shpss_"), []byte("dckr_pat_"), []byte("rubygems_"), []byte("lin_api_"), []byte("ntn_"), []byte("secret_"),
	[]byte("AGE-SECRET-KEY-1"), []byte("-----BEGIN "),
}

// withoutPublicParts cuts known prefixes, all but the signature of a JWT, and all of a UUID
// that is not a random one.
func withoutPublicParts(value []byte) []byte {
	for again := true; again; {
		again = false
		// One prefix may stand behind another: "Bearer sk_live_…".
		for _, prefix := range publicPrefixes {
			if rest, ok := bytes.CutPrefix(value, prefix); ok {
				value, again = rest, true
			}
		}
	}
	// Header and claims of a JWT (RFC 7519) are public: base64 of JSON, which begins {"
	// and therefore eyJ. Without a signature nothing is left.
	if bytes.HasPrefix(value, []byte("eyJ")) && bytes.Count(value, []byte(".")) >= 2 {
		return value[bytes.LastIndexByte(value, '.')+1:]
	}
	// Other versions are made of time, address or a name (RFC 9562, section 5), or may
	// count where they could be random, as version 7 does.
	if isUUID(value) && value[14] != '4' {
		return nil
	}
	return value
}

// isUUID is 8-4-4-4-12 (RFC 9562, section 4); its version is the digit at 14.
func isUUID(value []byte) bool {
	if len(value) != 36 {
		return false
	}
	for i, c := range value {
		dash := i == 8 || i == 13 || i == 18 || i == 23
		if dash != (c == '-') || !dash && !isHex(c) {
			return false
		}
	}
	return true
}

// These work on bytes: in UTF-8 no byte of another character looks like ASCII.
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= lower(c) && lower(c) <= 'z' }

// lower folds ASCII letters; other bytes stay outside a to z.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
