package mcp

import "browser-mcp/fsutil/strict"

// era is the family of revisions that a message belongs to: with a handshake, or stateless from 2026-07-28 on.
type era uint8

const (
	legacy era = iota
	modern
)

// claimName is the member of _meta by which a message names its revision (MCP 2026-07-28, basic protocol). Its presence
// makes a message modern, whatever was said on the connection before.
const claimName = "io.modelcontextprotocol/protocolVersion"

// classify decides by the message alone. A modern method without a claim is modern and malformed.
func classify(m message) (e era, claim strict.Value) {
	if meta, ok := m.params.Get("_meta"); ok {
		if claim, ok := meta.Get(claimName); ok {
			return modern, claim
		}
	}
	if m.method == "server/discover" || m.method == "subscriptions/listen" {
		return modern, strict.Value{}
	}
	return legacy, strict.Value{}
}

// refuseModern answers a modern request as a server must that serves the older revisions only: it names them, so that the
// client begins again with initialize. A probe gets "method not found", which every client takes for an older server.
func refuseModern(m message, claim strict.Value) *rpcError {
	version, err := claim.String()
	switch {
	case err != nil:
		return errorf(codeParams, "_meta has no protocolVersion")
	case m.method == methodInitialize || m.method == "server/discover":
		return errorf(codeMethod, "method not found")
	}
	return &rpcError{code: codeUnsupported, message: "unsupported protocol version", data: func(e *encoder) {
		e.raw(`{"supported":[`)
		for i, r := range revisions {
			e.comma(i)
			e.str(r.name)
		}
		e.raw(`],"requested":`)
		e.text(Text(cut(version, maxClientName)))
		e.raw(`}`)
	}}
}
