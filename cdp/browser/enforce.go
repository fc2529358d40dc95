package browser

import (
	"encoding/json"

	"browser-mcp/cdp"
)

// requestPaused judges one request of a page, a redirect as much as a first one (CDP Fetch.requestPaused). Sessions only
// have it where there is a policy.
func (a *attachment) requestPaused(params json.RawMessage) {
	p, ok := decode[struct {
		RequestID cdp.RequestID `json:"requestId"`
		Request   struct {
			URL string `json:"url"`
		} `json:"request"`
	}](params)
	if !ok {
		return
	}
	if err := a.life.browser.cfg.Policy.allows(p.Request.URL); err != nil {
		a.session.Start(a.life.ctx, "Fetch.failRequest", map[string]any{
			"requestId": p.RequestID, "errorReason": "BlockedByClient",
		}).Forget()
		return
	}
	a.session.Start(a.life.ctx, "Fetch.continueRequest", map[string]any{"requestId": p.RequestID}).Forget()
}

// responseReceived looks where a response came from. A name may resolve to a private address, which shows only now; the
// tab is emptied before anything of it can be read (decision 17).
func (a *attachment) responseReceived(params json.RawMessage) {
	p, ok := decode[struct {
		Response struct {
			URL      string `json:"url"`
			RemoteIP string `json:"remoteIPAddress"`
			Cached   bool   `json:"fromDiskCache"`
			Worker   bool   `json:"fromServiceWorker"`
		} `json:"response"`
	}](params)
	local := p.Response.RemoteIP == "" && (p.Response.Cached || p.Response.Worker || !hasHost(p.Response.URL))
	if ok && (local || a.life.browser.cfg.Policy.allowsRemote(p.Response.RemoteIP)) {
		return
	}
	a.empty()
}

// socketCreated judges a WebSocket, which no request check sees. Allowed hosts hold for it by the resolver as well; a
// private address is only noticed as it is dialled, and costs the page its life.
func (a *attachment) socketCreated(params json.RawMessage) {
	p, ok := decode[struct {
		URL string `json:"url"`
	}](params)
	if !ok || a.life.browser.cfg.Policy.allows(p.URL) != nil {
		a.empty()
	}
}

// empty takes the page out of a tab that broke the policy. A worker that belongs to no tab is ended itself.
func (a *attachment) empty() {
	t := a.tab
	if t == nil {
		a.life.closeTarget(a.target)
		return
	}
	t.mu.Lock()
	t.violated = true
	t.mu.Unlock()
	t.session.Start(a.life.ctx, "Page.stopLoading", nil).Forget()
	t.session.Start(a.life.ctx, "Page.navigate", map[string]any{"url": "about:blank"}).Forget()
	t.changes.notify()
}
