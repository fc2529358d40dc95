package browser

import (
	"crypto/sha256"
	"net/url"
	"slices"
	"strings"
)

// asked are the addresses that tools told a tab to load. They are the agent's own words, and what is done to those may
// not depend on a secret (threats.md N5, N6). The newest are kept, more than Chromium's history holds for going back.
type asked struct {
	sums [maxAsked][sha256.Size]byte
	next int
}

func (a *asked) add(address string) {
	a.sums[a.next%maxAsked] = sha256.Sum256([]byte(spelled(withoutDots(address))))
	a.next++
}

func (a *asked) has(address string) bool {
	return slices.Contains(a.sums[:min(a.next, maxAsked)], sha256.Sum256([]byte(spelled(address))))
}

// Asked says whether a tool told the tab to load this very address, which may be spelled as the browser spells it.
func (t *Tab) Asked(address string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.asked.has(address)
}

// spelled undoes what the browser does to the spelling of an address that ParseURL has passed: it encodes characters, and
// may go to https for http.
func spelled(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	var b strings.Builder
	for {
		before, after, found := strings.Cut(rest, "%")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		if text, err := url.PathUnescape("%" + after[:min(2, len(after))]); err == nil {
			b.WriteString(text)
			rest = after[2:]
		} else {
			b.WriteByte('%')
			rest = after
		}
	}
}

// withoutDots resolves the segments . and .. of an address's path as the browser does (WHATWG URL, path state). It is for
// the agent's side only: what it takes away must not stand in an address that is reported.
func withoutDots(address string) string {
	head, tail := address, ""
	if i := strings.IndexAny(address, "?#"); i >= 0 {
		head, tail = address[:i], address[i:]
	}
	scheme, rest, _ := strings.Cut(head, "://")
	host, path, _ := strings.Cut(rest, "/")
	var kept []string
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		plain := strings.ReplaceAll(strings.ToLower(segment), "%2e", ".")
		if plain == ".." {
			kept = kept[:max(0, len(kept)-1)]
		}
		switch {
		case plain != "." && plain != "..":
			kept = append(kept, segment)
		case i == len(segments)-1:
			kept = append(kept, "")
		}
	}
	return scheme + "://" + host + "/" + strings.Join(kept, "/") + tail
}
