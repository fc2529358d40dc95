package mcp

import (
	"errors"
	"fmt"

	"browser-mcp/fsutil/strict"
)

// Methods that more than one place names.
const (
	methodInitialize = "initialize"
	methodCall       = "tools/call"
)

// request serves one request of the legacy revisions, or refuses one of the modern.
func (p *peer) request(m message, to reply) {
	if p.calls.has(m.id) {
		p.answerError(to, errorf(codeRequest, "a request with this id is in flight"))
		return
	}
	if era, claim := classify(m); era == modern {
		p.answerError(to, refuseModern(m, claim))
		return
	}
	if p.rev == nil && m.method != methodInitialize && m.method != "ping" {
		p.answerError(to, errorf(codeRequest, "not initialized"))
		return
	}
	switch m.method {
	case methodInitialize:
		p.initialize(m, to)
	case "ping":
		p.answer(to, func(e *encoder) { e.raw(`{}`) })
	case "tools/list":
		write, err := p.server.listTools(p.rev, m.params)
		if err != nil {
			p.answerError(to, err)
			return
		}
		p.answer(to, write)
	case methodCall:
		p.call(m, to)
	default:
		p.answerError(to, errorf(codeMethod, "method not found"))
	}
}

// notification serves the one notification that has an effect; the others are known and need none, or are ignored.
func (p *peer) notification(m message) {
	switch m.method {
	case "notifications/cancelled":
		p.cancelled(m.params)
	case "notifications/initialized", "notifications/progress", "notifications/roots/list_changed":
	default:
		p.drop("unknown notification")
	}
}

// errCancelled is the cause of a context that the client cancelled.
var errCancelled = errors.New("mcp: cancelled by the client")

// cancelled ends a call and everything that was to be said of it (MCP 2025-11-25, cancellation).
func (p *peer) cancelled(params strict.Value) {
	token, _ := params.Get("requestId")
	id, ok := parseID(token)
	c := (*call)(nil)
	if ok {
		c = p.calls.cancel(id.key)
	}
	if c == nil {
		p.drop("cancellation of no call in flight")
		return
	}
	p.out.forget(c)
	reason, _ := params.Get("reason")
	text, _ := reason.String()
	p.log.Debug("call cancelled", "reason", fmt.Sprintf("%q", cut(text, maxClientName)))
	c.cancel(errCancelled)
	if c.to.batch != nil {
		c.to.batch.add(c.to, nil)
	}
}

// initialize opens the connection (MCP 2025-11-25, lifecycle, initialization).
func (p *peer) initialize(m message, to reply) {
	if p.rev != nil {
		p.answerError(to, errorf(codeRequest, "already initialized"))
		return
	}
	wish, client, ok := readInitialize(m.params)
	if !ok {
		p.answerError(to, errorf(codeParams, "initialize needs protocolVersion, capabilities and clientInfo with name and version"))
		return
	}
	p.rev = negotiate(wish)
	caller := *p.caller.Load()
	caller.Client = client
	p.caller.Store(&caller)
	p.log.Info("client initialized", "client", fmt.Sprintf("%q %q", client.Name, client.Version), "revision", p.rev.name)
	p.answer(to, func(e *encoder) { p.server.appendInitialize(e, p.rev) })
}

// readInitialize takes what a handshake must have; the capabilities themselves promise us nothing that we use.
func readInitialize(params strict.Value) (wish string, client Implementation, ok bool) {
	version, _ := params.Get("protocolVersion")
	capabilities, _ := params.Get("capabilities")
	info, _ := params.Get("clientInfo")
	name, _ := info.Get("name")
	release, _ := info.Get("version")
	wish, err1 := version.String()
	n, err2 := name.String()
	r, err3 := release.String()
	client = Implementation{Name: Text(cut(n, maxClientName)), Version: Text(cut(r, maxClientName))}
	return wish, client, errors.Join(err1, err2, err3) == nil && capabilities.Kind() == strict.Object
}

// appendInitialize declares what is served and nothing else.
func (s *Server) appendInitialize(e *encoder, rev *revision) {
	e.raw(`{"protocolVersion":`)
	e.str(rev.name)
	e.raw(`,"capabilities":{"tools":{}},"serverInfo":{"name":`)
	e.str(s.config.Name)
	if rev.titles && s.config.Title != "" {
		e.raw(`,"title":`)
		e.str(s.config.Title)
	}
	e.raw(`,"version":`)
	e.str(s.config.Version)
	e.raw(`}`)
	if s.config.Instructions != "" {
		e.raw(`,"instructions":`)
		e.str(s.config.Instructions)
	}
	e.raw(`}`)
}

// cut shortens text for a log to at most n bytes, at a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}
