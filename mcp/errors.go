package mcp

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
)

// The codes of JSON-RPC 2.0, section 5.1, and the one of MCP 2026-07-28 that a server without that revision owes. A failed
// tool is no error here: see [Failure].
const (
	codeParse       = -32700
	codeRequest     = -32600
	codeMethod      = -32601
	codeParams      = -32602
	codeInternal    = -32603
	codeUnsupported = -32022 // protocol version
)

// rpcError is the error of a response. Messages are constants and numbers: nothing that was received is in them.
type rpcError struct {
	code    int
	message string
	data    func(*encoder) // nil: none
}

func (e *rpcError) Error() string { return fmt.Sprintf("%s (%d)", e.message, e.code) }

func errorf(code int, format string, args ...any) *rpcError {
	return &rpcError{code: code, message: fmt.Sprintf(format, args...)}
}

// internalError hides what went wrong behind an id that the log has too.
func internalError() (e *rpcError, incident string) {
	var b [6]byte
	rand.Read(b[:]) // never fails: crypto/rand ends the process first
	incident = hex.EncodeToString(b[:])
	return errorf(codeInternal, "internal error, incident %s", incident), incident
}

// Failure is a call that failed in a way that the agent can act on. As a handler's error, wrapped or not, it becomes a
// result with isError and one text item, {"error":{"code","reason","message","retry","detail"}}, without the members that
// are empty (MCP 2025-11-25, tools, error handling).
type Failure struct {
	Code    Symbol
	Reason  Symbol // optional
	Message string // a constant sentence: it is not redacted
	Retry   Symbol
	Detail  any // optional; of the types that [AddTool] allows in results
}

func (f *Failure) Error() string {
	if f.Reason != "" {
		return fmt.Sprintf("mcp: tool failed: %s, %s", f.Code, f.Reason)
	}
	return "mcp: tool failed: " + string(f.Code)
}
