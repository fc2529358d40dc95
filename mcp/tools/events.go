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

// event judges what was said by the document that said it: by now the tab may show another one.
func (v voice) event(e browser.TabEvent) Event {
	by := v.place(e.By.Doc, e.By.Origin, true, false)
	return Event{
		Kind: mcp.Symbol(e.Kind), Tab: mcp.Symbol(e.Tab),
		Text: mcp.Text(clip(v.r.RedactAt(v.owner, by, e.Text), maxTextRunes)),
		URL:  mcp.Text(clip(v.address(by, e.URL), maxURLRunes)),
	}
}
