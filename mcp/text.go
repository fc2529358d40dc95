package mcp

// Text is a string that a page, a backend or a caller could have shaped. It passes the server's Redact just before it is
// written, wherever in a result it stands, as a member's name too.
type Text string

// Symbol is one of our own ids, codes or enumerated words: 1 to 128 of [A-Za-z0-9_.:-]. It is written as it is; a result
// that holds another string as a Symbol becomes an internal error, so that text cannot pass for one.
type Symbol string

func (s Symbol) valid() bool {
	if len(s) == 0 || len(s) > maxSymbol {
		return false
	}
	for _, c := range []byte(s) {
		if !isSymbolByte(c) {
			return false
		}
	}
	return true
}

func isSymbolByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '_' || c == '.' || c == ':' || c == '-'
}
