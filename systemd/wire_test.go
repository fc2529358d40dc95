package systemd_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"browser-mcp/systemd"
)

// decode reads a record as the journal's documentation describes it, independently of what
// writes it.
func decode(record []byte) ([]systemd.Field, error) {
	var fields []systemd.Field
	for len(record) > 0 {
		end := bytes.IndexByte(record, '\n')
		if end < 0 {
			return nil, errors.New("no end of line")
		}
		if name, value, ok := bytes.Cut(record[:end], []byte("=")); ok {
			fields = append(fields, systemd.NewField(string(name), string(value)))
			record = record[end+1:]
			continue
		}
		name, rest := record[:end], record[end+1:]
		if len(rest) < 8 {
			return nil, errors.New("no length")
		}
		size := binary.LittleEndian.Uint64(rest)
		rest = rest[8:]
		if size >= uint64(len(rest)) || rest[size] != '\n' {
			return nil, errors.New("wrong length")
		}
		fields = append(fields, systemd.NewField(string(name), string(rest[:size])))
		record = rest[size+1:]
	}
	return fields, nil
}

func FuzzAppendFields(f *testing.F) {
	f.Add("session", "s1", "plain", "one line")
	f.Add("x", "a\nMESSAGE=forged\n", "y", "\n")
	f.Add("", "", "=", "=")
	f.Add("a\nb=c", "\x00\xff", strings.Repeat("k", 100), strings.Repeat("v\n", 100))
	f.Fuzz(func(t *testing.T, key1, value1, key2, value2 string) {
		in := []systemd.Field{
			systemd.NewField(systemd.FieldName(key1), value1),
			systemd.NewField("MESSAGE", value2),
			systemd.NewField(systemd.FieldName(key1, key2), value2),
		}
		out, err := decode(systemd.AppendFields(nil, in))
		if err != nil || len(out) != len(in) {
			t.Fatalf("decoded %d fields of %d, %v", len(out), len(in), err)
		}
		for i := range in {
			if out[i] != in[i] {
				t.Errorf("field %d came back as %q=%q, want %q=%q", i, out[i].Name(), out[i].Value(), in[i].Name(), in[i].Value())
			}
			// What journald accepts as a name (journal_field_valid).
			if !regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`).MatchString(out[i].Name()) {
				t.Errorf("field name %q", out[i].Name())
			}
		}
	})
}

func TestFieldName(t *testing.T) {
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"session"}, "BROWSER_MCP_SESSION"},
		{[]string{"fill", "ref-id"}, "BROWSER_MCP_FILL_REF_ID"},
		{[]string{"é=\n"}, "BROWSER_MCP____"},
		{[]string{""}, "BROWSER_MCP_"},
		{[]string{strings.Repeat("k", 100)}, "BROWSER_MCP_" + strings.Repeat("K", 52)},
		{[]string{strings.Repeat("k", 52), "x"}, "BROWSER_MCP_" + strings.Repeat("K", 52)},
	} {
		if got := systemd.FieldName(c.keys...); got != c.want {
			t.Errorf("FieldName(%q) = %q, want %q", c.keys, got, c.want)
		}
	}
}

func TestEscape(t *testing.T) {
	for _, c := range []struct{ in, keep, want string }{
		{"plain é 日本", "", "plain é 日本"},
		{"\x1b[31mred\x07", "", `\x1b[31mred\a`},
		{"a\nb\tc", "", `a\nb\tc`},
		{"a\nb\tc", "\n\t", "a\nb\tc"},
		{"\u009b\u202e", "", `\u009b\u202e`},
		{"\u2066\u200b", "", `\u2066\u200b`},
		{"\xff\xc3", "", `\xff\xc3`},
		{"\ufffd", "", "\ufffd"},
		{"0123456789abcdef", "", "0123456789abcdef"},
		{"0123456789abcdef0", "", "0123456789abc…"},
		{"日本日本日本", "", "日本日本…"},
		{strings.Repeat("\x00", 9), "", `\x00\x00\x00…`},
	} {
		if got := systemd.Escape(c.in, 16, c.keep); got != c.want {
			t.Errorf("escape(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("plain", 10)
	f.Add("\x1b]0;title\x07\u202e\xff", 40)
	f.Add("日本日本日本", 7)
	f.Fuzz(func(t *testing.T, in string, limit int) {
		limit = 3 + max(limit, -limit-1)%1000
		out := systemd.Escape(in, limit, "")
		if len(out) > limit || !utf8.ValidString(out) {
			t.Errorf("escape(%q, %d) = %q, %d bytes", in, limit, out, len(out))
		}
		if again := systemd.Escape(out, limit, ""); again != out {
			t.Errorf("escape(%q) = %q, which is escaped again to %q", in, out, again)
		}
		for _, r := range out {
			if r < ' ' || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
				t.Errorf("escape(%q) = %q, with %U", in, out, r)
			}
		}
	})
}
