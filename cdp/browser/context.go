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

// bind makes sure that the context exists in a living browser.
func (c *Context) bind(ctx context.Context) (*life, error) {
	select {
	case c.binding <- struct{}{}:
		defer func() { <-c.binding }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c.mu.Lock()
	closed, bound := c.closed, c.life
	c.mu.Unlock()
	if closed {
		return nil, ErrClosed
	}
	if bound != nil {
		return bound, nil
	}
	l, err := c.browser.running(ctx)
	if err != nil {
		return nil, err
	}
	id, err := c.create(ctx, l)
	if err != nil {
		return nil, l.translate(err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.life, c.id = l, id
	return l, nil
}

// create makes the browser context and closes its doors: downloads are denied before there is a tab that could start
// one (decision 15), and so is every permission. If that fails, so does the context.
func (c *Context) create(ctx context.Context, l *life) (cdp.BrowserContextID, error) {
	var id cdp.BrowserContextID
	if c.browser.cfg.Launch.Profile == "" {
		made, err := l.root.TargetCreateBrowserContext(ctx)
		if err != nil {
			return "", err
		}
		id = made
	}
	l.mu.Lock()
	full := len(l.contexts) >= maxContexts
	if !full {
		l.contexts[id] = c
	}
	l.mu.Unlock()
	err := fmt.Errorf("%w: contexts, limit %d", ErrTooMany, maxContexts)
	if !full {
		err = c.closeDoors(ctx, l, id)
	}
	if err != nil {
		l.drop(id)
	}
	return id, err
}

func (c *Context) closeDoors(ctx context.Context, l *life, id cdp.BrowserContextID) error {
	downloads := map[string]any{"behavior": "deny"}
	permissions := map[string]any{"permissions": []string{}}
	if id != "" {
		downloads["browserContextId"], permissions["browserContextId"] = id, id
	}
	denied := l.root.Start(ctx, "Browser.setDownloadBehavior", downloads)
	granted := l.root.Start(ctx, "Browser.grantPermissions", permissions) // grants none, so it denies the rest
	return errors.Join(denied.Wait(ctx, nil), granted.Wait(ctx, nil))
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
