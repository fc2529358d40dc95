package browser

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"browser-mcp/cdp"
)

// NavigateOptions of a navigation.
type NavigateOptions struct {
	WaitUntil string        // "load" (or empty), "domcontentloaded", "networkidle"
	Timeout   time.Duration // 0 means 30 s; at most 120 s
}

// A Page is where a navigation ended. URL and Title are the page's.
type Page struct {
	URL    string
	Title  string
	Loaded bool // false: the time was over first; what is there can be looked at
	Status int  // HTTP status, 0 if there was none
}

// A navigation is one navigation by a tool.
type navigation struct {
	tab    *Tab
	until  string
	before tabPlace
	busy   bool            // another navigation of the top frame was on its way
	ctx    context.Context // of the caller, with the navigation's own timeout
	cancel context.CancelFunc
}

// A tabPlace tells one place in a tab's life from a later one.
type tabPlace struct {
	commits, moves, crashes uint64
}

// Navigate loads an address in the tab. An address that ParseURL or the policy refuses, also in the course of
// redirects, gives an error that wraps ErrNavigationRefused; a page that does not come ErrNavigationFailed. A page that
// comes slowly is no error.
func (t *Tab) Navigate(ctx context.Context, address string, o NavigateOptions) (Page, error) {
	address, err := t.life.browser.cfg.Policy.vet(address)
	if err != nil {
		return Page{}, err
	}
	n, err := t.beginNavigation(ctx, o)
	if err != nil {
		return Page{}, err
	}
	defer n.end()
	t.mu.Lock()
	t.asked.add(address)
	t.mu.Unlock()
	if n.busy {
		// What is still on its way would race with the new navigation, and Chromium may abort the wrong one.
		t.session.Start(n.ctx, "Page.stopLoading", nil).Forget()
	}
	answer, err := t.session.PageNavigate(n.ctx, address)
	switch {
	case err != nil && n.overtime(ctx):
		return n.page(ctx, false)
	case err != nil:
		return Page{}, t.translate(err)
	case answer.ErrorText != "" && answer.ErrorText != emptyErrorPage:
		return Page{}, n.failure(ctx, answer)
	case answer.LoaderID == "":
		return n.arrive(ctx, func() bool { return t.moves > n.before.moves })
	}
	return n.arrive(ctx, func() bool { return slices.Contains(t.loaders, answer.LoaderID) })
}

// emptyErrorPage is an answer with a status of 400 and more and no body. It is a page as any other with that status;
// Chromium shows a text of its own for it.
const emptyErrorPage = "net::ERR_HTTP_RESPONSE_CODE_FAILURE"

// vet is what an address must pass before any CDP call.
func (p Policy) vet(address string) (string, error) {
	address, err := ParseURL(address)
	if err != nil {
		return "", err
	}
	return address, p.allows(address)
}

// beginNavigation waits for the tab's other navigation, if there is one, and marks the tab.
func (t *Tab) beginNavigation(ctx context.Context, o NavigateOptions) (*navigation, error) {
	switch o.WaitUntil {
	case "", "load", "domcontentloaded", "networkidle":
	default:
		return nil, fmt.Errorf("%w: unknown milestone to wait for", ErrNavigationFailed)
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultNavigation
	}
	select {
	case t.acting <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	n := &navigation{tab: t, until: o.WaitUntil}
	n.ctx, n.cancel = context.WithTimeout(ctx, min(o.Timeout, maxNavigation))
	// A navigation that overtakes the preparation of a new tab kills Chromium 156's renderer, when it commits while
	// Emulation.setFocusEmulationEnabled is on its way. Waiting costs nothing: the renderer has to start anyway.
	if err := t.await(n.ctx, func() bool { return t.prepared }); err != nil {
		n.end()
		return nil, t.translate(err)
	}
	t.mu.Lock()
	n.before = tabPlace{commits: t.commits, moves: t.moves, crashes: t.crashes}
	n.busy = t.navigations.running[t.frames.top().id] != 0
	t.byAgent, t.violated = true, false
	t.mu.Unlock()
	return n, nil
}

// end lets the next navigation begin. What commits from now on is not this one's, also if it went nowhere: within the
// document, to an answer without content, to a download (threats.md N4, scope).
func (n *navigation) end() {
	n.cancel()
	n.tab.mu.Lock()
	n.tab.byAgent = false
	n.tab.mu.Unlock()
	<-n.tab.acting
}

// overtime tells the navigation's own timeout from the caller's end.
func (n *navigation) overtime(ctx context.Context) bool {
	return ctx.Err() == nil && errors.Is(n.ctx.Err(), context.DeadlineExceeded)
}

// arrive waits until the new document stands and has reached its milestone. If the page goes on to another document
// by itself meanwhile, that one counts.
func (n *navigation) arrive(ctx context.Context, committed func() bool) (Page, error) {
	t := n.tab
	err := t.await(n.ctx, func() bool {
		return t.crashes > n.before.crashes || t.violated || committed() && t.frames.top().reached(n.until)
	})
	switch {
	case err != nil && n.overtime(ctx):
		return n.page(ctx, false)
	case err != nil:
		return Page{}, t.translate(err)
	}
	if err := t.life.networkCaughtUp(n.ctx); err != nil {
		return Page{}, t.translate(err)
	}
	t.mu.Lock()
	crashed, violated, top := t.crashes > n.before.crashes, t.violated, t.frames.top()
	failed := top.failed && (t.request.loader != top.loader || t.request.status == 0)
	t.mu.Unlock()
	switch {
	case violated:
		return Page{}, refused("a response came from a private address")
	case crashed:
		return Page{}, ErrCrashed
	case failed:
		return Page{}, ErrNavigationFailed
	}
	return n.page(ctx, true)
}

func (f *frame) reached(milestone string) bool {
	if f.failed {
		return true
	}
	if f.marks.loader != f.loader {
		return false
	}
	switch milestone {
	case "domcontentloaded":
		return f.marks.parsed
	case "networkidle":
		return f.marks.load && f.marks.idle
	}
	return f.marks.load
}

// page describes what stands in the tab now.
func (n *navigation) page(ctx context.Context, loaded bool) (Page, error) {
	t := n.tab
	// The navigation's own time may be over; the description is bounded by itself.
	ctx, cancel := context.WithTimeout(ctx, houseTimeout)
	defer cancel()
	var r struct {
		TargetInfo cdp.TargetInfo `json:"targetInfo"`
	}
	if err := t.life.root.Call(ctx, "Target.getTargetInfo", map[string]any{"targetId": t.target}, &r); err != nil {
		return Page{}, t.translate(err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	top := t.frames.top()
	p := Page{URL: top.url, Title: r.TargetInfo.Title, Loaded: loaded}
	if top.failed {
		p.Title = "" // it would be Chromium's, or still that of the page before
	}
	if t.request.loader == top.loader {
		p.Status = t.request.status
	}
	return p, nil
}

// failure tells a refusal from a page that just does not come. Chromium aborts a redirect to a scheme that it hands to
// another program, and calls one to a scheme of its own unsafe.
func (n *navigation) failure(ctx context.Context, answer cdp.PageNavigation) error {
	name := netError(answer.ErrorText)
	switch {
	case n.violated(ctx):
		return refused("a response came from a private address")
	case name == "net::ERR_UNSAFE_REDIRECT", name == "net::ERR_BLOCKED_BY_CLIENT":
		return refused("the way there led to a refused address (%s)", name)
	case name == "net::ERR_ABORTED" && !answer.IsDownload && n.redirectedAway(ctx, answer.LoaderID):
		return refused("the way there led to a refused scheme")
	}
	return fmt.Errorf("%w: %s", ErrNavigationFailed, name)
}

// redirectedAway tells whether the server sent a document's request to an address that is not on the network.
func (n *navigation) redirectedAway(ctx context.Context, loader cdp.LoaderID) bool {
	ctx, cancel := context.WithTimeout(ctx, houseTimeout)
	defer cancel()
	if n.tab.life.networkCaughtUp(ctx) != nil {
		return false
	}
	n.tab.mu.Lock()
	defer n.tab.mu.Unlock()
	return n.tab.request.loader == loader && n.tab.request.away
}

// violated tells whether the event loop stopped the page because of where a response came from.
func (n *navigation) violated(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, houseTimeout)
	defer cancel()
	if n.tab.caughtUp(ctx) != nil {
		return false
	}
	n.tab.mu.Lock()
	defer n.tab.mu.Unlock()
	return n.tab.violated
}
