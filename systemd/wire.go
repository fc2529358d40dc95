package systemd

import (
	"encoding/binary"
	"strings"
)

// field is one field of a journal record. The name is the journal's: A–Z, 0–9 and
// underscore, not first an underscore or digit, at most 64 bytes.
type field struct {
	name  string
	value string
}

// appendFields serialises a record as systemd's journal native protocol has it:
//
//	NAME=value\n                                 a value of one line
//	NAME\n, length (64 bits, little-endian), value, \n    any value
//
// The length is what keeps a value with "\nOTHER=" inside one field.
func appendFields(b []byte, fields []field) []byte {
	for _, f := range fields {
		b = append(b, f.name...)
		if strings.Contains(f.value, "\n") {
			b = append(b, '\n')
			b = binary.LittleEndian.AppendUint64(b, uint64(len(f.value)))
		} else {
			b = append(b, '=')
		}
		b = append(b, f.value...)
		b = append(b, '\n')
	}
	return b
}

// fieldName makes a journal name of attribute keys: upper case, underscores for what is not
// allowed. The prefix keeps it from being one of the journal's own.
func fieldName(keys ...string) string {
	var b strings.Builder
	b.WriteString("BROWSER_MCP")
	for _, key := range keys {
		b.WriteByte('_')
		for _, r := range key {
			switch {
			case 'a' <= r && r <= 'z':
				b.WriteRune(r - 'a' + 'A')
			case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
				b.WriteRune(r)
			default:
				b.WriteByte('_')
			}
			if b.Len() == maxFieldName {
				return b.String()
			}
		}
	}
	name := b.String()
	return name[:min(len(name), maxFieldName)]
}
