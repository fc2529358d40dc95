package mcp

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strings"

	"browser-mcp/fsutil/strict"
)

// appendTool writes one tool's definition as rev knows it (MCP REVISION, tools, data types).
func appendTool(e *encoder, rev *revision, t *tool) {
	e.raw(`{"name":`)
	e.str(t.Name)
	if rev.titles && t.Title != "" {
		e.raw(`,"title":`)
		e.str(t.Title)
	}
	e.raw(`,"description":`)
	e.str(t.Description)
	e.raw(`,"inputSchema":`)
	appendSchema(e, t.input, argument)
	if rev.structured && t.output != nil {
		e.raw(`,"outputSchema":`)
		appendSchema(e, t.output, result)
	}
	if rev.annotations {
		appendAnnotations(e, rev, t)
	}
	e.raw(`}`)
}

// appendAnnotations sends all four hints: their defaults differ from each other and between clients.
func appendAnnotations(e *encoder, rev *revision, t *tool) {
	e.raw(`,"annotations":{`)
	if !rev.titles && t.Title != "" {
		e.raw(`"title":`)
		e.str(t.Title)
		e.raw(`,`)
	}
	for i, hint := range []struct {
		name string
		is   bool
	}{
		{"readOnlyHint", t.ReadOnly}, {"destructiveHint", t.Destructive},
		{"idempotentHint", t.Idempotent}, {"openWorldHint", t.OpenWorld},
	} {
		e.comma(i)
		e.str(hint.name)
		e.raw(map[bool]string{true: `:true`, false: `:false`}[hint.is])
	}
	e.raw(`}`)
}

// listTools answers tools/list. Definitions do not depend on who asks, so a page is written once a revision.
func (s *Server) listTools(rev *revision, params strict.Value) (func(*encoder), *rpcError) {
	start := 0
	if cursor, ok := params.Get("cursor"); ok {
		text, err := cursor.String()
		if err != nil {
			return nil, errorf(codeParams, "cursor is not a string")
		}
		if text != "" {
			if start = s.position(text); start < 0 {
				return nil, errorf(codeParams, "cursor is not one of ours, or its place is gone")
			}
		}
	}
	page := s.page(rev, start)
	return func(e *encoder) { e.buf = append(e.buf, page...) }, nil
}

// page is written at the first request for it and kept: there are as many as revisions times pages.
func (s *Server) page(rev *revision, start int) []byte {
	type key struct {
		rev   *revision
		start int
	}
	if page, ok := s.pages.Load(key{rev, start}); ok {
		return page.([]byte)
	}
	end := min(len(s.tools), start+s.limits.Page)
	e := encoder{}
	e.raw(`{"tools":[`)
	for i, t := range s.tools[start:end] {
		e.comma(i)
		appendTool(&e, rev, t)
	}
	e.raw(`]`)
	if end < len(s.tools) {
		e.raw(`,"nextCursor":`)
		e.str(s.cursor(s.tools[end-1].Name))
	}
	e.raw(`}`)
	s.pages.Store(key{rev, start}, e.buf)
	return e.buf
}

// A cursor is base64url, without padding, of
//
//	tag   16 bytes   HMAC-SHA-256 of "tools/list", NUL and name, cut, under a key of this server's life
//	name  1–40       of the last tool that was listed

const cursorTag = 16 // bytes of an authenticated cursor before the name

// cursor continues after the tool of that name: a name survives insertions, which a number would not. The tag binds it to
// this server and to this kind of list, so that no other text is taken for one.
func (s *Server) cursor(after string) string {
	return base64.RawURLEncoding.EncodeToString(append(s.tag(after), after...))
}

// tag authenticates a place in the list.
func (s *Server) tag(after string) []byte {
	mac := hmac.New(sha256.New, s.cursorKey[:])
	mac.Write([]byte("tools/list\x00" + after))
	return mac.Sum(nil)[:cursorTag]
}

// position is where a cursor continues; -1 if it is none of ours.
func (s *Server) position(cursor string) int {
	if len(cursor) > 2*(cursorTag+maxToolName) {
		return -1
	}
	raw, err := base64.RawURLEncoding.Strict().DecodeString(cursor)
	if err != nil || len(raw) <= cursorTag || strings.ContainsAny(cursor, "\r\n") {
		return -1
	}
	after := string(raw[cursorTag:])
	if !hmac.Equal(raw[:cursorTag], s.tag(after)) {
		return -1
	}
	i := slices.IndexFunc(s.tools, func(t *tool) bool { return t.Name == after })
	if i < 0 || i+1 == len(s.tools) {
		return -1
	}
	return i + 1
}
