package browser

import (
	"net/url"
	"sync"
	"time"
)

// A NetworkEntry is what is known about one request: metadata, no header and no body.
type NetworkEntry struct {
	ID           uint64 // n in the agent's "n12"; counts the requests of the context
	Tab          TabID  // empty for a worker that several tabs share
	Method       string
	URL          string
	Origin       string  // of the address
	Askers       []Asker // documents that may have sent it, its frame's first; none for a shared worker
	Asked        bool    // a tool told the tab to load this address
	Status       int     // 0 while there is none
	ResourceType string
	MIMEType     string
	Duration     time.Duration
	Done, Failed bool
	Error        string // Chromium's name of the error, net::ERR_…
}

// A NetworkQuery asks for a page of the log. The zero value asks for the newest 50 entries.
type NetworkQuery struct {
	Limit        int    // at most this many entries; 0 means 50
	Since        uint64 // only entries with a greater id
	FailedOnly   bool
	ResourceType string // empty means all
}

// A networkLog is a ring of the newest requests of a context.
type networkLog struct {
	mu      sync.Mutex
	ring    []*NetworkEntry // oldest first
	last    uint64          // id of the newest entry ever
	dropped uint64          // entries that made room, and events that a full queue let go
}

func (n *networkLog) add(e NetworkEntry) *NetworkEntry {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.last++
	e.ID = n.last
	if len(n.ring) >= maxNetwork {
		n.ring[0] = nil
		n.ring = n.ring[1:]
		n.dropped++
	}
	added := &e
	n.ring = append(n.ring, added)
	return added
}

func (n *networkLog) update(e *NetworkEntry, change func(*NetworkEntry)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	change(e)
}

func (n *networkLog) lost(events uint64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.dropped += events
}

func (n *networkLog) clear() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.ring = nil
}

// query returns the matching entries of one tab, oldest first, and where the next page begins.
func (n *networkLog) query(tab TabID, q NetworkQuery) (entries []NetworkEntry, next, dropped uint64) {
	limit := q.Limit
	if limit <= 0 {
		limit = 50
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	next = n.last
	for _, e := range n.ring {
		if e.ID <= q.Since || e.Tab != tab && e.Tab != "" || q.FailedOnly && !e.Failed ||
			q.ResourceType != "" && q.ResourceType != e.ResourceType {
			continue
		}
		entries = append(entries, *e)
	}
	switch {
	case len(entries) <= limit:
	case q.Since > 0: // going on from a cursor: the next ones
		entries = entries[:limit]
		next = entries[limit-1].ID
	default:
		entries = entries[len(entries)-limit:]
	}
	return entries, next, n.dropped
}

// Network returns requests of the tab, of every frame and worker of it. The next query goes on at next; dropped counts
// what the log had no room for.
func (t *Tab) Network(q NetworkQuery) (entries []NetworkEntry, next, dropped uint64) {
	return t.context.log.query(t.id, q)
}

// shortURL returns an address that fits the log. What does not fit loses its query and then its path, whole: a cut in
// the middle could hide a secret from the redactor.
func shortURL(address string) string {
	if len(address) <= maxLoggedURL {
		return address
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	u.RawQuery, u.Fragment, u.RawFragment = "", "", ""
	if short := u.String(); u.Opaque == "" && len(short) <= maxLoggedURL {
		return short
	}
	if len(u.Scheme)+len(u.Host) > maxLoggedURL/2 {
		return ""
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()
}

// hasHost tells whether an address leads over the network.
func hasHost(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "ws" || u.Scheme == "wss")
}
