package browser

import (
	"encoding/json"

	"browser-mcp/cdp"
)

// Kinds of tab events (decision 5).
const (
	EventDialog   = "dialog"
	EventPopup    = "popup"
	EventChooser  = "chooser"
	EventDownload = "download"
	EventCrash    = "crash"
	EventRestart  = "restart"
)

// A TabEvent is something that happened to a tab and that the next result tells. Text and URL are the page's.
type TabEvent struct {
	Kind string
	Text string // of a dialog, name of a download; at most 10 KiB
	URL  string // of a popup, of a download
	Tab  TabID  // of a popup
	By   Asker  // the document whose words these are, which may be gone by now
}

// reports are the events that wait for the next result. The oldest stay, the rest are counted.
type reports struct {
	queue   []TabEvent
	dropped int
}

func (r *reports) add(e TabEvent) {
	if len(r.queue) >= maxTabEvents {
		r.dropped++
		return
	}
	e.Text = whole(e.Text, maxEventText)
	e.URL = shortURL(e.URL)
	r.queue = append(r.queue, e)
}

// whole is a text that fits, or none: a part of it could be the part of a secret that no matcher knows.
func whole(text string, limit int) string {
	if len(text) > limit {
		return ""
	}
	return text
}

// speaker is the document of a frame, or of the session's own one where the browser named none. The caller holds the
// tab's lock.
func (a *attachment) speaker(id cdp.FrameID) Asker {
	for _, id := range []cdp.FrameID{id, cdp.FrameID(a.target)} {
		if f := a.tab.frames.find(id); f != nil {
			return f.asker()
		}
	}
	return a.tab.frames.top().asker()
}

// TakeEvents returns what happened since the last call, and how many more events there was no room for.
func (t *Tab) TakeEvents() (events []TabEvent, dropped int) {
	t.mu.Lock()
	events, dropped = t.reports.queue, t.reports.dropped
	t.reports = reports{}
	t.mu.Unlock()
	for i := range events {
		if events[i].Kind == EventPopup {
			events[i].URL = shortURL(t.context.urlOf(events[i].Tab)) // by now it usually has one
		}
	}
	return events, dropped
}

func (t *Tab) report(e TabEvent) {
	t.mu.Lock()
	t.reports.add(e)
	t.mu.Unlock()
	t.changes.notify()
}

// opened tells that the tab opened another one.
func (t *Tab) opened(popup *Tab) {
	t.mu.Lock()
	t.popups++
	t.reports.add(TabEvent{Kind: EventPopup, Tab: popup.id, By: t.frames.top().asker()})
	t.mu.Unlock()
	t.changes.notify()
}

// dialogOpening answers a dialog at once, because the page and everything that waits for it stand still meanwhile. It
// is dismissed, but for the question whether to leave: when a tool navigates or closes, leaving is what was asked for.
func (a *attachment) dialogOpening(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID cdp.FrameID `json:"frameId"`
		Message string      `json:"message"`
		Type    string      `json:"type"` // alert, confirm, prompt, beforeunload
	}](params)
	if !ok {
		return
	}
	t := a.tab
	t.mu.Lock()
	accept := p.Type == "beforeunload" && (t.byAgent || t.closing)
	t.reports.add(TabEvent{Kind: EventDialog, Text: p.Message, By: a.speaker(p.FrameID)})
	t.mu.Unlock()
	a.session.Start(a.life.ctx, "Page.handleJavaScriptDialog", map[string]any{"accept": accept}).Forget()
	t.changes.notify()
}

// chooserOpened reports a file chooser. It was intercepted, so none is shown and none waits.
func (a *attachment) chooserOpened(json.RawMessage) { a.tab.report(TabEvent{Kind: EventChooser}) }

// downloadBegins reports a download, which the context denies.
func (a *attachment) downloadBegins(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID cdp.FrameID `json:"frameId"`
		URL     string      `json:"url"`
		Name    string      `json:"suggestedFilename"`
	}](params)
	if !ok {
		return
	}
	t := a.tab
	t.mu.Lock()
	t.reports.add(TabEvent{Kind: EventDownload, Text: p.Name, URL: p.URL, By: a.speaker(p.FrameID)})
	t.mu.Unlock()
	t.changes.notify()
}

// crashed reports a dead renderer. A frame's takes its documents along; the top one's takes the page, until it is
// loaded again.
func (a *attachment) crashed(json.RawMessage) {
	t := a.tab
	t.mu.Lock()
	f := t.frames.find(cdp.FrameID(a.target))
	if f != nil {
		t.gone(t.frames.removeBelow(f))
		t.gone([]Generation{f.generation()})
		f.loader, f.marks = "", marks{}
	}
	if a.kind == "page" {
		t.crashes++
		t.crashedNow = true
		clear(t.navigations.running)
	}
	t.reports.add(TabEvent{Kind: EventCrash})
	t.mu.Unlock()
	t.changes.notify()
}
