package e2e

import (
	"flag"
	"testing"

	"browser-mcp/vault"
)

var (
	// Package cdp/browser repeats each theft 200 times without the tools around it.
	thefts  = flag.Int("e2e.thefts", 20, "how often each theft of the focus is tried")
	patches = flag.Int("e2e.patches", 200, "how often a page that lies is filled")
)

// TestFocusTheft fills fields of pages that take the focus away. What arrives is the whole value in its field or
// nothing in any.
func TestFocusTheft(t *testing.T) {
	for _, page := range []string{"handler.html", "beforeinput.html", "frame.html", "popup.html", "blur.html", "delegate.html"} {
		t.Run(page, func(t *testing.T) {
			h, password := newHouse(t), newPassword()
			id := h.secret(vault.Password, password, "sbm:selector", "#password")
			a := h.agent()
			outcomes := map[string]int{}
			for range *thefts {
				a.open("/focus/" + page)
				p := a.look()
				r := a.try("fill_secret", args{"secret_id": id, "element_uid": p.named("password").UID})
				code, _ := r.Failure()
				if code != "" && code != "focus_lost" {
					t.Fatalf("fill = %s", r.Text())
				}
				outcomes[code]++
				form := a.postedBy(p.named("Sign in").UID, "/submit")
				if got := form.Get("password"); got != password && got != "" || (got != "") != (code == "" && page != "delegate.html") { // whose form does not send its element
					t.Fatalf("fill = %q, the site received a password of %d characters", code, len(got))
				}
				if got := form.Get("comment"); got != "" {
					t.Fatalf("fill = %q, the other field held %d characters", code, len(got))
				}
			}
			t.Logf("outcomes: %v", outcomes)
			if h.site.Received(h.site.Evil, password) {
				t.Error("the hostile origin received the value")
			}
		})
	}
}

// lies are the patches of the hostile page.
var lies = []string{
	"matches", "query", "rect", "value", "active", "origin", "stringify", "dispatch", "focus", "command", "setters",
	"iterators", "arrays", "strings", "names", "clobber", "mutate", "freeze",
}

// TestHostilePrototypes fills pages whose script lies about everything that a reader in the page's own world would ask.
func TestHostilePrototypes(t *testing.T) {
	h, password := newHouse(t), newPassword()
	id := h.secret(vault.Password, password, "sbm:selector", "#password")
	a := h.agent()
	for i, lie := range append(lies, "") { // without a name: all of them
		address := "/hostile/?patch=" + lie
		if lie == "" {
			address = "/hostile/"
		}
		a.open(address)
		p := a.look()
		field := p.named("password")
		if field.Type != "password" || p.named("username").Value != "visible" || field.Autocomplete != "current-password" {
			t.Errorf("%q deceives the snapshot: %+v, %+v", lie, field, p.named("username"))
		}
		a.refused("destination_denied", "selector_mismatch", "fill_secret", args{"secret_id": id, "element_uid": p.named("decoy").UID})
		for range runs(*patches, len(lies)+1, i) {
			a.call("fill_secret", args{"secret_id": id, "element_uid": field.UID})
		}
		if got := a.look().named("password").Value; got != filledMarker {
			t.Errorf("%q: the filled field reads %q", lie, got)
		}
		form := a.posted("Sign in", "/submit")
		if form.Get("password") != password || form.Get("decoy") != "" {
			t.Errorf("%q: the site received %q", lie, form)
		}
	}
	if h.site.Received(h.site.Evil, password) {
		t.Error("a lie caught the value")
	}
}

// runs is the share of a number of runs that the i-th of n cases has.
func runs(total, n, i int) int { return (total*(i+1))/n - (total*i)/n }
