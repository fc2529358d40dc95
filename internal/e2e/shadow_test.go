package e2e

import (
	"testing"

	"browser-mcp/vault"
)

// TestShadowRoots fills the password of each login whose fields lie in shadow roots. The value goes into a closed root
// only where the binding says so.
func TestShadowRoots(t *testing.T) {
	h, password := newHouse(t), newPassword()
	open := h.secret(vault.Password, password, "sbm:selector", "input[type=password]")
	closed := h.secret(vault.Password, password, "sbm:selector", "input[type=password]", "sbm:shadow", "closed")
	across := h.secret(vault.Password, password, "sbm:selector", ".outside input[type=password]")
	a := h.agent()
	for _, s := range []struct {
		page, id, shadow string
		reason           string // of the refusal, "" if it is filled
	}{
		{"open.html", open, "open", ""},
		{"slotted.html", open, "open", ""},
		{"associated.html", open, "open", ""},
		{"delegates.html", open, "open", ""},
		{"closed.html", open, "closed", "unsupported_shadow_root"},
		{"closed.html", closed, "closed", ""},
		{"nested.html", open, "closed", "unsupported_shadow_root"},
		{"nested.html", closed, "closed", ""},
		{"across.html", across, "open", "selector_mismatch"},
		{"across.html", open, "open", ""},
	} {
		a.open("/shadow/" + s.page)
		before, p := h.exports(), a.look()
		field := p.find(func(e element) bool { return e.Type == "password" })[0]
		if field.Shadow != s.shadow && s.page != "slotted.html" { // a slotted field is told as its slot is
			t.Errorf("%s: the field's shadow is %q, want %q", s.page, field.Shadow, s.shadow)
		}
		fill := args{"secret_id": s.id, "element_uid": field.UID}
		if s.reason != "" {
			a.refused("destination_denied", s.reason, "fill_secret", fill)
			if got := h.exports() - before; got != 0 {
				t.Errorf("%s: %d exports for a refusal", s.page, got)
			}
			continue
		}
		a.call("type_text", args{"element_uid": p.named("username").UID, "text": "ada"})
		a.call("fill_secret", fill)
		if got := a.look().find(func(e element) bool { return e.UID == field.UID }); len(got) != 1 || got[0].Value != filledMarker {
			t.Errorf("%s: filled field = %+v", s.page, got)
		}
		if form := a.posted("Sign in", "/submit"); form.Get("password") != password || form.Get("username") != "ada" {
			t.Errorf("%s: the site received %q", s.page, form)
		}
		a.wait("Thank you") // the page goes there by itself
	}
}
