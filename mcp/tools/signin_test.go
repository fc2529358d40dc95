package tools

import (
	"regexp"
	"strings"
	"testing"

	"browser-mcp/vault"
)

// uid finds the element of a snapshot's line that matches pattern after the uid.
func uid(t *testing.T, view, pattern string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^(e\d+) ` + pattern).FindStringSubmatch(view)
	if m == nil {
		t.Fatalf("no line of the snapshot matches %q:\n%s", pattern, view)
	}
	return m[1]
}

const signInPassword = `Xk9"rQ4<v2&Tz7/pLm+8wJ`

func TestSignIn(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Account("ada", signInPassword)
	r.shelf.put("shop", vault.Password, signInPassword,
		"sbm:origin", r.site.Shop, "sbm:url-pattern", "/login{/*}?", "sbm:selector", "input[name=password]")
	a := r.connect()
	a.clean(signInPassword)
	if refs := a.call("list_secret_refs", nil).Text(); !strings.Contains(refs, `"secretId":"shop"`) {
		t.Errorf("list_secret_refs = %s, want the id shop", refs)
	}
	a.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	view := a.look()
	a.call("type_text", map[string]any{"element_uid": uid(t, view, `input text .*username`), "text": "ada"})
	password := uid(t, view, `input password`)
	a.call("fill_secret", map[string]any{"secret_id": "shop", "element_uid": password})
	filled := a.look()
	if !strings.Contains(filled, password+" input password") || !strings.Contains(filled, filledMarker) {
		t.Errorf("snapshot after the fill:\n%s\nwant the marker %s", filled, filledMarker)
	}
	if !strings.Contains(filled, `="ada"`) {
		t.Errorf("snapshot after typing:\n%s\nwant the typed name", filled)
	}
	a.call("click", map[string]any{"element_uid": uid(t, view, `button .*"Sign in"`)})
	a.call("wait_for", map[string]any{"text": "ada", "url": "/login/account"})
	if got := len(r.store.Exports()); got != 1 {
		t.Errorf("exports = %d, want 1", got)
	}
	if !r.site.Received(r.site.Shop, signInPassword) {
		t.Error("the shop did not receive the password")
	}
}
