package browser

import (
	"encoding/json"
	"errors"
	"strings"

	"browser-mcp/cdp"
)

// frameAttached takes in a frame of this session's process.
func (a *attachment) frameAttached(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID       cdp.FrameID `json:"frameId"`
		ParentFrameID cdp.FrameID `json:"parentFrameId"`
	}](params)
	if !ok {
		return
	}
	t := a.tab
	t.mu.Lock()
	defer t.mu.Unlock()
	if f := t.frames.find(p.FrameID); f != nil {
		// It came back from a process of its own; that session ends soon and must not take the frame with it.
		t.gone(t.frames.removeBelow(f))
		f.session, f.orphan = a.session, false
		a.life.markMoved(p.FrameID)
		return
	}
	if parent := t.frames.find(p.ParentFrameID); parent != nil {
		t.frames.add(&frame{tab: t, id: p.FrameID, parent: parent, session: a.session, url: "about:blank", origin: parent.origin})
	}
}

// markMoved remembers that a frame no longer belongs to the session that was made for it.
func (l *life) markMoved(id cdp.FrameID) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, a := range l.sessions {
		if a.kind == "iframe" && a.target == cdp.TargetID(id) {
			a.moved = true
		}
	}
}

// frameSwapped gives a frame that moves to a process of its own the session of that process. It reports false if the
// frame is not one of ours any more.
func (t *Tab) frameSwapped(a *attachment, info cdp.TargetInfo) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.frames.find(cdp.FrameID(info.TargetID)) // a frame's target has the frame's id
	if f == nil {
		parent := t.frames.find(info.ParentFrameID)
		if parent == nil {
			return false
		}
		f = &frame{tab: t, id: cdp.FrameID(info.TargetID), parent: parent, url: "about:blank", origin: parent.origin}
		if !t.frames.add(f) {
			return false
		}
	}
	t.gone(t.frames.removeBelow(f))
	f.session, f.orphan = a.session, false
	return true
}

// frameSessionEnded loses the document of a frame whose process is gone. The frame itself may be on its way back into
// its parent's process; if it is, the parent's renderer has said so before it answers the next question.
func (a *attachment) frameSessionEnded() {
	t := a.tab
	t.mu.Lock()
	f := t.frames.find(cdp.FrameID(a.target))
	if f == nil || a.moved || f.session.ID() != a.session.ID() {
		t.mu.Unlock()
		return
	}
	t.gone(t.frames.removeBelow(f))
	if f.loader != "" {
		t.gone([]Generation{f.generation()})
	}
	f.loader, f.marks, f.session = "", marks{}, f.parent.session
	f.orphan = true
	parent := f.parent.session
	t.mu.Unlock()
	t.changes.notify()
	// Owned by the life, ends when the renderer has answered or is gone, waited for by run.
	a.life.wg.Go(func() { t.removeOrphan(f.id, parent) })
}

func (t *Tab) removeOrphan(id cdp.FrameID, parent *cdp.Session) {
	ctx, cancel := t.life.bounded()
	defer cancel()
	err := parent.Call(ctx, "Runtime.runIfWaitingForDebugger", nil, nil)
	if err == nil {
		_ = t.caughtUp(ctx) // it fails only when the browser is gone, and everything with it
	}
	t.mu.Lock()
	if f := t.frames.find(id); f != nil && f.orphan {
		t.gone(t.frames.remove(f))
	}
	t.mu.Unlock()
	t.changes.notify()
}

func (a *attachment) frameDetached(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID cdp.FrameID `json:"frameId"`
		Reason  string      `json:"reason"`
	}](params)
	if !ok {
		return
	}
	t := a.tab
	t.mu.Lock()
	// A frame that is swapped out lives on under its own session, which may or may not be attached already.
	f := t.frames.find(p.FrameID)
	if f != nil && f.parent != nil && f.session.ID() == a.session.ID() {
		if p.Reason == "swap" {
			t.gone(t.frames.removeBelow(f))
		} else {
			t.gone(t.frames.remove(f))
		}
	}
	t.mu.Unlock()
	t.changes.notify()
}

// frameNavigated puts a new document into a frame.
func (a *attachment) frameNavigated(params json.RawMessage) {
	p, ok := decode[struct {
		Frame cdp.Frame `json:"frame"`
	}](params)
	if !ok {
		return
	}
	a.commit(p.Frame)
}

// learnTop takes the first document of a target, unless an event has told a later one.
func (a *attachment) learnTop(first cdp.Frame) {
	a.tab.mu.Lock()
	f := a.tab.frames.find(first.ID)
	known := f == nil || f.session.ID() != a.session.ID() || f.loader != ""
	a.tab.mu.Unlock()
	if !known {
		a.commit(first)
	}
}

// commit makes a document the present one of its frame. The observer hears of it first: nobody can read a document
// that the redactor has not been told about.
func (a *attachment) commit(doc cdp.Frame) {
	t := a.tab
	t.mu.Lock()
	f := t.frames.find(doc.ID)
	if f == nil {
		parent := t.frames.find(doc.ParentID)
		if parent == nil {
			t.mu.Unlock()
			return // below a frame that is gone, or beyond the bound
		}
		f = &frame{tab: t, id: doc.ID, parent: parent, session: a.session}
		if !t.frames.add(f) {
			t.mu.Unlock()
			return
		}
	}
	event := t.documentEvent(f, doc)
	first := f.loader == "" && t.commits == 0 && doc.URL == "about:blank"
	t.mu.Unlock()

	if event.Top {
		event.Entry = a.currentEntry()
	}
	t.context.committed(event)

	t.mu.Lock()
	if f.loader != doc.LoaderID {
		f.before, f.since = f.asker(), a.life.seq
	}
	if f.loader != "" && f.loader != doc.LoaderID {
		t.gone([]Generation{f.generation()})
	}
	t.gone(t.frames.removeBelow(f))
	f.session, f.loader, f.name, f.orphan = a.session, doc.LoaderID, doc.Name, false
	f.url, f.origin = event.URL, event.Origin
	f.failed = doc.UnreachableURL != ""
	if f.marks.loader != doc.LoaderID {
		f.marks = marks{loader: doc.LoaderID}
	}
	if event.Top && !first {
		t.commits++
		t.loaders = append(t.loaders[max(0, len(t.loaders)-keptLoaders+1):], doc.LoaderID)
		t.byAgent, t.crashedNow = false, false
	}
	t.navigations.committed(f.id)
	t.mu.Unlock()
	t.changes.notify()
}

// documentEvent describes a document that is about to stand in f.
func (t *Tab) documentEvent(f *frame, doc cdp.Frame) DocumentEvent {
	creator := t.creator
	if f.parent != nil {
		creator = f.parent.origin
	}
	url := doc.URL + doc.URLFragment
	if doc.UnreachableURL != "" {
		url = doc.UnreachableURL // the address that was wanted, not that of Chromium's error page
	}
	event := DocumentEvent{
		Tab:       t.id,
		Opener:    t.opener,
		Frame:     f.id,
		Top:       f.parent == nil,
		Doc:       Generation{Frame: f.id, Loader: doc.LoaderID},
		Origin:    originOf(doc.SecurityOrigin, doc.URL, creator),
		URL:       url,
		ByHistory: f.history != "" && f.history == doc.LoaderID,
	}
	if event.Top {
		event.ByAgent = t.byAgent
	}
	return event
}

// currentEntry asks for the session history entry that the tab stands on. Only the browser process answers this, so it
// takes no longer because a page is busy. Right after a commit, which the renderer announces, the browser process may
// not have changed over yet ("Not attached to an active page"); it has after a question or two more.
func (a *attachment) currentEntry() int64 {
	ctx, cancel := a.life.bounded()
	defer cancel()
	for range entryTries {
		history, err := a.tab.session.PageGetNavigationHistory(ctx)
		if err == nil && history.CurrentIndex >= 0 && history.CurrentIndex < len(history.Entries) {
			return history.Entries[history.CurrentIndex].ID
		}
		if _, refused := errors.AsType[*cdp.Error](err); !refused || errors.Is(err, cdp.ErrDetached) {
			break
		}
	}
	return 0
}

// navigatedWithin follows a document that changed its address without being loaded again. It has a history entry of its
// own then, and going back to it restores the document's form (threats.md rule 7).
func (a *attachment) navigatedWithin(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID cdp.FrameID `json:"frameId"`
		URL     string      `json:"url"`
	}](params)
	if !ok {
		return
	}
	a.readdress(p.FrameID, p.URL, true)
}

// documentOpened follows document.open, which gives a document the address of the one that called it. It makes no history
// entry, and a page may call it as often as it likes: the browser is not asked.
func (a *attachment) documentOpened(params json.RawMessage) {
	p, ok := decode[struct {
		Frame cdp.Frame `json:"frame"`
	}](params)
	if !ok {
		return
	}
	a.readdress(p.Frame.ID, p.Frame.URL+p.Frame.URLFragment, false)
}

// readdress gives a document another address, which may be a history entry of its own.
func (a *attachment) readdress(id cdp.FrameID, url string, entry bool) {
	t := a.tab
	t.mu.Lock()
	f := t.frames.find(id)
	if f == nil || f.loader == "" || !entry && f.url == url {
		t.mu.Unlock()
		return
	}
	event := t.documentEvent(f, cdp.Frame{LoaderID: f.loader, URL: url})
	event.Origin = f.origin
	t.mu.Unlock()
	if event.Top && entry {
		event.Entry = a.currentEntry()
	}
	t.context.committed(event)
	t.mu.Lock()
	f.url = url
	if event.Top {
		t.moves++
	}
	t.mu.Unlock()
	t.changes.notify()
}

// lifecycle notes the milestones of documents. The first ones of a document come before frameNavigated does, and the
// last ones of the document before it may come after.
func (a *attachment) lifecycle(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID  cdp.FrameID  `json:"frameId"`
		LoaderID cdp.LoaderID `json:"loaderId"`
		Name     string       `json:"name"`
	}](params)
	if !ok {
		return
	}
	t := a.tab
	t.mu.Lock()
	f := t.frames.find(p.FrameID)
	if f == nil || f.session.ID() != a.session.ID() {
		t.mu.Unlock()
		return
	}
	first := f.loader == "" && (p.Name == "init" || p.Name == "commit")
	if f.marks.loader == "" || p.Name == "init" && f.marks.loader != p.LoaderID {
		f.marks = marks{loader: p.LoaderID}
	}
	if f.marks.loader == p.LoaderID {
		f.marks.reach(p.Name)
	}
	url := f.url
	t.mu.Unlock()
	if first && strings.HasPrefix(url, "about:") && f.parent != nil {
		// The empty document that a frame begins with is never announced by frameNavigated.
		a.commit(cdp.Frame{ID: p.FrameID, LoaderID: p.LoaderID, URL: "about:blank"})
	}
	t.changes.notify()
}

func (m *marks) reach(name string) {
	switch name {
	case "DOMContentLoaded":
		m.parsed = true
	case "load":
		m.parsed, m.load = true, true
	case "networkIdle":
		m.idle = true
	}
}
