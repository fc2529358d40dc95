package browser

import (
	"context"
	"encoding/json"

	"browser-mcp/cdp"
)

// An Effect is what an input event led to, beside what it did inside the document.
type Effect struct {
	Navigated bool // another document stands in the tab now
	Opened    bool // a page was opened
}

// navigations are the navigations of a tab's frames that are on their way. The caller of the methods holds the tab's
// lock.
type navigations struct {
	running map[cdp.FrameID]progress
	started uint64 // that ever were
}

type progress int

const (
	requested progress = 1 + iota // the page asked; it may still be dropped
	loading                       // the browser works on it
)

func (n *navigations) set(id cdp.FrameID, p progress) {
	if n.running == nil {
		n.running = make(map[cdp.FrameID]progress)
	}
	if _, known := n.running[id]; !known {
		n.started++
	}
	if n.running[id] < p {
		n.running[id] = p
	}
}

func (n *navigations) committed(id cdp.FrameID) { delete(n.running, id) }

// dropRequests forgets what was asked for and never begun.
func (n *navigations) dropRequests() {
	for id, p := range n.running {
		if p == requested {
			delete(n.running, id)
		}
	}
}

func (n *navigations) requests() int {
	count := 0
	for _, p := range n.running {
		if p == requested {
			count++
		}
	}
	return count
}

// requestedNavigation comes from the renderer, before the answer to the input event that caused it.
func (a *attachment) requestedNavigation(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID     cdp.FrameID `json:"frameId"`
		Disposition string      `json:"disposition"`
	}](params)
	if ok && p.Disposition == "currentTab" {
		a.navigates(p.FrameID, requested)
	}
}

func (a *attachment) startedNavigating(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID  cdp.FrameID  `json:"frameId"`
		LoaderID cdp.LoaderID `json:"loaderId"`
		Type     string       `json:"navigationType"`
	}](params)
	if !ok {
		return
	}
	if p.Type == "historyDifferentDocument" || p.Type == "historySameDocument" {
		t := a.tab
		t.mu.Lock()
		if f := t.frames.find(p.FrameID); f != nil {
			f.history = p.LoaderID
		}
		t.mu.Unlock()
	}
	if p.Type != "sameDocument" && p.Type != "historySameDocument" {
		a.navigates(p.FrameID, loading)
	}
}

func (a *attachment) navigates(id cdp.FrameID, p progress) {
	t := a.tab
	t.mu.Lock()
	if t.frames.find(id) != nil {
		t.navigations.set(id, p)
	}
	t.mu.Unlock()
	t.changes.notify()
}

// stoppedLoading also ends navigations that led to no document: aborted, answered by 204, turned into a download.
func (a *attachment) stoppedLoading(params json.RawMessage) {
	p, ok := decode[struct {
		FrameID cdp.FrameID `json:"frameId"`
	}](params)
	if !ok {
		return
	}
	t := a.tab
	t.mu.Lock()
	t.navigations.committed(p.FrameID)
	t.mu.Unlock()
	t.changes.notify()
}

// An effectWatch knows how a tab was before an input event.
type effectWatch struct {
	tab     *Tab
	commits uint64
	popups  uint64
	top     Generation
}

// watchEffects is called before an input event is sent.
func (t *Tab) watchEffects() *effectWatch {
	t.mu.Lock()
	defer t.mu.Unlock()
	return &effectWatch{tab: t, commits: t.commits, popups: t.popups, top: t.frames.top().generation()}
}

// wait is called when the input event was answered. It waits for the navigations that the event began, by what the
// browser says and not by a clock: the renderer of the frame is asked for one more answer, and by then everything that
// the event's handlers asked for is known. With nothing begun it costs that one answer.
func (w *effectWatch) wait(ctx context.Context, session *cdp.Session) (Effect, error) {
	t := w.tab
	bounded, cancel := context.WithTimeout(ctx, effectBound)
	defer cancel()
	err := session.Call(bounded, "Runtime.runIfWaitingForDebugger", nil, nil)
	if err == nil {
		err = t.caughtUp(bounded)
	}
	if err == nil {
		err = w.settle(bounded)
	}
	t.mu.Lock()
	effect := Effect{Navigated: t.commits != w.commits, Opened: t.popups != w.popups}
	ended := t.ended
	t.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return effect, ctx.Err()
	case ended != nil:
		return effect, ended
	case err != nil && bounded.Err() == nil && !effect.Navigated:
		return effect, t.translate(err)
	}
	return effect, nil // whatever is still on its way is reported by a later call
}

// settle waits until no navigation is on its way, and until a new top document has its content.
func (w *effectWatch) settle(ctx context.Context) error {
	t := w.tab
	for {
		t.mu.Lock()
		pending := t.navigations.requests()
		t.mu.Unlock()
		if pending == 0 {
			break
		}
		started, cancel := context.WithTimeout(ctx, requestGrace)
		err := t.await(started, func() bool { return t.navigations.requests() == 0 })
		cancel()
		if err != nil && (ctx.Err() != nil || started.Err() == nil) {
			return err
		}
		t.mu.Lock()
		t.navigations.dropRequests()
		t.mu.Unlock()
	}
	return t.await(ctx, func() bool {
		top := t.frames.top()
		arrived := t.commits == w.commits || top.marks.parsed || top.failed
		return arrived && t.navigations.running[top.id] == 0
	})
}
