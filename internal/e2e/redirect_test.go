package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"browser-mcp/internal/site"
	"browser-mcp/vault"
)

// arrived matches requests for a path.
func arrived(path string) func(site.Request) bool {
	return func(r site.Request) bool { return r.Path == path }
}

// TestPagesThatLeave fills a field of a page that goes to the hostile origin meanwhile. The value stays behind.
func TestPagesThatLeave(t *testing.T) {
	h, password := newHouse(t), newPassword()
	id := h.secret(vault.Password, password)
	a := h.agent()
	outcomes := map[string]int{}
	for _, when := range []string{"focus", "beforeinput", "input", "timer", "fetch", "submit"} {
		for _, ms := range []int{0, 20} {
			a.call("navigate", args{"url": fmt.Sprintf("%s/redirect/?when=%s&ms=%d", h.site.Shop, when, ms), "wait_until": "domcontentloaded"})
			outcomes[a.fillIfThere(id)]++
		}
	}
	a.open("/redirect/meta.html")
	a.call("fill_secret", args{"secret_id": id, "element_uid": a.uid("password")})
	a.call("wait_for", args{"url": "/collect"})
	if p := a.look(); !strings.HasPrefix(p.URL, h.site.Evil) {
		t.Errorf("the page did not leave: %s", p.URL)
	}
	t.Logf("outcomes: %v", outcomes)
	if h.site.Received(h.site.Evil, password) {
		t.Error("the hostile origin received the value")
	}
}

// fillIfThere fills a page's field unless the page is gone by then, and returns the code, "" for filled.
func (a *agent) fillIfThere(id string) string {
	a.t.Helper()
	r := a.try("snapshot", args{"format": "json"})
	if r.IsError {
		return "gone"
	}
	found := a.pageOf(r.Text()).find(func(e element) bool { return e.Name == "password" })
	if len(found) == 0 {
		return "gone"
	}
	filled := a.try("fill_secret", args{"secret_id": id, "element_uid": found[0].UID})
	code, _ := filled.Failure()
	if !slices.Contains([]string{"", "stale_element", "destination_denied", "focus_lost", "fill_incomplete"}, code) {
		a.t.Errorf("fill on a page that leaves = %s", filled.Text())
	}
	return code
}

// A server that forwards the form is the destination's own act: this pins that we do not stop it.
func TestResidualServerForwardsForm(t *testing.T) {
	h, password := newHouse(t), newPassword()
	id := h.secret(vault.Password, password)
	a := h.visit("/redirect/forward.html")
	a.fill(id, "password")
	a.click("Sign in")
	if _, err := h.site.Await(t.Context(), func(r site.Request) bool { return r.Origin == h.site.Evil && r.Method == "POST" }); err != nil {
		t.Fatal(err)
	}
	if !h.site.Received(h.site.Evil, password) {
		t.Error("the forwarded form did not hold the value")
	}
	a.text()
}

// A form whose action is changed after the fill is not sent.
func TestThreatActionInjectedAfterFill(t *testing.T) {
	for _, by := range []string{"action", "formaction"} {
		t.Run(by, func(t *testing.T) {
			h, password := newHouse(t), newPassword()
			id := h.secret(vault.Password, password)
			a := h.visit("/redirect/action.html?when=tell&by=" + by)
			a.fill(id, "password")
			if err := h.site.Tell(t.Context(), "now"); err != nil {
				t.Fatal(err)
			}
			a.refused("destination_denied", "submit_origin_mismatch", "click", args{"element_uid": a.uid("Sign in")})
			if h.site.Received(h.site.Evil, password) {
				t.Error("the hostile origin received the value")
			}
		})
	}
}
