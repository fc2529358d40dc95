package e2e

import (
	"testing"

	"browser-mcp/vault"
)

func TestAutocompleteIsTold(t *testing.T) {
	p := newHouse(t).visit("/autocomplete/").look()
	for _, token := range []string{"username", "current-password", "new-password", "one-time-code", "cc-name", "cc-number",
		"cc-exp", "cc-exp-month", "cc-exp-year", "cc-csc", "off", "nonsense", "section-blue shipping email", "section-a cc-number"} {
		if got := p.named(token).Autocomplete; got != token {
			t.Errorf("autocomplete of %q is told as %q", token, got)
		}
	}
}

// What a page claims decides nothing where the binding has a selector, and never more than which field of the bound
// page it is.
func TestAutocompleteDecidesNothing(t *testing.T) {
	h := newHouse(t)
	password, code := newPassword(), "90"+digits(4)
	login := h.secret(vault.Password, password, "sbm:selector", "#password")
	file := h.secret(vault.Password, password)
	pin := h.secret(vault.Code, code)
	a := h.visit("/autocomplete/wrong.html")
	a.fill(login, "password") // says new-password
	a.refused("destination_denied", "selector_mismatch", "fill_secret", args{"secret_id": login, "element_uid": a.uid("document")})
	if form := a.posted("Sign in", "/submit"); form.Get("password") != password {
		t.Errorf("the site received %q", form)
	}
	a.open("/autocomplete/wrong.html")
	a.fill(file, "document") // says one-time-code
	if form := a.posted("Open", "/submit"); form.Get("document") != password {
		t.Errorf("the site received %q", form)
	}
	a.open("/autocomplete/")
	a.fill(pin, "one-time-code")
	a.refused("destination_denied", "kind_mismatch", "fill_secret", args{"secret_id": pin, "element_uid": a.uid("cc-csc")})
	if got := a.look().named("one-time-code").Value; got != filledMarker {
		t.Errorf("filled field reads %q", got)
	}
}
