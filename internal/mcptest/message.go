package mcptest

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"browser-mcp/fsutil/strict"
)

// Error is a JSON-RPC error.
type Error struct {
	Code    int             `json:"code"`
	Message string          `json:"message"`
	Data    json.RawMessage `json:"data,omitempty"`
}

func (e *Error) Error() string { return fmt.Sprintf("JSON-RPC error %d: %s", e.Code, e.Message) }

// message is one message of a server; id is the token.
type message struct {
	id, method string
	huge       bool // the id is beyond what a JavaScript number holds
	params     strict.Value
	result     json.RawMessage
	err        *Error
}

// parse refuses what the strictest known client refuses (the official TypeScript SDK, version 1): members beyond the
// envelope's, an id that is null, a fraction or beyond 2^53-1, a result that is no object.
func parse(line []byte) ([]message, error) {
	line = bytes.TrimSuffix(line, []byte("\n"))
	if bytes.ContainsAny(line, "\n\r\u0085\u2028\u2029") || !utf8.Valid(line) {
		return nil, errors.New("line is not one line of UTF-8")
	}
	v, err := strict.Parse(line, strict.Limits{Bytes: 10 << 20})
	if err != nil {
		return nil, err
	}
	if v.Kind() != strict.Array {
		m, err := open(v)
		return []message{m}, err
	}
	var all []message
	for e := range v.Elements() {
		m, err := open(e)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	if len(all) == 0 {
		return nil, errors.New("array of no message")
	}
	return all, nil
}

func open(v strict.Value) (m message, err error) {
	names := []string{}
	for name, member := range v.Members() {
		names = append(names, name)
		if err := m.take(name, member); err != nil {
			return m, err
		}
	}
	switch shape := strings.Join(names, ","); shape {
	case "jsonrpc,id,result", "jsonrpc,id,error", "jsonrpc,error", "jsonrpc,method", "jsonrpc,method,params":
		return m, nil
	default:
		return m, fmt.Errorf("envelope has the members %s", shape)
	}
}

func (m *message) take(name string, v strict.Value) (err error) {
	switch name {
	case "jsonrpc":
		if string(v.Raw()) != `"2.0"` {
			return errors.New("jsonrpc is not 2.0")
		}
	case "id":
		m.id = string(v.Raw())
		if n, err := v.Int64(); v.Kind() != strict.String && (err != nil || strings.ContainsAny(m.id, ".eE")) {
			return fmt.Errorf("id is %s", v.Raw())
		} else {
			m.huge = n > math.MaxInt64>>10 || n < math.MinInt64>>10
		}
	case "method":
		m.method, err = v.String()
	case "params":
		m.params = v
	case "result":
		m.result = v.Raw()
		if v.Kind() != strict.Object {
			return errors.New("result is no object")
		}
	case "error":
		m.err = new(Error)
		err = v.Decode(m.err)
	default:
		return fmt.Errorf("envelope has a member %q", name)
	}
	return err
}
