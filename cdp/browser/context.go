package browser

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"browser-mcp/cdp"
)

// ContextOptions of a context.
type ContextOptions struct {
	Observer Observer // may be nil
}

// A Context is one browser context and the tabs in it: off the record, unless the browser runs on a named profile. It
// is safe for use by many goroutines.
type Context struct {
	browser *Browser
	options ContextOptions
	binding chan struct{} // holds one token while the context is bound to a browser
	log     networkLog
	hands   contextHands

	mu        sync.Mutex
	closed    bool
	life      *life // the browser that it is bound to, nil if none
	id        cdp.BrowserContextID
	tabs      []*Tab
	current   *Tab
	tabCount  int
	restarted bool // the browser was lost and nobody was told yet
	fresh     bool // no document was committed since the restart
	uids      int64
}

// bind makes sure that the context exists in a living browser. The doors are those of a context that was made by this
// call; whoever opens its first tab waits for them.
func (c *Context) bind(ctx context.Context) (*life, doors, error) {
	select {
	case c.binding <- struct{}{}:
		defer func() { <-c.binding }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	if err := c.settled(ctx); err != nil {
		return nil, nil, err
	}
	c.mu.Lock()
	isClosed, bound := c.closed, c.life
	c.mu.Unlock()
	if isClosed {
		return nil, nil, ErrClosed
	}
	if bound != nil {
		return bound, nil, nil
	}
	l, err := c.browser.running(ctx)
	if err != nil {
		return nil, nil, err
	}
	id, err := c.create(l)
	if err != nil {
		return nil, nil, l.translate(err)
	}
	c.mu.Lock()
	c.life, c.id = l, id
	c.mu.Unlock()
	return l, l.closeDoors(ctx, id), nil
}

// settled waits, if the context's browser is dead, until the context knows it.
func (c *Context) settled(ctx context.Context) error {
	c.mu.Lock()
	l := c.life
	c.mu.Unlock()
	if l == nil {
		return nil
	}
	return l.settled(ctx)
}

// unbind takes a context back that could not be made as it must be.
func (c *Context) unbind(l *life) {
	c.mu.Lock()
	id := c.id
	if c.life == l {
		c.life, c.id = nil, ""
	}
	c.mu.Unlock()
	l.drop(id)
}

// create makes the browser context.
func (c *Context) create(l *life) (cdp.BrowserContextID, error) {
	limit := maxContexts
	if c.browser.cfg.Launch.Profile != "" {
		limit = 1 // its tabs could not be told apart
	}
	l.mu.Lock()
	full := len(l.contexts) >= limit
	l.mu.Unlock()
	if full {
		return "", fmt.Errorf("%w: contexts, limit %d", ErrTooMany, limit)
	}
	// Not the caller's context: one that was given up in the middle would stay in the browser, and nobody would know.
	id, err := l.newContext()
	if err != nil {
		return "", err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.contexts[id] = c
	return id, nil
}

// newContext is off the record, but for a named profile, where it is the profile's own.
func (l *life) newContext() (cdp.BrowserContextID, error) {
	if l.browser.cfg.Launch.Profile != "" {
		return "", nil
	}
	ctx, cancel := l.bounded()
	defer cancel()
	l.mu.Lock()
	spare := l.spare
	l.spare = nil
	l.mu.Unlock()
	if spare == nil {
		return l.root.TargetCreateBrowserContext(ctx)
	}
	var r struct {
		ID cdp.BrowserContextID `json:"browserContextId"`
	}
	err := spare.Wait(ctx, &r)
	return r.ID, err
}

// doors are the calls that close a context's: downloads are denied before there is a tab that could start one
// (decision 15), and so is every permission. If that fails, so does the context. The browser handles them before any
// call that is started later, so nobody has to wait before the first tab is asked for.
type doors []*cdp.Pending

func (l *life) closeDoors(ctx context.Context, id cdp.BrowserContextID) doors {
	downloads := map[string]any{"behavior": "deny"}
	permissions := map[string]any{"permissions": []string{}} // grants none, so it denies all
	if id != "" {
		downloads["browserContextId"], permissions["browserContextId"] = id, id
	}
	return doors{
		l.root.Start(ctx, "Browser.setDownloadBehavior", downloads),
		l.root.Start(ctx, "Browser.grantPermissions", permissions),
	}
}

func (d doors) wait(ctx context.Context) error {
	var errs []error
	for _, call := range d {
		errs = append(errs, call.Wait(ctx, nil))
	}
	return errors.Join(errs...)
}

// drop lets a browser context go, with all its pages.
func (l *life) drop(id cdp.BrowserContextID) {
	l.mu.Lock()
	delete(l.contexts, id)
	l.mu.Unlock()
	if id != "" {
		ctx, cancel := l.bounded()
		defer cancel()
		if err := l.root.TargetDisposeBrowserContext(ctx, id); err != nil {
			l.log.Debug("disposing a browser context", "err", err)
		}
	}
}

// bounded is for calls that the house makes by itself.
func (l *life) bounded() (context.Context, context.CancelFunc) {
	return context.WithTimeout(l.ctx, houseTimeout)
}

// adopt makes a new page a tab of the context. It reports false when there are too many.
func (c *Context) adopt(a *attachment, info cdp.TargetInfo) bool {
	l := a.life
	l.mu.Lock()
	opener := l.tabs[info.OpenerID]
	l.mu.Unlock()
	c.mu.Lock()
	if c.closed || len(c.tabs) >= maxTabs {
		c.mu.Unlock()
		return false
	}
	c.tabCount++
	t := &Tab{
		id:      TabID(fmt.Sprintf("t%d", c.tabCount)),
		context: c,
		life:    l,
		target:  info.TargetID,
		session: a.session,
		acting:  make(chan struct{}, 1),
	}
	if opener != nil && opener.context == c {
		t.opener, t.creator = opener.id, opener.Origin()
	}
	t.frames.add(&frame{tab: t, id: cdp.FrameID(info.TargetID), session: a.session, url: "about:blank", origin: originOf("", "", t.creator)})
	a.tab = t
	c.tabs = append(c.tabs, t)
	if c.current == nil {
		c.current = t
	}
	if c.restarted {
		c.restarted = false
		t.reports.add(TabEvent{Kind: EventRestart})
	}
	c.mu.Unlock()
	l.mu.Lock()
	l.tabs[t.target] = t
	l.mu.Unlock()
	if t.opener != "" {
		opener.opened(t)
	}
	return true
}

// committed tells the observer about a document. It runs in the event loop.
func (c *Context) committed(e DocumentEvent) {
	c.mu.Lock()
	if e.Top {
		e.Restart, c.fresh = c.fresh, false
	}
	c.mu.Unlock()
	if c.options.Observer != nil {
		c.options.Observer.Committed(e)
	}
}

// forgetTab takes out a tab whose page is gone.
func (c *Context) forgetTab(t *Tab, cause error) {
	c.mu.Lock()
	i := slices.Index(c.tabs, t)
	if i >= 0 {
		c.tabs = slices.Delete(c.tabs, i, i+1)
	}
	if c.current == t {
		c.current = c.successor(t)
	}
	c.mu.Unlock()
	t.end(cause)
	if i >= 0 && c.options.Observer != nil {
		c.options.Observer.Closed(t.id)
	}
}

// successor is the tab that becomes current when t goes: the one that opened it, else the newest.
func (c *Context) successor(t *Tab) *Tab {
	for _, other := range c.tabs {
		if other.id == t.opener {
			return other
		}
	}
	if len(c.tabs) > 0 {
		return c.tabs[len(c.tabs)-1]
	}
	return nil
}

// lost is called when a browser has ended: the tabs are gone, and the next one is told so once.
func (c *Context) lost(l *life) {
	c.mu.Lock()
	if c.life != l {
		c.mu.Unlock()
		return
	}
	c.life, c.id = nil, ""
	c.restarted, c.fresh = true, true
	tabs := slices.Clone(c.tabs)
	c.mu.Unlock()
	c.log.clear()
	for _, t := range tabs {
		c.forgetTab(t, ErrGone)
	}
}

// Close ends the context and all its tabs. It may be called more than once.
func (c *Context) Close(ctx context.Context) error {
	select {
	case c.binding <- struct{}{}:
		defer func() { <-c.binding }()
	case <-ctx.Done():
		return ctx.Err()
	}
	c.mu.Lock()
	l, id := c.life, c.id
	tabs := slices.Clone(c.tabs)
	c.closed, c.life = true, nil
	c.mu.Unlock()
	c.browser.forget(c)
	if l != nil {
		if id == "" { // the default context of a profile stays; its tabs do not
			for _, t := range tabs {
				l.closeTarget(t.target)
			}
		}
		l.drop(id)
	}
	for _, t := range tabs {
		c.forgetTab(t, ErrClosed)
	}
	return nil
}
