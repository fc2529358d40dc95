package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"browser-mcp/internal/script"
)

func fuzzServer() *Server {
	s := NewServer(Config{
		Name: "fuzz", Version: "1", Redact: func(_ Caller, s string) string { return s },
		InvalidArguments: func(detail string) *Failure { return &Failure{Code: "c", Message: detail, Retry: "never"} },
		Preamble:         func(c Caller, p Preamble) (Caller, error) { c.Label = p.Label; return c, nil },
	})
	type args struct {
		Text string            `json:"text"`
		N    int               `json:"n,omitempty" max:"5"`
		Map  map[string]string `json:"map,omitempty"`
	}
	type out struct {
		Text Text          `json:"text"`
		Map  map[Text]Text `json:"map,omitempty"`
	}
	AddTool(s, Tool{Name: "echo", Description: "d"}, func(_ context.Context, _ *Call, in args) (out, error) {
		o := out{Text: Text(in.Text), Map: map[Text]Text{}}
		for k, v := range in.Map {
			o.Map[Text(k)] = Text(v)
		}
		return o, nil
	})
	return s
}

// stream plays input and records output.
type stream struct {
	io.Reader
	out bytes.Buffer
}

func (s *stream) Write(p []byte) (int, error) { return s.out.Write(p) }
func (s *stream) Close() error                { return nil }

const opening = `{"jsonrpc":"2.0","id":"open","method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}` + "\n"
const closing = "\n" + `{"jsonrpc":"2.0","id":"still","method":"ping"}` + "\n"

// FuzzReceive: whatever comes in, what goes out is lines of strict JSON with the envelope's members; every id in it is a
// token that came in; and the next message is served.
func FuzzReceive(f *testing.F) {
	archives, _ := filepath.Glob("testdata/strict/*.txtar")
	for _, archive := range archives {
		data, err := os.ReadFile(archive)
		if err != nil {
			f.Fatal(err)
		}
		_, files := script.Parse(data)
		for _, file := range files {
			for line := range strings.Lines(string(file.Data)) {
				if text, ok := strings.CutPrefix(line, "> "); ok && len(text) < 1000 {
					f.Add([]byte(text))
				}
			}
		}
	}
	s := fuzzServer()
	f.Fuzz(func(t *testing.T, in []byte) {
		conn := &stream{Reader: io.MultiReader(strings.NewReader(opening), bytes.NewReader(in), strings.NewReader(closing))}
		if err := s.Serve(t.Context(), conn, Caller{}); err != nil {
			t.Fatalf("Serve(%q) = %v", in, err)
		}
		out := conn.out.Bytes()
		if !utf8.Valid(out) || !bytes.HasSuffix(out, []byte("\n")) || bytes.ContainsAny(out, "\r\u2028\u2029\u0085") {
			t.Fatalf("input %q, output %q is not lines of UTF-8", in, out)
		}
		if !bytes.Contains(out, []byte(`{"jsonrpc":"2.0","id":"still","result":{}}`+"\n")) {
			t.Errorf("input %q: the next message was not served: %q", in, out)
		}
		for line := range bytes.Lines(out) {
			checkLine(t, in, line)
		}
	})
}

func checkLine(t *testing.T, in, line []byte) {
	var batch []map[string]json.RawMessage
	if !bytes.HasPrefix(line, []byte("[")) {
		line = []byte("[" + string(line) + "]")
	}
	if err := json.Unmarshal(line, &batch); err != nil {
		t.Fatalf("input %q, output %q: %v", in, line, err)
	}
	for _, m := range batch {
		_, hasResult := m["result"]
		_, hasError := m["error"]
		id, hasID := m["id"]
		members := 2
		if hasID {
			members++
		}
		if string(m["jsonrpc"]) != `"2.0"` || hasResult == hasError || hasResult && !hasID || len(m) != members {
			t.Errorf("input %q, output %q has another envelope", in, line)
		}
		all := opening + string(in) + closing
		if hasID && !strings.Contains(all, string(id)) {
			t.Errorf("input %q, output %q has an id that did not come in", in, line)
		}
	}
}

// FuzzPreamble: a line that is taken reads back from what Line writes.
func FuzzPreamble(f *testing.F) {
	f.Add([]byte(`{"browserMcp":1,"label":"AAAAAAAAAAAAAAAAAAAAAA","profile":true,"fresh":false}`))
	f.Add([]byte(`{"browserMcp":1,"label":"AAAAAAAAAAAAAAAAAAAAAA"}`))
	f.Add([]byte(`{"browserMcp":1,"jsonrpc":"2.0"}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		p, is, err := parsePreamble(line)
		if !is || err != nil {
			return
		}
		again, is, err := parsePreamble(bytes.TrimSpace(p.Line()))
		if again != p || !is || err != nil || len(p.Line()) > maxPreamble {
			t.Errorf("parsePreamble(%q) = %+v, and of its Line %+v, %v, %v", line, p, again, is, err)
		}
	})
}

// FuzzCursor: no text but the cursors that were given leads anywhere.
func FuzzCursor(f *testing.F) {
	s := fuzzServer()
	AddTool(s, Tool{Name: "second", Description: "d"}, func(context.Context, *Call, struct{}) (struct{}, error) { return struct{}{}, nil })
	given := s.cursor("echo")
	f.Add(given)
	f.Add(s.cursor("second"))
	f.Add("")
	f.Fuzz(func(t *testing.T, text string) {
		if got := s.position(text); got >= 0 && text != given {
			t.Errorf("position(%q) = %d, want -1", text, got)
		}
	})
	if got := s.position(given); got != 1 {
		f.Errorf("position of the cursor after echo = %d, want 1", got)
	}
}

// FuzzLines: frames are the input's lines, whatever their length and however they arrive.
func FuzzLines(f *testing.F) {
	f.Add([]byte("a\r\nb\n\n\n  \nc"), 1)
	f.Add(bytes.Repeat([]byte("x"), 100), 7)
	f.Fuzz(func(t *testing.T, in []byte, step int) {
		const limit = 20
		l := newLineReader(&trickle{in, 1 + step&31}, limit)
		for line := range bytes.Lines(in) {
			line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
			if len(line) <= limit && len(bytes.Trim(line, " \t\r")) == 0 {
				continue
			}
			got, err := l.next()
			if _, long := err.(*errLong); long != (len(line) > limit) || !long && (err != nil || !bytes.Equal(got, line)) {
				t.Fatalf("next() = %q, %v, want %q", got, err, line)
			}
		}
		if got, err := l.next(); err != io.EOF {
			t.Fatalf("next() = %q, %v, want the end", got, err)
		}
	})
}

// trickle gives a few bytes at a time.
type trickle struct {
	rest []byte
	step int
}

func (r *trickle) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, r.rest[:min(r.step, len(r.rest))])
	r.rest = r.rest[n:]
	return n, nil
}
