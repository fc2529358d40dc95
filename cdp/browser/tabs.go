package browser

import (
	"context"
	"fmt"
	"slices"

	"browser-mcp/cdp"
)

// A TabInfo describes a tab. URL and Title are the page's.
type TabInfo struct {
	ID      TabID
	URL     string
	Title   string
	Current bool
	Opener  TabID
}

// Open opens a tab, makes it the current one and navigates it there; an empty address leaves it blank. If the
// navigation fails, the tab stays and is returned beside the error.
func (c *Context) Open(ctx context.Context, address string) (*Tab, error) {
	if address != "" {
		if _, err := c.browser.cfg.Policy.vet(address); err != nil {
			return nil, err
		}
	}
	t, err := c.blank(ctx)
	if err != nil || address == "" {
		return t, err
	}
	_, err = t.Navigate(ctx, address, NavigateOptions{})
	return t, err
}

// blank opens a blank tab. It returns as soon as the tab is known: what is asked of it is queued behind its
// preparation in the browser.
func (c *Context) blank(ctx context.Context) (*Tab, error) {
	l, doors, err := c.bind(ctx)
	if err != nil {
		return nil, err
	}
	c.mu.Lock()
	count, id := len(c.tabs), c.id
	c.mu.Unlock()
	if count >= maxTabs {
		return nil, fmt.Errorf("%w: tabs, limit %d", ErrTooMany, maxTabs)
	}
	created := l.root.TargetCreateTarget(ctx, "about:blank", id)
	if err := doors.wait(ctx); err != nil {
		created.Forget()
		c.unbind(l)
		return nil, l.translate(err)
	}
	target, err := created.Wait(ctx)
	if err != nil {
		return nil, l.translate(err)
	}
	// The attachment was announced before the answer.
	if err := l.caughtUp(ctx); err != nil {
		return nil, err
	}
	l.mu.Lock()
	t := l.tabs[target]
	l.mu.Unlock()
	if t == nil || !c.setCurrent(t) {
		return nil, fmt.Errorf("%w: the new tab is gone already", ErrUnknownTab)
	}
	return t, nil
}

// Current returns the current tab, opening a blank one when there is none.
func (c *Context) Current(ctx context.Context) (*Tab, error) {
	if err := c.settled(ctx); err != nil {
		return nil, err
	}
	c.mu.Lock()
	t := c.current
	c.mu.Unlock()
	if t != nil {
		return t, nil
	}
	return c.Open(ctx, "")
}

// Tab returns a tab by its id. The error wraps ErrUnknownTab if the context has no such tab, which is all that anyone
// learns about tabs of other contexts.
func (c *Context) Tab(ctx context.Context, id TabID) (*Tab, error) {
	if err := c.settled(ctx); err != nil {
		return nil, err
	}
	return c.tab(id)
}

func (c *Context) tab(id TabID) (*Tab, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.tabs {
		if t.id == id {
			return t, nil
		}
	}
	return nil, ErrUnknownTab
}

// Tabs lists the context's tabs, the oldest first. Without any it does not start a browser.
func (c *Context) Tabs(ctx context.Context) ([]TabInfo, error) {
	c.mu.Lock()
	tabs, current := slices.Clone(c.tabs), c.current
	c.mu.Unlock()
	calls := make([]*cdp.Pending, len(tabs))
	for i, t := range tabs {
		calls[i] = t.life.root.Start(ctx, "Target.getTargetInfo", map[string]any{"targetId": t.target})
	}
	list := make([]TabInfo, 0, len(tabs))
	for i, t := range tabs {
		var r struct {
			TargetInfo cdp.TargetInfo `json:"targetInfo"`
		}
		if err := calls[i].Wait(ctx, &r); err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			continue // it was closed meanwhile
		}
		list = append(list, TabInfo{ID: t.id, URL: t.URL(), Title: r.TargetInfo.Title, Current: t == current, Opener: t.opener})
	}
	return list, nil
}

// Select makes a tab the current one.
func (c *Context) Select(id TabID) error {
	t, err := c.tab(id)
	if err != nil || !c.setCurrent(t) {
		return ErrUnknownTab
	}
	return nil
}

// setCurrent reports false if the tab was closed meanwhile.
func (c *Context) setCurrent(t *Tab) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.tabs, t) {
		return false
	}
	c.current = t
	return true
}

// CloseTab closes a tab and returns when it is gone.
func (c *Context) CloseTab(ctx context.Context, id TabID) error {
	t, err := c.Tab(ctx, id)
	if err != nil {
		return err
	}
	t.mu.Lock()
	t.closing = true
	t.mu.Unlock()
	if err := t.life.root.TargetCloseTarget(ctx, t.target); err != nil {
		return t.translate(err)
	}
	if err := t.await(ctx, func() bool { return false }); ctx.Err() != nil {
		return err
	}
	return nil
}

// Documents lists the live documents of the context.
func (c *Context) Documents() []Document {
	c.mu.Lock()
	tabs := slices.Clone(c.tabs)
	c.mu.Unlock()
	var list []Document
	for _, t := range tabs {
		for _, f := range t.frameList() {
			if f.loader != "" {
				list = append(list, Document{Tab: t.id, Frame: f.ref, Doc: f.generation(), Origin: f.origin})
			}
		}
	}
	return list
}

func (c *Context) urlOf(id TabID) string {
	t, err := c.tab(id)
	if err != nil {
		return ""
	}
	return t.URL()
}
