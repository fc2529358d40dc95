package e2e

import (
	"strings"
	"testing"

	"browser-mcp/vault"
)

// TestFrameworkInputs fills inputs whose truth is a state that script keeps. The state has the value afterwards, the
// button is enabled, and nobody says that a field is required.
func TestFrameworkInputs(t *testing.T) {
	for _, page := range []string{"controlled.html", "debounced.html", "remount.html", "locked.html", "formatted.html", "trusted.html", "touched.html"} {
		t.Run(page, func(t *testing.T) {
			h, password := newHouse(t), strings.ReplaceAll(newPassword(), " ", "")
			id := h.secret(vault.Password, password, "sbm:selector", "#password")
			a := h.visit("/framework/" + page)
			a.name("username")
			a.fill(id, "password")
			if page == "debounced.html" {
				a.wait("Looks good.")
			}
			p := a.look()
			if got := p.named("password").Value; got != filledMarker && got != maskedField {
				t.Errorf("filled field reads %q", got)
			}
			if strings.Contains(a.text(), "is required") || p.named("Sign in").Disabled {
				t.Errorf("after the fill:\n%s", a.text())
			}
			if form := a.posted("Sign in", "/submit"); form.Get("password") != password || form.Get("username") != "ada" {
				t.Errorf("the site received %q", form)
			}
		})
	}
}
