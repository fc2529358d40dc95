package cdp

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

func TestParseEnvelope(t *testing.T) {
	for _, tt := range []struct {
		name, frame string
		want        envelope
	}{
		{"answer", `{"id":7,"result":{"a":[1,"}"]}}`, envelope{id: 7, result: json.RawMessage(`{"a":[1,"}"]}`)}},
		{"answer of a session", `{"id":7,"result":{},"sessionId":"AB"}`, envelope{id: 7, session: "AB", result: json.RawMessage(`{}`)}},
		{"refusal", `{"error":{"code":-1,"message":"no"},"id":2}`, envelope{id: 2, err: json.RawMessage(`{"code":-1,"message":"no"}`)}},
		{"event", `{"method":"A.b","params":{"x":"\"\\"}}`, envelope{method: "A.b", params: json.RawMessage(`{"x":"\"\\"}`)}},
		{"blanks", " { \"id\" : 1 , \"result\" : null } \n", envelope{id: 1, result: json.RawMessage(`null`)}},
		{"more than we know", `{"id":1,"new":[{}],"result":true}`, envelope{id: 1, result: json.RawMessage(`true`)}},
		{"empty", `{}`, envelope{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := parseEnvelope([]byte(tt.frame))
			if err != nil {
				t.Fatal(err)
			}
			if got.id != tt.want.id || got.session != tt.want.session || got.method != tt.want.method ||
				!bytes.Equal(got.params, tt.want.params) || !bytes.Equal(got.result, tt.want.result) || !bytes.Equal(got.err, tt.want.err) {
				t.Errorf("parseEnvelope(%s) = %+v, want %+v", tt.frame, got, tt.want)
			}
		})
	}
}

func TestParseEnvelopeRefuses(t *testing.T) {
	for _, frame := range []string{
		``, `[]`, `{`, `{"id"}`, `{"id":}`, `{"id":1`, `{"id":1,}`, `{"id":1}x`, `{"id":"1"}`, `{"id":1.5}`, `{"method":1}`,
		`{"result":{"a":[}`, `{"result":"abc}`, `{id:1}`, `{"sessionId":{}}`,
	} {
		if e, err := parseEnvelope([]byte(frame)); !errors.Is(err, ErrFrame) {
			t.Errorf("parseEnvelope(%s) = %+v, %v, want ErrFrame", frame, e, err)
		}
	}
}

// FuzzParseEnvelope compares with encoding/json: of what both take, both read the same result.
func FuzzParseEnvelope(f *testing.F) {
	for _, seed := range []string{
		`{"id":1,"result":{}}`, `{"method":"A.b","params":{"s":"\u0000\"}"},"sessionId":"X"}`, `{"id":-0}`, `{"a":[[],{}]}`,
		`{"id":1,"error":{"code":-32000,"message":"x"}}`, `{"id":1e2}`, `{"result":"\\"}`, `{"result":[{"result":1}]}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		got, err := parseEnvelope(frame)
		var want struct {
			ID     json.RawMessage `json:"id"`
			Method json.RawMessage `json:"method"`
			Result json.RawMessage `json:"result"`
		}
		if err != nil || json.Unmarshal(frame, &want) != nil || bytes.ContainsAny(frame, `\RESULTDOHMIſ`) {
			return // encoding/json also takes names in escapes and in the wrong case
		}
		if !bytes.Equal(got.result, want.Result) {
			t.Fatalf("result of %q = %q, want %q", frame, got.result, want.Result)
		}
		if id, _ := json.Marshal(got.id); want.ID != nil && !bytes.Equal(id, want.ID) && string(want.ID) != "-0" {
			t.Fatalf("id of %q = %s, want %s", frame, id, want.ID)
		}
	})
}

// TestParseEnvelopeTakesWhatJSONTakes holds the other direction on messages as the browser writes them.
func TestParseEnvelopeTakesWhatJSONTakes(t *testing.T) {
	deep := strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000)
	for _, result := range []string{`{}`, `"a\\\"b"`, `-1.5e+10`, `[true,false,null]`, deep, `{"":{"":[{}]}}`, `"\u2028"`} {
		got, err := parseEnvelope([]byte(`{"id":3,"result":` + result + `}`))
		if err != nil || string(got.result) != result {
			t.Errorf("result = %.40q, %v, want %.40q", got.result, err, result)
		}
	}
}
