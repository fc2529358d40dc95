package mcp

import (
	"bytes"
	"strconv"

	"browser-mcp/fsutil/strict"
)

// kind is what a message is by its members (JSON-RPC 2.0, sections 4 and 5):
//
//	{"jsonrpc":"2.0","id":ID,"method":M,"params":{…}}   request
//	{"jsonrpc":"2.0","method":M,"params":{…}}           notification
//	{"jsonrpc":"2.0","id":ID,"result":…}                response
//	{"jsonrpc":"2.0","id":ID,"error":{…}}               response
//
// params may be absent. Any other combination is refused, whatever else may be in the message.
type kind uint8

const (
	request      kind = iota + 1 // method and id
	notification                 // method alone
	response                     // result or error
)

// message is one decoded message. params is a view of the frame.
type message struct {
	kind   kind
	id     requestID
	method string
	params strict.Value // the zero Value if absent
}

// requestID is a request's id: the token as it came, for the answer, and kind and value, for comparing: 1 and "1" are two ids,
// "a" and "\u0061" are one. The zero id is none.
type requestID struct {
	token []byte
	key   string
}

func (id requestID) known() bool { return id.token != nil }

// parseID takes a string or an integer that fits 64 bits exactly. A fraction is refused even where its value is whole:
// rounding an id answers another request.
func parseID(v strict.Value) (requestID, bool) {
	switch v.Kind() {
	case strict.String:
		s, err := v.String()
		if err != nil || len(s) > maxID {
			return requestID{}, false
		}
		return requestID{token: v.Raw(), key: "s" + s}, true
	case strict.Number:
		if bytes.ContainsAny(v.Raw(), ".eE") {
			return requestID{}, false
		}
		n, err := v.Int64()
		if err != nil {
			return requestID{}, false
		}
		return requestID{token: v.Raw(), key: "n" + strconv.FormatInt(n, 10)}, true
	}
	return requestID{}, false
}
