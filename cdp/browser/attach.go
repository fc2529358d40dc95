package browser

import (
	"context"
	"errors"

	"browser-mcp/cdp"
)

// An attachment is a CDP session that we hold: of a page, of a frame in a process of its own, or of a worker.
type attachment struct {
	life    *life
	session *cdp.Session
	kind    string   // CDP target type
	tab     *Tab     // nil for workers that belong to no tab
	context *Context // nil only for targets of nobody
	target  cdp.TargetID
	moved   bool // a frame that went back into its parent's process before its session ended
}

// attached takes in a new target. Every target waits for us before it runs anything (waitForDebuggerOnStart), so
// nothing of it is missed; what we do not want is let go or closed.
func (l *life) attached(e cdp.Event) {
	p, ok := decode[cdp.TargetAttached](e.Params)
	if !ok {
		return
	}
	a := &attachment{life: l, session: l.conn.Session(p.SessionID), kind: p.TargetInfo.Type, target: p.TargetInfo.TargetID}
	l.mu.Lock()
	if parent := l.sessions[e.Session]; parent != nil {
		a.tab, a.context = parent.tab, parent.context
	} else {
		a.context = l.contexts[p.TargetInfo.BrowserContextID]
		if a.context == nil && l.browser.cfg.Launch.Profile != "" {
			a.context = l.contexts[""] // the profile's own context has an id that we never learn
		}
	}
	l.mu.Unlock()
	switch a.kind {
	case "page":
		if a.context == nil || !a.context.adopt(a, p.TargetInfo) {
			l.discard(a)
			return
		}
	case "iframe":
		if a.tab == nil || !a.tab.frameSwapped(a, p.TargetInfo) {
			l.discard(a)
			return
		}
	}
	l.mu.Lock()
	l.sessions[p.SessionID] = a
	l.mu.Unlock()
	begun := a.begin()
	// Owned by the life, ends when the browser has answered or is gone, waited for by run.
	l.wg.Go(func() { a.finish(begun) })
	l.changes.notify()
}

// discard closes a page that nobody asked for, and lets anything else run without us.
func (l *life) discard(a *attachment) {
	if a.kind == "page" {
		l.closeTarget(a.target)
		return
	}
	a.session.Start(l.ctx, "Runtime.runIfWaitingForDebugger", nil).Forget()
}

func (l *life) closeTarget(id cdp.TargetID) {
	l.root.Start(l.ctx, "Target.closeTarget", map[string]any{"targetId": id}).Forget()
}

// childFilter names what belongs to a page: its frames in other processes and its workers.
var childFilter = []cdp.TargetFilterEntry{{Type: "iframe"}, {Type: "worker"}, {Type: "service_worker"}, {Type: "shared_worker"}}

// beginning are the calls of a new session whose answers matter.
type beginning struct {
	tree   *cdp.Pending // of targets with frames
	policy *cdp.Pending // where a policy is enforced
	rest   []*cdp.Pending
}

// begin starts all calls that a new session needs, in one go and without waiting: the target runs as soon as it has
// heard them.
func (a *attachment) begin() beginning {
	var b beginning
	start := func(method string, params any) *cdp.Pending { return a.session.Start(a.life.ctx, method, params) }
	also := func(method string, params any) { b.rest = append(b.rest, start(method, params)) }
	if a.isFrame() {
		b.tree = start("Page.getFrameTree", nil)
		also("Page.enable", nil)
		also("Page.setLifecycleEventsEnabled", map[string]any{"enabled": true})
		also("Page.setInterceptFileChooserDialog", map[string]any{"enabled": true})
	}
	if a.kind == "page" {
		also("Emulation.setFocusEmulationEnabled", map[string]any{"enabled": true})
	}
	// No bodies are kept for us in the browser: they are never read.
	also("Network.enable", map[string]any{"maxTotalBufferSize": 0, "maxResourceBufferSize": 0})
	if a.life.browser.cfg.Policy.active() {
		b.policy = start("Fetch.enable", map[string]any{"patterns": []any{map[string]any{"urlPattern": "*"}}})
	}
	also("Target.setAutoAttach", cdp.AutoAttach{
		AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: true, Filter: childFilter,
	})
	also("Runtime.runIfWaitingForDebugger", nil)
	return b
}

// finish waits for the answers to begin. A target that refuses a call lives on, and what needs that call fails by
// itself later; only where a policy cannot be enforced the tab is closed.
func (a *attachment) finish(b beginning) {
	if b.tree != nil {
		var tree struct {
			FrameTree cdp.FrameTree `json:"frameTree"`
		}
		a.note(b.tree.Wait(a.life.ctx, &tree))
		a.life.applying.Lock()
		a.learnTop(tree.FrameTree.Frame)
		a.life.applying.Unlock()
	}
	if b.policy != nil {
		if err := b.policy.Wait(a.life.ctx, nil); a.note(err) && a.tab != nil && a.isFrame() {
			a.life.closeTarget(a.tab.target)
		}
	}
	for _, call := range b.rest {
		a.note(call.Wait(a.life.ctx, nil))
	}
	if a.kind == "page" {
		a.tab.setPrepared()
	}
}

// note logs a refusal and reports whether there was one. That a target is gone already is none.
func (a *attachment) note(err error) bool {
	if err == nil || errors.Is(err, cdp.ErrDetached) || errors.Is(err, cdp.ErrClosed) || errors.Is(err, context.Canceled) {
		return false
	}
	a.life.log.Debug("preparing a target", "kind", a.kind, "err", err)
	return true
}

func (a *attachment) isFrame() bool { return a.kind == "page" || a.kind == "iframe" }

// detached forgets a target that is gone.
func (l *life) detached(e cdp.Event) {
	p, ok := decode[struct {
		SessionID cdp.SessionID `json:"sessionId"`
	}](e.Params)
	if !ok {
		return
	}
	l.mu.Lock()
	a := l.sessions[p.SessionID]
	delete(l.sessions, p.SessionID)
	if a != nil && a.kind == "page" {
		delete(l.tabs, a.target)
	}
	l.mu.Unlock()
	if a == nil {
		return
	}
	switch a.kind {
	case "page":
		a.context.forgetTab(a.tab, ErrUnknownTab)
	case "iframe":
		a.frameSessionEnded()
	}
	l.changes.notify()
}
