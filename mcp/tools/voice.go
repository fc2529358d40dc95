package tools

import (
	"strings"
	"unicode/utf8"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

// voice shapes what one tab says: every string of the page goes to the redactor once, with where it comes from.
type voice struct {
	r     *vault.Redactor
	owner vault.Owner
	tab   *browser.Tab
	id    string // the tab's
}

// voice is for one result of a tab; the session has a context by then.
func (s *session) voice(tab *browser.Tab) voice {
	return voice{r: s.redactor.Load(), owner: s.owner, tab: tab, id: string(tab.ID())}
}

// place is where a string of a document comes from.
func (v voice) place(doc browser.Generation, origin string, fresh, own bool) vault.Place {
	return vault.Place{
		Tab: v.id, Frame: string(doc.Frame), Loader: string(doc.Loader),
		Origin: origin, Fresh: fresh, Own: own,
	}
}

// here is the place of the tab's present top document.
func (v voice) here(fresh, own bool) vault.Place {
	return v.place(v.tab.Document(), v.tab.Origin(), fresh, own)
}

// title is what the browser calls the tab. For a document without a title that is its address as people read it, whose
// query may have to be withheld like that of any other.
func (v voice) title(text string) mcp.Text {
	said := v.r.RedactAt(v.owner, v.here(true, v.tab.Asked("http://"+text)), text)
	address, _, _ := strings.Cut(text, "?")
	address, _, _ = strings.Cut(address, "#")
	if strings.Contains(address, "/") && !strings.Contains(address, " ") {
		said = v.r.URL(v.owner, originOf("http://"+address), said)
		said = v.r.URL(v.owner, v.tab.Origin(), said) // an international name reads otherwise than it is written
	}
	return mcp.Text(clip(said, maxLabelRunes))
}

// url is an address that is reported of the tab.
func (v voice) url(address string, fresh bool) mcp.Text {
	return mcp.Text(clip(v.reported(v.here(fresh, false), address), maxURLRunes))
}

// reported is the address of a document. One that the agent gave is its own words (threats.md, N5).
func (v voice) reported(at vault.Place, address string) string {
	at.Own = at.Own || v.tab.Asked(address)
	return v.address(at, address)
}

// address redacts an address: path, query and fragment are text of the page like any other, which may have put there
// what was filled, wherever the address leads. After a fill in the address's own origin, query and fragment are withheld
// whoever reports them (threats.md, rule 12); so they are redacted apart from the path, whose end is where they begin.
func (v voice) address(at vault.Place, address string) string {
	origin := originOf(address)
	head := len(origin)
	if origin == "null" {
		head = 0
		if strings.HasPrefix(address, "/") || strings.HasPrefix(address, "?") || strings.HasPrefix(address, "#") {
			origin = at.Origin
		}
	}
	tail := len(address)
	if i := strings.IndexAny(address[head:], "?#"); i >= 0 {
		tail = head + i
	}
	path, rest := v.r.RedactAt(v.owner, at, address[head:tail]), ""
	if tail < len(address) {
		rest = address[tail:tail+1] + v.r.RedactAt(v.owner, at, address[tail+1:])
	}
	return v.r.URL(v.owner, origin, address[:head]+path+rest)
}

// originOf is the origin of an http address without user information, else "null". Addresses here come from the
// browser, which has normalised them, so that the origin is what the address begins with.
func originOf(address string) string {
	scheme, rest, ok := strings.Cut(address, "://")
	if !ok || (scheme != "http" && scheme != "https") {
		return "null"
	}
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		rest = rest[:i]
	}
	if strings.Contains(rest, "@") {
		return "null"
	}
	return scheme + "://" + rest
}

// clip cuts text that has been redacted to at most n characters. A marker is never cut in half.
func clip(s string, n int) string {
	if len(s) <= n || utf8.RuneCountInString(s) <= n {
		return s
	}
	cut := 0
	for i := range s {
		if n == 0 {
			cut = i
			break
		}
		n--
	}
	if open := strings.LastIndexByte(s[:cut], '['); open >= 0 && !strings.Contains(s[open:cut], "]") && cut-open <= maxMarker {
		cut = open
	}
	return s[:cut] + "…"
}
