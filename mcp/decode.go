package mcp

import (
	"errors"
	"strings"
	"unicode/utf8"

	"browser-mcp/fsutil/strict"
)

// refusal is a message that is not served. err nil means that it is dropped: nobody waits for an answer to it.
type refusal struct {
	id  requestID
	err *rpcError
}

// parseFrame reads one frame. broken is a rule that the frame breaks although its grammar holds: it is answered with the
// request's id, so it is left to decodeMessage.
func parseFrame(frame []byte, l strict.Limits) (v strict.Value, broken *strict.Error, err *rpcError) {
	v, perr := strict.Parse(frame, l)
	if perr == nil {
		return v, nil, nil
	}
	broken, _ = errors.AsType[*strict.Error](perr)
	switch broken.Rule {
	case strict.RuleUTF8:
		return v, nil, errorf(codeParse, "message is not UTF-8")
	case strict.RuleGrammar:
		return v, nil, errorf(codeParse, "message is not JSON, at byte %d", broken.Offset)
	case strict.RuleTrailing:
		return v, nil, errorf(codeParse, "message has data after its end, at byte %d", broken.Offset)
	case strict.RuleSize:
		return v, nil, tooLong(int64(len(frame)), l.Bytes)
	}
	return v, broken, nil
}

// tooLong has both numbers, as the client can do nothing with one.
func tooLong(size int64, limit int) *rpcError {
	return errorf(codeRequest, "message of %d bytes, limit %d", size, limit)
}

// envelope holds the members of one message; zero Values are absent.
type envelope struct {
	jsonrpc, id, method, params, result, err strict.Value
	lone                                     bool // half a surrogate pair outside params
}

// openEnvelope sorts the members. Names match exactly; unknown ones are passed over, but for what is not text in them.
func openEnvelope(v strict.Value) envelope {
	var e envelope
	for name, member := range v.Members() {
		if into := e.member(name); into != nil && into.Kind() == 0 {
			*into = member
		}
		if _, lone := member.LoneSurrogate(); !utf8.ValidString(name) || lone && name != "params" {
			e.lone = true
		}
	}
	return e
}

// member is where the member of that name belongs, nil if it is not known. Of two equal names the first stays; that there were
// two is reported by the scanner.
func (e *envelope) member(name string) *strict.Value {
	switch name {
	case "jsonrpc":
		return &e.jsonrpc
	case "id":
		return &e.id
	case "method":
		return &e.method
	case "params":
		return &e.params
	case "result":
		return &e.result
	case "error":
		return &e.err
	}
	return nil
}

// decodeMessage reads one message of a frame whose grammar holds (JSON-RPC 2.0, sections 4 and 5).
func decodeMessage(v strict.Value, broken *strict.Error) (message, *refusal) {
	if v.Kind() != strict.Object {
		return message{}, &refusal{err: errorf(codeRequest, "message is not an object")}
	}
	e := openEnvelope(v)
	hasMethod, hasAnswer := e.method.Kind() != 0, e.result.Kind() != 0 || e.err.Kind() != 0
	id, idReadable := parseID(e.id)
	if broken != nil && broken.Rule == strict.RuleDuplicate && broken.Path == "/id" {
		id, idReadable = requestID{}, false
	}
	refuse := func(err *rpcError) (message, *refusal) {
		r := &refusal{err: err}
		if hasMethod || !hasAnswer {
			r.id = id // else it is one of our ids, and means nothing as the client's
		}
		if !hasMethod && e.err.Kind() != 0 && !idReadable {
			r.err = nil // an error is never answered with an error: two peers would not end
		}
		return message{}, r
	}
	m := message{id: id, params: e.params}
	if err := checkEnvelope(e, broken, idReadable); err != nil {
		return refuse(err)
	}
	switch {
	case hasMethod:
		m.kind = request
		if !id.known() {
			m.kind = notification
		}
		m.method, _ = e.method.String()
		if err := checkParams(e.params, m.method, broken); err != nil {
			if m.kind == notification {
				err = nil // JSON-RPC 2.0, section 4.1: a notification has no answer
			}
			return message{}, &refusal{id: id, err: err}
		}
	default:
		m.kind = response
	}
	return m, nil
}

// checkEnvelope checks everything but params. The order of what is checked is the order of what can be answered: grammar leaves
// no id, the envelope may, params do.
func checkEnvelope(e envelope, broken *strict.Error, idReadable bool) *rpcError {
	hasMethod, hasResult, hasError := e.method.Kind() != 0, e.result.Kind() != 0, e.err.Kind() != 0
	if broken != nil && !inParams(broken) {
		return brokenError(codeRequest, broken)
	}
	if e.lone {
		return errorf(codeRequest, "message has half a surrogate pair")
	}
	if version, err := e.jsonrpc.String(); err != nil || version != "2.0" {
		return errorf(codeRequest, `message is not of jsonrpc "2.0"`)
	}
	if e.id.Kind() != 0 && !idReadable {
		return errorf(codeRequest, "id is neither a string of at most %d bytes nor an integer of 64 bits", maxID)
	}
	if hasMethod {
		if hasResult || hasError {
			return errorf(codeRequest, "message is request and response at once")
		}
		if m, err := e.method.String(); err != nil || m == "" || len(m) > maxMethod {
			return errorf(codeRequest, "method is not a string of 1 to %d bytes", maxMethod)
		}
		return nil
	}
	if hasResult == hasError || e.id.Kind() == 0 {
		return errorf(codeRequest, "message is neither request, notification nor response")
	}
	return nil
}

// inParams tells a duplicate within params, which is their fault alone, from what spoils the message.
func inParams(broken *strict.Error) bool {
	return broken.Rule == strict.RuleDuplicate && strings.HasPrefix(broken.Path, "/params/")
}

// brokenError tells where a bound or a name's uniqueness broke. The path stays ours: it is made of the message's words.
func brokenError(code int, broken *strict.Error) *rpcError {
	switch broken.Rule {
	case strict.RuleDuplicate:
		return errorf(code, "two members of one name, at byte %d", broken.Offset)
	case strict.RuleDepth:
		return errorf(code, "message is nested too deeply, at byte %d", broken.Offset)
	case strict.RuleMembers:
		return errorf(code, "object has too many members, at byte %d", broken.Offset)
	}
	return errorf(code, "array has too many elements, at byte %d", broken.Offset)
}

// checkParams checks that params are an object of text. The arguments of a tool are left to the tool: the model that cut a
// character in half can mend it.
func checkParams(params strict.Value, method string, broken *strict.Error) *rpcError {
	if broken != nil {
		return brokenError(codeParams, broken)
	}
	if params.Kind() == 0 {
		return nil
	}
	if params.Kind() != strict.Object {
		return errorf(codeParams, "params is not an object")
	}
	for name, member := range params.Members() {
		_, lone := member.LoneSurrogate()
		if method == methodCall && name == "arguments" {
			lone = false
		}
		if lone || !utf8.ValidString(name) {
			return errorf(codeParams, "params has half a surrogate pair")
		}
	}
	return nil
}
