package cdp

import "context"

// A TargetInfo describes something that can be attached to (CDP Target.TargetInfo).
type TargetInfo struct {
	TargetID         TargetID         `json:"targetId"`
	Type             string           `json:"type"` // page, iframe, worker, shared_worker, service_worker, tab, browser, …
	Title            string           `json:"title"`
	URL              string           `json:"url"`
	Attached         bool             `json:"attached"`
	OpenerID         TargetID         `json:"openerId"`
	OpenerFrameID    FrameID          `json:"openerFrameId"`
	ParentFrameID    FrameID          `json:"parentFrameId"` // of an iframe
	BrowserContextID BrowserContextID `json:"browserContextId"`
	Subtype          string           `json:"subtype"` // portal, prerender, …
}

// TargetAttached are the parameters of CDP Target.attachedToTarget.
type TargetAttached struct {
	SessionID          SessionID  `json:"sessionId"`
	TargetInfo         TargetInfo `json:"targetInfo"`
	WaitingForDebugger bool       `json:"waitingForDebugger"`
}

// A TargetFilterEntry takes a kind of target in or leaves it out (CDP Target.FilterEntry). The first that fits counts.
type TargetFilterEntry struct {
	Type    string `json:"type,omitempty"`
	Exclude bool   `json:"exclude,omitempty"`
}

// AutoAttach are the parameters of CDP Target.setAutoAttach.
type AutoAttach struct {
	AutoAttach             bool                `json:"autoAttach"`
	WaitForDebuggerOnStart bool                `json:"waitForDebuggerOnStart"`
	Flatten                bool                `json:"flatten"`
	Filter                 []TargetFilterEntry `json:"filter,omitempty"`
}

// TargetSetAutoAttach starts attaching to the targets that belong to this session's.
func (s *Session) TargetSetAutoAttach(ctx context.Context, p AutoAttach) error {
	return s.Call(ctx, "Target.setAutoAttach", p, nil)
}

// TargetCreateBrowserContext makes an off-the-record context: nothing that happens in it reaches the disk.
func (s *Session) TargetCreateBrowserContext(ctx context.Context) (BrowserContextID, error) {
	var r struct {
		ID BrowserContextID `json:"browserContextId"`
	}
	err := s.Call(ctx, "Target.createBrowserContext", map[string]any{"disposeOnDetach": true}, &r)
	return r.ID, err
}

// TargetDisposeBrowserContext closes a context and all its pages, without beforeunload.
func (s *Session) TargetDisposeBrowserContext(ctx context.Context, id BrowserContextID) error {
	return s.Call(ctx, "Target.disposeBrowserContext", map[string]any{"browserContextId": id}, nil)
}

// A PendingTarget is a page that was asked for.
type PendingTarget struct{ *Pending }

// TargetCreateTarget starts opening a page.
func (s *Session) TargetCreateTarget(ctx context.Context, url string, in BrowserContextID) PendingTarget {
	params := map[string]any{"url": url}
	if in != "" {
		params["browserContextId"] = in
	}
	return PendingTarget{s.Start(ctx, "Target.createTarget", params)}
}

// Wait returns the page's target.
func (p PendingTarget) Wait(ctx context.Context) (TargetID, error) {
	var r struct {
		ID TargetID `json:"targetId"`
	}
	err := p.Pending.Wait(ctx, &r)
	return r.ID, err
}

// TargetCloseTarget closes a page.
func (s *Session) TargetCloseTarget(ctx context.Context, id TargetID) error {
	return s.Call(ctx, "Target.closeTarget", map[string]any{"targetId": id}, nil)
}

// TargetActivateTarget brings a page to the front.
func (s *Session) TargetActivateTarget(ctx context.Context, id TargetID) error {
	return s.Call(ctx, "Target.activateTarget", map[string]any{"targetId": id}, nil)
}
