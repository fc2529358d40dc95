package tools

import (
	"context"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

// fillIn names a secret and where it is to go. No argument can say what it is.
type fillIn struct {
	Secret string      `json:"secret_id" minlen:"1" maxlen:"128" doc:"from list_secret_refs"`
	UID    string      `json:"element_uid,omitempty" maxlen:"32" doc:"field for a single secret"`
	Fields []fillField `json:"fields,omitempty" minlen:"1" maxlen:"32" doc:"instead of element_uid, for a secret with field_keys"`
	Tab    string      `json:"tabId,omitempty" maxlen:"32"`
}

// fillField is one part of a secret with several.
type fillField struct {
	Key  string   `json:"key" minlen:"1" maxlen:"256"`
	UID  string   `json:"element_uid,omitempty" maxlen:"32"`
	UIDs []string `json:"element_uids,omitempty" minlen:"1" maxlen:"32" doc:"boxes over which the part is spread, in order"`
}

// fillOut says that it was done and where. Nothing in it depends on the value.
type fillOut struct {
	Filled bool         `json:"filled"`
	Secret mcp.Symbol   `json:"secret_id"`
	UIDs   []mcp.Symbol `json:"element_uids"`
	// Unverified is about fields whose content no script can read back.
	Unverified bool `json:"unverified,omitempty" doc:"written, but the page does not let us check it"`
	TabResult
}

func (t *Tools) registerFill(s *mcp.Server) {
	add(t, s, mcp.Tool{
		Name: "fill_secret", Title: "Fill a secret",
		Description: "Writes a stored secret into a field, if its binding allows that page and field. You give the id; the value is never shown. Does not submit.",
		Destructive: true, OpenWorld: true,
	}, fillSecret)
}

// fillSecret hands the request to the vault with the tab as its page. Everything that decides is there.
func fillSecret(ctx context.Context, s *session, in fillIn) (fillOut, error) {
	targets, err := in.targets()
	if err != nil {
		return fillOut{}, err
	}
	if !s.filling.CompareAndSwap(false, true) {
		return fillOut{}, fail(Busy, "")
	}
	defer s.filling.Store(false)
	var out fillOut
	err = s.onPage(ctx, in.Tab, func(tab *browser.Tab) error {
		c, err := s.open(ctx)
		if err != nil {
			return err
		}
		s.markFill(tab)
		result, err := s.tools.filler.Fill(ctx, vault.FillRequest{
			Owner: s.owner, Secret: vault.SecretID(in.Secret), Targets: targets,
			Page: newPage(c, tab), Redactor: s.redactor.Load(),
		})
		if err != nil {
			return err
		}
		out = fillOut{Filled: result.Filled, Secret: mcp.Symbol(in.Secret), TabResult: s.voice(tab).result()}
		out.Unverified = len(result.Unverified) > 0
		for _, t := range targets {
			for _, uid := range elementsOf(t) {
				out.UIDs = append(out.UIDs, mcp.Symbol(uid))
			}
		}
		return nil
	})
	return out, err
}

// targets normalises the two forms of the arguments; exactly one must be there.
func (in fillIn) targets() ([]vault.Target, error) {
	if (in.UID == "") == (len(in.Fields) == 0) {
		return nil, fail(InvalidRequest, "element_uid_or_fields")
	}
	if in.UID != "" {
		return []vault.Target{{Element: in.UID}}, nil
	}
	var list []vault.Target
	for _, f := range in.Fields {
		if (f.UID == "") == (len(f.UIDs) == 0) {
			return nil, fail(InvalidRequest, "element_uid_or_element_uids")
		}
		list = append(list, vault.Target{Key: f.Key, Element: f.UID, Elements: f.UIDs})
	}
	return list, nil
}

// elementsOf lists a target's elements.
func elementsOf(t vault.Target) []string {
	if t.Element != "" {
		return []string{t.Element}
	}
	return t.Elements
}
