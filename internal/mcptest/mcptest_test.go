package mcptest

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

// quiet keeps the violations that these tests provoke from failing them.
type quiet struct {
	testing.TB
	ends []func()
}

func (q *quiet) Cleanup(f func())      { q.ends = append(q.ends, f) }
func (q *quiet) Errorf(string, ...any) {}

// against runs a client against a server that answers the first request with the given bytes, where %s is its id.
func against(t *testing.T, answer string) (*Client, *Pending) {
	t.Helper()
	near, far := net.Pipe()
	q := &quiet{TB: t}
	c := New(q, near)
	t.Cleanup(q.ends[0])
	// Ends with the pipe, which the client's cleanup closes.
	go func() {
		if _, err := bufio.NewReader(far).ReadString('\n'); err == nil {
			fmt.Fprintf(far, answer, "1")
		}
		far.Close()
	}()
	p, err := c.StartCall("tool", nil)
	if err != nil {
		t.Fatal(err)
	}
	<-c.Done()
	return c, p
}

func TestClientRefuses(t *testing.T) {
	const progress = `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":1,"progress":%s}}` + "\n"
	tests := []struct{ name, answer string }{
		{"extra member", `{"jsonrpc":"2.0","id":%s,"result":{},"extra":1}`},
		{"null id", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}%.0s`},
		{"fractional id", `{"jsonrpc":"2.0","id":%s.0e1,"result":{}}`},
		{"huge id", `{"jsonrpc":"2.0","id":%s000000000000000000,"result":{}}`},
		{"unknown id", `{"jsonrpc":"2.0","id":4%s,"result":{}}`},
		{"string for number", `{"jsonrpc":"2.0","id":"%s","result":{}}`},
		{"result is an array", `{"jsonrpc":"2.0","id":%s,"result":[]}`},
		{"result and error", `{"jsonrpc":"2.0","id":%s,"result":{},"error":{"code":1,"message":"x"}}`},
		{"fractional code", `{"jsonrpc":"2.0","id":%s,"error":{"code":1.5,"message":"x"}}`},
		{"no message", `{"jsonrpc":"2.0","id":%s,"error":{"code":1}}`},
		{"duplicate", `{"jsonrpc":"2.0","id":%[1]s,"result":{"a":1,"a":1}}`},
		{"other version", `{"jsonrpc":"1.0","id":%s,"result":{}}`},
		{"line separator", "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"a\":\"\u2028\"}}"},
		{"carriage return", "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}\r"},
		{"not UTF-8", "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"a\":\"\xff\"}}"},
		{"unknown notification", `{"jsonrpc":"2.0","method":"notifications/%s"}`},
		{"second answer", `{"jsonrpc":"2.0","id":%[1]s,"result":{}}` + "\n" + `{"jsonrpc":"2.0","id":%[1]s,"result":{}}`},
		{"late progress", `{"jsonrpc":"2.0","id":%[1]s,"result":{}}` + "\n" + progress},
		{"equal progress", progress + strings.ReplaceAll(progress, "%s", "%[1]s")},
		{"blank line", "\n%.0s"},
	}
	for _, tt := range tests {
		c, _ := against(t, tt.answer+"\n")
		if len(c.Violations()) == 0 {
			t.Errorf("%s: %q passed as a good answer", tt.name, c.Received())
		}
	}
}

func TestClientTakesGoodAnswers(t *testing.T) {
	for _, answer := range []string{
		`{"jsonrpc":"2.0","id":%s,"result":{"content":[],"structuredContent":{"a":1}}}`,
		`{"jsonrpc":"2.0","id":%s,"error":{"code":-32602,"message":"x","data":[1]}}`,
		`{"jsonrpc":"2.0","error":{"code":-32700,"message":"x"}}%.0s`,
		`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":0.5,"message":"x"}}`,
	} {
		c, _ := against(t, answer+"\n")
		if v := c.Violations(); len(v) > 0 {
			t.Errorf("%q: violations %q", c.Received(), v)
		}
	}
}

func TestClientKeepsBytes(t *testing.T) {
	answer := "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"secret\":\"\\u0068\"}}\ncut off"
	c, p := against(t, answer)
	if got, want := string(c.Received()), fmt.Sprintf(answer, "1"); got != want {
		t.Errorf("Received() = %q, want %q", got, want)
	}
	if got := string(c.Sent()); !strings.HasSuffix(got, "}\n") || !strings.Contains(got, `"id":1`) {
		t.Errorf("Sent() = %q, want the request", got)
	}
	if raw, err := p.Wait(t.Context()); err != nil || string(raw) != `{"secret":"\u0068"}` {
		t.Errorf("Wait() = %s, %v, want the result", raw, err)
	}
}

func TestConforms(t *testing.T) {
	declared := []byte(`{"type":"object","properties":{"n":{"type":"integer"},"l":{"type":"array","items":{"type":"string","enum":["a","b"]}},
		"m":{"type":"object","additionalProperties":{"type":"boolean"}}},"required":["n"]}`)
	tests := []struct {
		value string
		ok    bool
	}{
		{`{"n":1,"l":["a"],"m":{"x":true}}`, true}, {`{"n":1}`, true}, {`{}`, false}, {`{"n":1.5}`, false}, {`{"n":"1"}`, false},
		{`{"n":1,"x":1}`, false}, {`{"n":1,"l":["c"]}`, false}, {`{"n":1,"m":{"x":1}}`, false}, {`[]`, false},
	}
	for _, tt := range tests {
		if err := conforms(declared, []byte(tt.value)); (err == nil) != tt.ok {
			t.Errorf("conforms(%s) = %v, want ok %v", tt.value, err, tt.ok)
		}
	}
	if err := conforms([]byte(`{"type":"object","anyOf":[]}`), []byte(`{}`)); err == nil {
		t.Error("conforms let an unknown keyword pass")
	}
}

var _ io.ReadWriteCloser = (*process)(nil)
