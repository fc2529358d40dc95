package tools

import (
	"context"
	"errors"

	"browser-mcp/cdp/browser"
	"browser-mcp/vault"
)

// filledMarker stands in place of a tagged field's value (secure-browser, section 4, value rule 2).
const filledMarker = "[REDACTED:secret-filled-field]"

// observer tells the redactor what happens to documents, which decides how far a fill's taint reaches (threats.md, N4
// and rule 7). The browser's event loop calls it, so it only notes what has to be done.
type observer struct{ s *session }

// untagged is a document that history brought back after a fill and whose fields are not tagged yet.
type untagged struct {
	tab browser.TabID
	doc browser.Generation
}

// Committed implements browser.Observer.
func (o observer) Committed(e browser.DocumentEvent) {
	retag := o.s.redactor.Load().Committed(vault.CommittedDoc{
		Tab: string(e.Tab), Opener: string(e.Opener), Frame: string(e.Doc.Frame), Loader: string(e.Doc.Loader),
		Origin: e.Origin, Top: e.Top, Entry: e.Entry, ByAgent: e.ByAgent, ByHistory: e.ByHistory,
	})
	if !retag {
		return
	}
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	o.s.untagged = append(o.s.untagged, untagged{e.Tab, e.Doc})
}

// Closed implements browser.Observer.
func (o observer) Closed(tab browser.TabID) {
	o.s.redactor.Load().Closed(string(tab))
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	delete(o.s.views, tab)
}

// tagPending tags every document that waits for it. The caller has the turn, so nothing reads in between.
func (s *session) tagPending(ctx context.Context, c *browser.Context) error {
	for {
		s.mu.Lock()
		if len(s.untagged) == 0 {
			s.mu.Unlock()
			return nil
		}
		next := s.untagged[0]
		s.mu.Unlock()
		if err := tagOne(ctx, c, next); err != nil {
			return err // it stays first in the list, so nothing is read before it is tagged
		}
		s.mu.Lock()
		s.untagged = s.untagged[1:]
		s.mu.Unlock()
	}
}

// tagOne tags a document; one that is gone needs no tag.
func tagOne(ctx context.Context, c *browser.Context, u untagged) error {
	tab, err := c.Tab(ctx, u.tab)
	if errors.Is(err, browser.ErrUnknownTab) {
		return nil
	}
	if err == nil {
		err = tab.TagAll(ctx, u.doc, filledMarker)
	}
	if errors.Is(err, browser.ErrStale) || errors.Is(err, browser.ErrUnknownTab) || errors.Is(err, browser.ErrCrashed) {
		return nil
	}
	return err
}

// hasUntagged reports whether a document still waits to be tagged.
func (s *session) hasUntagged() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.untagged) > 0
}
