package vault

// SecretID names a stored secret; it is public to the agent: [A-Za-z0-9_.:-]{1,128}.
type SecretID string

// Owner is whose fill it is: one session, as far as this package needs to tell them apart.
type Owner [16]byte

// valid holds an id against its grammar, so that it may be printed and logged unscanned.
func (id SecretID) valid() bool { return validHandle(string(id)) }

// validHandle is the grammar of ids and element handles.
func validHandle(s string) bool {
	for _, c := range []byte(s) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case c == '_', c == '.', c == ':', c == '-':
		default:
			return false
		}
	}
	return s != "" && len(s) <= maxHandle
}
