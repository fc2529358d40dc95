package tools

import (
	"context"
	"time"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
)

type navigateIn struct {
	URL     string `json:"url" doc:"http or https address" minlen:"1" maxlen:"65536"`
	Tab     string `json:"tabId,omitempty" maxlen:"32"`
	Wait    string `json:"wait_until,omitempty" enum:"load,domcontentloaded,networkidle" doc:"default load"`
	Timeout int    `json:"timeout_seconds,omitempty" min:"1" max:"120" doc:"default 30; then what has loaded is returned"`
}

type historyIn struct {
	Tab     string `json:"tabId,omitempty" maxlen:"32"`
	Wait    string `json:"wait_until,omitempty" enum:"load,domcontentloaded,networkidle"`
	Timeout int    `json:"timeout_seconds,omitempty" min:"1" max:"120"`
}

// pageOut is where a navigation ended. A slow page is not an error: loaded says so.
type pageOut struct {
	URL    mcp.Text `json:"url"`
	Title  mcp.Text `json:"title"`
	Loaded bool     `json:"loaded" doc:"false: still loading"`
	Status int      `json:"status,omitempty" doc:"HTTP status"`
	TabResult
}

func (t *Tools) registerNavigate(s *mcp.Server) {
	add(t, s, mcp.Tool{
		Name: "navigate", Title: "Open an address",
		Description: "Loads an http or https address in the tab. Uids of the page before it are gone.",
		OpenWorld:   true, Deadline: maxWait + marginToWait,
	}, navigate)
	add(t, s, mcp.Tool{
		Name: "go_back", Title: "Go back", Description: "Goes back one page in the tab's history.",
		OpenWorld: true, Deadline: maxWait + marginToWait,
	}, history((*browser.Tab).Back))
	add(t, s, mcp.Tool{
		Name: "reload", Title: "Reload", Description: "Loads the tab's page again. Its uids are gone.",
		OpenWorld: true, Deadline: maxWait + marginToWait,
	}, history((*browser.Tab).Reload))
}

// navigate checks the address before there is a tab, so that a refusal costs and changes nothing.
func navigate(ctx context.Context, s *session, in navigateIn) (pageOut, error) {
	address, err := browser.ParseURL(in.URL)
	if err != nil {
		return pageOut{}, err // before any tab is opened for it
	}
	return s.load(ctx, in.Tab, in.Wait, in.Timeout, func(ctx context.Context, tab *browser.Tab, o browser.NavigateOptions) (browser.Page, error) {
		return tab.Navigate(ctx, address, o)
	})
}

// loading is one of the ways to make a tab load.
type loading func(*browser.Tab, context.Context, browser.NavigateOptions) (browser.Page, error)

// history makes a tool of a way to load that takes no address.
func history(load loading) func(context.Context, *session, historyIn) (pageOut, error) {
	return func(ctx context.Context, s *session, in historyIn) (pageOut, error) {
		return s.load(ctx, in.Tab, in.Wait, in.Timeout, func(ctx context.Context, tab *browser.Tab, o browser.NavigateOptions) (browser.Page, error) {
			return load(tab, ctx, o)
		})
	}
}

// load does one navigation in the session's turn.
func (s *session) load(ctx context.Context, id, wait string, seconds int, load func(context.Context, *browser.Tab, browser.NavigateOptions) (browser.Page, error)) (pageOut, error) {
	o := browser.NavigateOptions{WaitUntil: wait, Timeout: timeout(seconds)}
	if o.WaitUntil == "" {
		o.WaitUntil = "load"
	}
	var out pageOut
	err := s.onTab(ctx, id, func(tab *browser.Tab) error {
		page, err := load(ctx, tab, o)
		if err != nil {
			return err
		}
		out = s.voice(tab).page(page)
		return nil
	})
	return out, err
}

// page shapes what a navigation came to.
func (v voice) page(p browser.Page) pageOut {
	return pageOut{URL: v.url(p.URL, true), Title: v.title(p.Title), Loaded: p.Loaded, Status: p.Status, TabResult: v.result()}
}

// timeout is the caller's, or the default.
func timeout(seconds int) time.Duration {
	if seconds == 0 {
		return defaultWait
	}
	return min(time.Duration(seconds)*time.Second, maxWait)
}
