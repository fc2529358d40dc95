package browser

import (
	"context"
	"fmt"
	"net/url"
	"slices"

	"browser-mcp/cdp"
)

// Back goes to the entry before the present one of the tab's history. The document there is made anew: nothing is kept
// in the back/forward cache. Errors are those of Navigate; without an earlier entry ErrNavigationFailed.
func (t *Tab) Back(ctx context.Context, o NavigateOptions) (Page, error) {
	n, err := t.beginNavigation(ctx, o)
	if err != nil {
		return Page{}, err
	}
	defer n.end()
	history, err := t.session.PageGetNavigationHistory(n.ctx)
	if err != nil {
		return Page{}, t.translate(err)
	}
	if history.CurrentIndex < 1 || history.CurrentIndex >= len(history.Entries) {
		return Page{}, fmt.Errorf("%w: no earlier page", ErrNavigationFailed)
	}
	entry := history.Entries[history.CurrentIndex-1]
	if err := t.vetEntry(entry); err != nil {
		return Page{}, err
	}
	if err := t.session.PageNavigateToHistoryEntry(n.ctx, entry.ID); err != nil {
		return Page{}, t.translate(err)
	}
	return n.arrive(ctx, func() bool { return t.commits > n.before.commits || t.moves > n.before.moves })
}

// vetEntry judges where the history leads. A page cannot put another scheme there than one it may load itself, but the
// rule of Navigate is the same for every way to a page.
func (t *Tab) vetEntry(entry cdp.HistoryEntry) error {
	u, err := url.Parse(entry.URL)
	if err != nil || !slices.Contains([]string{"http", "https", "about"}, u.Scheme) {
		return refused("the earlier page is not http or https")
	}
	return t.life.browser.cfg.Policy.allows(entry.URL)
}

// Reload loads the top document again. It also brings a crashed tab back. Errors are those of Navigate.
func (t *Tab) Reload(ctx context.Context, o NavigateOptions) (Page, error) {
	n, err := t.beginNavigation(ctx, o)
	if err != nil {
		return Page{}, err
	}
	defer n.end()
	if err := t.session.PageReload(n.ctx, ""); err != nil {
		return Page{}, t.translate(err)
	}
	return n.arrive(ctx, func() bool { return t.commits > n.before.commits })
}
