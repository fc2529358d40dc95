package tools

import (
	"context"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
)

type noArguments struct{}

type tabArgument struct {
	Tab string `json:"tabId" minlen:"1" maxlen:"32"`
}

type closeTabIn struct {
	Tab string `json:"tabId,omitempty" maxlen:"32"`
}

type openTabIn struct {
	URL string `json:"url,omitempty" maxlen:"65536" doc:"http or https address; none opens a blank tab"`
}

// tabOut is one tab of the session, pop-ups included.
type tabOut struct {
	Tab     mcp.Symbol `json:"tabId"`
	URL     mcp.Text   `json:"url"`
	Title   mcp.Text   `json:"title"`
	Current bool       `json:"current"`
	Opener  mcp.Symbol `json:"opener,omitempty" doc:"tab that opened it"`
}

type tabsOut struct {
	Tabs []tabOut `json:"tabs"`
}

type closedOut struct {
	Closed mcp.Symbol `json:"closed"`
}

func (t *Tools) registerTabs(s *mcp.Server) {
	add(t, s, mcp.Tool{
		Name: "list_tabs", Title: "List tabs", Description: "Lists this session's tabs, pop-ups included.",
		ReadOnly: true, Idempotent: true,
	}, listTabs)
	add(t, s, mcp.Tool{
		Name: "open_tab", Title: "Open a tab", Description: "Opens a tab and makes it the current one.",
		OpenWorld: true, Deadline: defaultWait + marginToWait,
	}, openTab)
	add(t, s, mcp.Tool{
		Name: "select_tab", Title: "Select a tab", Description: "Makes a tab the one that calls without tabId mean.",
		Idempotent: true,
	}, selectTab)
	add(t, s, mcp.Tool{
		Name: "close_tab", Title: "Close a tab", Description: "Closes a tab, the current one by default.",
		Destructive: true,
	}, closeTab)
}

// listTabs starts no browser for a session that has no tab.
func listTabs(ctx context.Context, s *session, _ noArguments) (tabsOut, error) {
	out := tabsOut{Tabs: []tabOut{}}
	err := s.onContext(ctx, func(c *browser.Context) error {
		infos, err := c.Tabs(ctx)
		if err != nil {
			return err
		}
		for _, info := range infos {
			tab, err := c.Tab(ctx, info.ID)
			if err != nil {
				continue // closed meanwhile
			}
			out.Tabs = append(out.Tabs, s.voice(tab).info(info))
		}
		return nil
	})
	return out, err
}

func (v voice) info(i browser.TabInfo) tabOut {
	return tabOut{
		Tab: mcp.Symbol(i.ID), URL: v.url(i.URL, true), Title: v.title(i.Title),
		Current: i.Current, Opener: mcp.Symbol(i.Opener),
	}
}

// openTab navigates by itself rather than in Open, for its result says how far the page came.
func openTab(ctx context.Context, s *session, in openTabIn) (pageOut, error) {
	address := ""
	if in.URL != "" {
		var err error
		if address, err = browser.ParseURL(in.URL); err != nil {
			return pageOut{}, err
		}
	}
	var out pageOut
	err := s.onContext(ctx, func(c *browser.Context) error {
		tab, err := c.Open(ctx, "")
		if err != nil {
			return err
		}
		page := browser.Page{URL: tab.URL(), Loaded: true}
		if address != "" {
			page, err = tab.Navigate(ctx, address, browser.NavigateOptions{WaitUntil: "load", Timeout: defaultWait})
		}
		if err != nil {
			return err
		}
		out = s.voice(tab).page(page)
		return nil
	})
	return out, err
}

func selectTab(ctx context.Context, s *session, in tabArgument) (tabOut, error) {
	var out tabOut
	err := s.onContext(ctx, func(c *browser.Context) error {
		if err := c.Select(browser.TabID(in.Tab)); err != nil {
			return err
		}
		infos, err := c.Tabs(ctx)
		if err != nil {
			return err
		}
		for _, info := range infos {
			if tab, err := c.Tab(ctx, info.ID); err == nil && string(info.ID) == in.Tab {
				out = s.voice(tab).info(info)
				return nil
			}
		}
		return browser.ErrUnknownTab
	})
	return out, err
}

// closeTab returns when the tab is gone.
func closeTab(ctx context.Context, s *session, in closeTabIn) (closedOut, error) {
	var out closedOut
	err := s.onTab(ctx, in.Tab, func(tab *browser.Tab) error {
		out.Closed = mcp.Symbol(tab.ID())
		c, err := s.open(ctx)
		if err != nil {
			return err
		}
		return c.CloseTab(ctx, tab.ID())
	})
	return out, err
}
