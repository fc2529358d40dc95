package browser

import (
	"net/url"
	"strings"
	"time"

	"browser-mcp/cdp"
)

// An openRequest is a request that has not ended yet. Chromium's ids hold the process or are random, so they are unique
// in the whole browser; the end of a request may come on another session than its beginning, when a frame moves to
// another process.
type openRequest struct {
	session cdp.SessionID
	log     *networkLog
	entry   *NetworkEntry
	started float64 // seconds of the browser's monotonic clock
}

// logNetwork follows the requests of all targets until the connection is gone. It is a loop of its own, because its
// queue may lose events and the event loop's must not.
func (l *life) logNetwork() {
	open := make(map[cdp.RequestID]openRequest)
	var dropped uint64
	for {
		e, err := l.network.Next(l.ctx)
		if err != nil {
			return
		}
		if d := l.network.Dropped(); d != dropped {
			l.lostEvents(d - dropped)
			dropped = d
		}
		l.logEvent(open, e)
		l.mu.Lock()
		l.logged++
		l.mu.Unlock()
		l.changes.notify()
	}
}

func (l *life) lostEvents(count uint64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, c := range l.contexts {
		c.log.lost(count)
	}
}

// A networkEvent is the union of what we read of all network events.
type networkEvent struct {
	RequestID cdp.RequestID `json:"requestId"`
	LoaderID  cdp.LoaderID  `json:"loaderId"`
	FrameID   cdp.FrameID   `json:"frameId"`
	Timestamp float64       `json:"timestamp"`
	Type      string        `json:"type"`
	URL       string        `json:"url"` // of a WebSocket
	Request   struct {
		URL      string `json:"url"`
		Fragment string `json:"urlFragment"`
		Method   string `json:"method"`
	} `json:"request"`
	RedirectResponse *networkResponse `json:"redirectResponse"`
	Response         *networkResponse `json:"response"`
	ErrorText        string           `json:"errorText"`
	Canceled         bool             `json:"canceled"`
}

type networkResponse struct {
	Status   int    `json:"status"`
	MIMEType string `json:"mimeType"`
}

func (l *life) logEvent(open map[cdp.RequestID]openRequest, e cdp.Event) {
	ev, ok := decode[networkEvent](e.Params)
	if !ok {
		return
	}
	r, known := open[ev.RequestID]
	switch e.Method {
	case "Network.requestWillBeSent", "Network.webSocketCreated":
		if known { // a redirect goes on under the same id
			r.end(ev, ev.RedirectResponse)
		}
		if r, ok := l.newRequest(e, ev); ok && l.roomFor(open) {
			open[ev.RequestID] = r
		}
		l.noteDocument(e.Session, ev)
	case "Network.responseReceived", "Network.webSocketHandshakeResponseReceived":
		if known {
			r.log.update(r.entry, func(n *NetworkEntry) { ev.Response.fill(n) })
		}
		l.noteDocument(e.Session, ev)
	case "Network.loadingFinished", "Network.loadingFailed", "Network.webSocketClosed":
		if known {
			r.end(ev, nil)
			delete(open, ev.RequestID)
		}
	}
}

func (r *networkResponse) fill(n *NetworkEntry) {
	if r != nil {
		n.Status, n.MIMEType = r.Status, whole(r.MIMEType, maxMIME)
	}
}

func (r openRequest) end(ev networkEvent, last *networkResponse) {
	r.log.update(r.entry, func(n *NetworkEntry) {
		last.fill(n)
		n.Done = true
		n.Duration = time.Duration((ev.Timestamp - r.started) * float64(time.Second))
		// A page that lets go of an answer whose body it never wanted has not failed: it has its answer.
		if letGo := ev.Canceled && n.Status > 0; !letGo {
			n.Error = netError(ev.ErrorText)
		}
		n.Failed = n.Error != "" || n.Status >= 400
	})
}

func (l *life) newRequest(e cdp.Event, ev networkEvent) (openRequest, bool) {
	l.mu.Lock()
	a := l.sessions[e.Session]
	l.mu.Unlock()
	if a == nil || a.context == nil {
		return openRequest{}, false
	}
	n := NetworkEntry{Method: ev.Request.Method, URL: shortURL(ev.Request.URL + ev.Request.Fragment), ResourceType: resourceType(ev.Type)}
	if e.Method == "Network.webSocketCreated" {
		n.Method, n.URL, n.ResourceType = "GET", shortURL(ev.URL), "websocket"
	}
	n.Origin = originOfURL(n.URL)
	if a.tab != nil {
		n.Tab = a.tab.id
		n.Askers = a.tab.askers(ev.FrameID, string(ev.RequestID) == string(ev.LoaderID), e.Seq)
		n.Asked = string(ev.RequestID) == string(ev.LoaderID) && a.tab.Asked(ev.Request.URL+ev.Request.Fragment)
	}
	log := &a.context.log
	return openRequest{session: e.Session, log: log, entry: log.add(n), started: ev.Timestamp}, true
}

// resourceType is CDP Network.ResourceType in lower case, as the agent sees it.
func resourceType(cdpType string) string {
	if cdpType == "" {
		return "other"
	}
	return strings.ToLower(cdpType)
}

// netError keeps the browser's own names of errors and nothing else that could be in that field.
func netError(text string) string {
	rest, ok := strings.CutPrefix(text, "net::")
	if ok && len(text) <= maxNetError && strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == "" {
		return text
	}
	if text != "" {
		return "net::ERR_FAILED"
	}
	return ""
}

func originOfURL(address string) string {
	u, err := url.Parse(address)
	if err != nil || !hasHost(address) {
		return "null"
	}
	return u.Scheme + "://" + u.Host
}

// roomFor bounds the requests that are open. Those of sessions that are gone will never end; they make room.
func (l *life) roomFor(open map[cdp.RequestID]openRequest) bool {
	if len(open) < networkQueue {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for id, r := range open {
		if l.sessions[r.session] == nil {
			delete(open, id)
		}
	}
	return len(open) < networkQueue
}

// noteDocument keeps where the request of a top document stands; its id is that of its loader.
func (l *life) noteDocument(session cdp.SessionID, ev networkEvent) {
	if string(ev.RequestID) != string(ev.LoaderID) {
		return
	}
	l.mu.Lock()
	a := l.sessions[session]
	l.mu.Unlock()
	if a == nil || a.kind != "page" || cdp.TargetID(ev.FrameID) != a.target {
		return
	}
	t := a.tab
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.request.loader != ev.LoaderID {
		t.request = documentRequest{loader: ev.LoaderID}
	}
	if ev.Request.URL != "" {
		t.request.away = !hasHost(ev.Request.URL)
	}
	if ev.Response != nil {
		t.request.status = ev.Response.Status
	}
}
