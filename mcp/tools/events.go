package tools

import (
	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
)

// Event is something that happened in a tab since its last result (decision 5).
type Event struct {
	Kind mcp.Symbol `json:"kind"`
	Text mcp.Text   `json:"text,omitempty"`
	URL  mcp.Text   `json:"url,omitempty"`
	Tab  mcp.Symbol `json:"tabId,omitempty"`
}

// TabResult is in the result of every tool that is bound to a tab.
type TabResult struct {
	Tab     mcp.Symbol `json:"tabId"`
	Events  []Event    `json:"events"`
	Dropped int        `json:"dropped,omitempty"`
}

// result takes the tab's events.
func (v voice) result() TabResult {
	taken, dropped := v.tab.TakeEvents()
	if extra := len(taken) - maxEvents; extra > 0 {
		taken, dropped = taken[extra:], dropped+extra
	}
	r := TabResult{Tab: mcp.Symbol(v.tab.ID()), Events: make([]Event, 0, len(taken)), Dropped: dropped}
	for _, e := range taken {
		r.Events = append(r.Events, v.event(e))
	}
	return r
}

func (v voice) event(e browser.TabEvent) Event {
	out := Event{Kind: mcp.Symbol(e.Kind), Tab: mcp.Symbol(e.Tab)}
	if e.Text != "" {
		out.Text = v.said(e.Text, maxTextRunes)
	}
	if e.URL != "" {
		out.URL = v.url(e.URL, true)
	}
	return out
}
