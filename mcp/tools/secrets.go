package tools

import (
	"context"
	"strconv"
	"strings"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

type refsIn struct {
	Origin  string `json:"origin,omitempty" maxlen:"4096" doc:"only secrets for this origin"`
	Unbound bool   `json:"include_unbound,omitempty" doc:"also those that cannot be filled"`
	Cursor  string `json:"cursor,omitempty" maxlen:"32"`
}

// refsOut is a page of references (secure-browser, section 3.1).
type refsOut struct {
	Backend mcp.Symbol `json:"backend"`
	Refs    []refOut   `json:"refs"`
	Hidden  int        `json:"hidden,omitempty" doc:"left out: not fillable"`
	Next    mcp.Symbol `json:"next,omitempty" doc:"cursor of the next page"`
}

// refOut is one reference as the agent sees it.
type refOut struct {
	ID         mcp.Symbol            `json:"secretId"`
	Name       mcp.Text              `json:"name"`
	Kind       mcp.Symbol            `json:"kind" doc:"single or fields"`
	Class      mcp.Symbol            `json:"secret_kind" doc:"password, card, code, token or text"`
	Keys       []mcp.Text            `json:"field_keys,omitempty"`
	Properties map[mcp.Text]mcp.Text `json:"staticProperties"`
	Binding    *bindingOut           `json:"binding,omitempty"`
	Problem    mcp.Symbol            `json:"bindingError,omitempty"`
	Approval   mcp.Symbol            `json:"approval"`
}

// bindingOut is where a secret may go. It is no secret: an agent has to know it to go there.
type bindingOut struct {
	Origin          mcp.Text              `json:"origin"`
	URLPattern      mcp.Text              `json:"urlPattern,omitempty"`
	Selector        mcp.Text              `json:"selector,omitempty"`
	Fields          map[mcp.Text]mcp.Text `json:"fields,omitempty"`
	FrameOrigin     mcp.Text              `json:"frameOrigin,omitempty"`
	FrameURLPattern mcp.Text              `json:"frameUrlPattern,omitempty"`
}

func (t *Tools) registerSecrets(s *mcp.Server) {
	add(t, s, mcp.Tool{
		Name: "list_secret_refs", Title: "List secrets",
		Description: "Lists stored secrets by id, with where each may be filled. Never a value.",
		ReadOnly:    true, Idempotent: true,
	}, listRefs)
}

// listRefs answers from the store anew each time, so that what a person just imported is there.
func listRefs(ctx context.Context, s *session, in refsIn) (refsOut, error) {
	start := 0
	if in.Cursor != "" {
		n, err := strconv.Atoi(in.Cursor)
		if err != nil || n < 0 {
			return refsOut{}, fail(InvalidRequest, "cursor_unknown")
		}
		start = n
	}
	backend, err := s.tools.open(ctx)
	if err != nil {
		return refsOut{}, err
	}
	refs, err := backend.Store.List(ctx)
	if ctx.Err() != nil {
		return refsOut{}, ctx.Err()
	}
	if err != nil {
		s.tools.logger.Warn("listing secrets", "session", s.id, "err", s.redact(err.Error()))
		return refsOut{}, fail(BackendError, "")
	}
	out := refsOut{Backend: backend.Name, Refs: []refOut{}}
	wanted, hidden := in.choose(refs)
	out.Hidden = hidden
	out.take(wanted, min(start, len(wanted)))
	return out, nil
}

// choose returns the references that are asked for, and counts those that cannot be filled and were not asked for.
func (in refsIn) choose(refs []vault.Reference) (wanted []vault.Reference, hidden int) {
	for _, r := range refs {
		switch {
		case in.Origin != "" && !sameOrigin(in.Origin, r.Binding.Origin):
		case r.State != vault.Bound && !in.Unbound:
			hidden++
		default:
			wanted = append(wanted, r)
		}
	}
	return wanted, hidden
}

// take fills a page from start on; one reference fits in any case.
func (out *refsOut) take(refs []vault.Reference, start int) {
	size := 0
	for i, r := range refs[start:] {
		shown, bytes := showRef(r)
		if size += bytes; size > maxRefsBytes && i > 0 {
			out.Next = mcp.Symbol(strconv.Itoa(start + i))
			return
		}
		out.Refs = append(out.Refs, shown)
	}
}

// showRef shapes a reference and says about how many bytes it takes. Nothing in it derives from the value.
func showRef(r vault.Reference) (out refOut, bytes int) {
	out = refOut{
		ID: mcp.Symbol(r.ID), Name: mcp.Text(r.Name), Kind: "single", Class: mcp.Symbol(r.Kind),
		Properties: map[mcp.Text]mcp.Text{}, Approval: mcp.Symbol(r.Approval),
	}
	bytes = 200 + len(r.Name)
	if len(r.Keys) > 0 {
		out.Kind = "fields"
	}
	for _, k := range r.Keys {
		out.Keys = append(out.Keys, mcp.Text(k))
	}
	for _, p := range r.Properties {
		out.Properties[mcp.Text(p.Key)] = mcp.Text(p.Value)
		bytes += 3 * (len(p.Key) + len(p.Value)) // once more in the binding, and escapes
	}
	switch r.State {
	case vault.Bound:
		out.Binding = showBinding(r.Binding)
	case vault.Invalid:
		out.Problem = mcp.Symbol(r.BindingError)
	}
	return out, bytes
}

func showBinding(b vault.Binding) *bindingOut {
	out := &bindingOut{
		Origin: mcp.Text(b.Origin), URLPattern: mcp.Text(b.URLPattern), Selector: mcp.Text(b.Selector),
		FrameOrigin: mcp.Text(b.FrameOrigin), FrameURLPattern: mcp.Text(b.FrameURLPattern),
	}
	for key, selector := range b.Fields {
		if out.Fields == nil {
			out.Fields = map[mcp.Text]mcp.Text{}
		}
		out.Fields[mcp.Text(key)] = mcp.Text(selector)
	}
	return out
}

// sameOrigin compares by origin where both sides parse, else as text without slashes at the end (secure-browser,
// section 3.1).
func sameOrigin(asked, bound string) bool {
	a, errA := browser.ParseURL(asked)
	b, errB := browser.ParseURL(bound)
	if errA != nil || errB != nil {
		return strings.TrimRight(asked, "/") == strings.TrimRight(bound, "/")
	}
	return originOf(a) == originOf(b)
}
