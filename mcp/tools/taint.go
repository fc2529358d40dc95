package tools

import (
	"context"
	"errors"
	"maps"
	"slices"

	"browser-mcp/cdp/browser"
	"browser-mcp/vault"
)

// filledMarker stands in place of a tagged field's value (secure-browser, section 4, value rule 2).
const filledMarker = "[REDACTED:secret-filled-field]"

// observer tells the redactor what happens to documents, which decides how far a fill's taint reaches (threats.md, N4
// and rule 7). The browser's event loop calls it, so it only notes what has to be done.
type observer struct{ s *session }

// untagged are the documents of one tab that may have got back what was filled, and whose fields are not tagged yet.
type untagged struct {
	docs map[string]browser.Generation // the present one of each frame
	all  bool                          // more than maxUntagged: every document of the tab
}

// Committed implements browser.Observer.
func (o observer) Committed(e browser.DocumentEvent) {
	retag := o.s.redactor.Load().Committed(vault.CommittedDoc{
		Tab: string(e.Tab), Opener: string(e.Opener), Frame: string(e.Doc.Frame), Loader: string(e.Doc.Loader),
		Origin: e.Origin, Top: e.Top, Entry: e.Entry, ByAgent: e.ByAgent, ByHistory: e.ByHistory,
	})
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	switch u := o.s.untagged[e.Tab]; {
	case retag:
		o.s.wants(e.Tab, e.Doc)
	case u != nil && u.docs[string(e.Doc.Frame)] != e.Doc:
		delete(u.docs, string(e.Doc.Frame)) // the document that it waited for is gone
	}
}

// wants notes that a document is to be tagged. The caller holds the lock.
func (s *session) wants(tab browser.TabID, doc browser.Generation) {
	u := s.untagged[tab]
	if u == nil {
		u = &untagged{docs: map[string]browser.Generation{}}
		s.untagged[tab] = u
	}
	u.docs[string(doc.Frame)] = doc
	if len(u.docs) > maxUntagged {
		u.all = true
		clear(u.docs)
	}
}

// Closed implements browser.Observer.
func (o observer) Closed(tab browser.TabID) {
	o.s.redactor.Load().Closed(string(tab))
	o.s.mu.Lock()
	defer o.s.mu.Unlock()
	delete(o.s.views, tab)
	delete(o.s.untagged, tab)
}

// tag tags every document of a tab that waits for it. The caller has the turn, so nothing reads in between. A tab whose
// page does not answer keeps nobody from the others.
func (s *session) tag(ctx context.Context, c *browser.Context, tab *browser.Tab) error {
	for _, doc := range s.waiting(c, tab.ID()) {
		err := tab.TagAll(ctx, doc, filledMarker)
		gone := errors.Is(err, browser.ErrStale) || errors.Is(err, browser.ErrUnknownTab) || errors.Is(err, browser.ErrCrashed)
		if err != nil && !gone {
			return err // it goes on waiting, so nothing is read before it is tagged
		}
		s.mu.Lock()
		if u := s.untagged[tab.ID()]; u != nil && u.docs[string(doc.Frame)] == doc {
			delete(u.docs, string(doc.Frame))
		}
		s.mu.Unlock()
	}
	return nil
}

// waiting lists the documents of a tab to be tagged, which stay noted until they are.
func (s *session) waiting(c *browser.Context, tab browser.TabID) []browser.Generation {
	s.mu.Lock()
	u := s.untagged[tab]
	all := u != nil && u.all
	if all {
		u.all = false // what commits from here on is noted by itself
	}
	s.mu.Unlock()
	var live []browser.Document
	if all {
		live = c.Documents()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, d := range live {
		if _, noted := u.docs[string(d.Doc.Frame)]; d.Tab == tab && !noted {
			u.docs[string(d.Doc.Frame)] = d.Doc
		}
	}
	if u == nil {
		return nil
	}
	return slices.Collect(maps.Values(u.docs))
}

// hasUntagged reports whether a document of the tab still waits to be tagged.
func (s *session) hasUntagged(tab browser.TabID) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.untagged[tab]
	return u != nil && (u.all || len(u.docs) > 0)
}
