package tools

import (
	"context"
	"strconv"
	"strings"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

type networkIn struct {
	Limit  int    `json:"limit,omitempty" min:"1" max:"200" doc:"default 50"`
	Since  string `json:"since,omitempty" maxlen:"32" doc:"next of an earlier result"`
	Failed bool   `json:"failed_only,omitempty"`
	Type   string `json:"resource_type,omitempty" enum:"document,stylesheet,image,media,font,script,xhr,fetch,websocket,other"`
	Tab    string `json:"tabId,omitempty" maxlen:"32"`
}

// requestOut is what is known of a request without its contents: bodies and headers never come this far.
type requestOut struct {
	ID       mcp.Symbol `json:"id"`
	Method   mcp.Text   `json:"method"`
	URL      mcp.Text   `json:"url"`
	Status   int        `json:"status,omitempty"`
	Type     mcp.Symbol `json:"resource_type,omitempty"`
	MIME     mcp.Text   `json:"mime_type,omitempty"`
	Duration int        `json:"duration_ms,omitempty"`
	Failed   bool       `json:"failed"`
	Error    mcp.Symbol `json:"error,omitempty"`
	Withheld bool       `json:"body_withheld" doc:"bodies are never given; true where a secret was filled"`
}

type networkOut struct {
	Requests []requestOut `json:"requests"`
	Next     mcp.Symbol   `json:"next"`
	Lost     int          `json:"requests_dropped,omitempty" doc:"older ones that are not kept any more"`
	TabResult
}

func (t *Tools) registerNetwork(s *mcp.Server) {
	add(t, s, mcp.Tool{
		Name: "list_network_requests", Title: "List requests",
		Description: "Lists requests of the tab: method, address, status, timing. No bodies, no headers.",
		ReadOnly:    true, OpenWorld: true,
	}, listRequests)
}

// listRequests cuts a page by what it weighs, not only by its count: addresses are long.
func listRequests(ctx context.Context, s *session, in networkIn) (networkOut, error) {
	since := uint64(0)
	if in.Since != "" {
		n, err := strconv.ParseUint(in.Since, 10, 64)
		if err != nil {
			return networkOut{}, fail(InvalidRequest, "since_is_not_a_cursor")
		}
		since = n
	}
	q := browser.NetworkQuery{Limit: in.Limit, Since: since, FailedOnly: in.Failed, ResourceType: in.Type}
	if q.Limit == 0 {
		q.Limit = defaultRequests
	}
	out := networkOut{Requests: []requestOut{}}
	err := s.onTab(ctx, in.Tab, func(tab *browser.Tab) error {
		v, mark := s.voice(tab), s.firstFill.Load()
		entries, next, dropped := tab.Network(q)
		size, last := 0, uint64(0)
		for _, e := range entries {
			r := v.request(e, mark.after(e.ID))
			if size += len(r.URL) + len(r.MIME) + maxRequestRest; size > maxPageBytes {
				break
			}
			out.Requests, last = append(out.Requests, r), e.ID
		}
		if len(out.Requests) < len(entries) {
			next = last
		}
		out.Next, out.Lost, out.TabResult = mcp.Symbol(strconv.FormatUint(next, 10)), int(dropped), v.result()
		return nil
	})
	return out, err
}

// mark is a place in the network log: the newest request before the first fill.
type mark struct{ id uint64 }

// after reports whether a request came after the mark. Before there is one, nothing is new.
func (m *mark) after(id uint64) bool { return m != nil && id > m.id }

// markFill notes where the log stands before the first fill: what it holds by then was there before (threats.md, N4).
func (s *session) markFill(tab *browser.Tab) {
	if s.firstFill.Load() == nil {
		_, last, _ := tab.Network(browser.NetworkQuery{Limit: 1})
		s.firstFill.Store(&mark{last})
	}
}

// netError reports whether s is one of Chromium's own names of errors: a closed set of this shape
// (net/base/net_error_list.h).
func netError(s string) bool {
	name, ok := strings.CutPrefix(s, "net::ERR_")
	return ok && name != "" && len(name) <= 64 && strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// request redacts what the page could have shaped. A method and a type are free text to a script.
func (v voice) request(e browser.NetworkEntry, fresh bool) requestOut {
	from := v.asker(e, fresh)
	if e.Asked {
		from = v.here(fresh, true) // the agent's own words (threats.md, N5)
	}
	r := requestOut{
		ID: mcp.Symbol("n" + strconv.FormatUint(e.ID, 10)), Status: e.Status,
		Method: mcp.Text(clip(v.r.RedactAt(v.owner, from, e.Method), maxWordRunes)), URL: mcp.Text(clip(v.address(from, e.URL), maxURLRunes)),
		Type: mcp.Symbol(e.ResourceType), Failed: e.Failed,
		Withheld: v.r.Tainted(originOf(e.URL)),
	}
	if e.Done {
		r.Duration = int(e.Duration.Milliseconds())
	}
	if e.MIMEType != "" {
		r.MIME = mcp.Text(clip(v.r.RedactAt(v.owner, from, e.MIMEType), maxLabelRunes))
	}
	if e.Error != "" {
		r.Error = "failed"
		if netError(e.Error) {
			r.Error = mcp.Symbol(e.Error)
		}
	}
	return r
}

// asker is where a request comes from: its address is the word of the document that sent it, wherever the tab has gone
// since. Of several that may have, one that was filled has more to hide.
func (v voice) asker(e browser.NetworkEntry, fresh bool) vault.Place {
	if len(e.Askers) == 0 {
		return v.here(fresh, false)
	}
	from := e.Askers[0]
	for _, a := range e.Askers {
		if v.r.Tainted(a.Origin) {
			from = a
			break
		}
	}
	return v.place(from.Doc, from.Origin, fresh, false)
}
