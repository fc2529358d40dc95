package browser

import (
	"encoding/json"

	"browser-mcp/cdp"
)

// loop applies the browser's events in their order until the connection is gone.
func (l *life) loop() {
	for {
		e, err := l.events.Next(l.ctx)
		if err != nil {
			return
		}
		l.applying.Lock()
		l.seq = e.Seq
		l.apply(e)
		l.applying.Unlock()
		l.mu.Lock()
		l.applied++
		l.mu.Unlock()
		l.changes.notify()
	}
}

// apply handles one event. An event that does not decode is from a browser that we do not understand; it is skipped,
// because one tab's surprise is no reason to lose the others.
func (l *life) apply(e cdp.Event) {
	handle := rootEvents[e.Method]
	if handle != nil {
		handle(l, e)
		return
	}
	l.mu.Lock()
	a := l.sessions[e.Session]
	l.mu.Unlock()
	if a == nil {
		return
	}
	if handle := policyEvents[e.Method]; handle != nil {
		handle(a, e.Params)
	} else if handle := tabEvents[e.Method]; handle != nil && a.isFrame() {
		handle(a, e.Params)
	}
}

// rootEvents may come on any session, policyEvents on any of ours, tabEvents on those of pages and frames.
var (
	rootEvents = map[string]func(*life, cdp.Event){
		"Target.attachedToTarget":   (*life).attached,
		"Target.detachedFromTarget": (*life).detached,
	}
	policyEvents = map[string]func(*attachment, json.RawMessage){
		"Fetch.requestPaused":      (*attachment).requestPaused,
		"Network.responseReceived": (*attachment).responseReceived,
		"Network.webSocketCreated": (*attachment).socketCreated,
	}
	tabEvents = map[string]func(*attachment, json.RawMessage){
		"Page.frameAttached":            (*attachment).frameAttached,
		"Page.frameDetached":            (*attachment).frameDetached,
		"Page.frameNavigated":           (*attachment).frameNavigated,
		"Page.navigatedWithinDocument":  (*attachment).navigatedWithin,
		"Page.documentOpened":           (*attachment).documentOpened,
		"Page.lifecycleEvent":           (*attachment).lifecycle,
		"Page.frameRequestedNavigation": (*attachment).requestedNavigation,
		"Page.frameStartedNavigating":   (*attachment).startedNavigating,
		"Page.frameStoppedLoading":      (*attachment).stoppedLoading,
		"Page.javascriptDialogOpening":  (*attachment).dialogOpening,
		"Page.fileChooserOpened":        (*attachment).chooserOpened,
		"Page.downloadWillBegin":        (*attachment).downloadBegins,
		"Inspector.targetCrashed":       (*attachment).crashed,
	}
)

// decode reads the parameters of an event.
func decode[T any](params json.RawMessage) (T, bool) {
	var v T
	err := json.Unmarshal(params, &v)
	return v, err == nil
}
