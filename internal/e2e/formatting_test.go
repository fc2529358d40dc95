package e2e

import (
	"strings"
	"testing"

	"browser-mcp/vault"
)

// TestFormattingPages fills fields that rewrite what is put into them. Each counts as filled although it reads otherwise,
// and what it shows is nowhere to be seen.
func TestFormattingPages(t *testing.T) {
	for _, f := range []struct {
		page, field string
		kind        vault.Kind
		value       string
		received    string // name of the form's field
		want        func(string) string
	}{
		{"grouped.html", "number", vault.Card, newNumber(), "number", fours},
		{"blur.html", "number", vault.Card, newNumber(), "number", fours},
		{"expiry.html", "expiry", vault.Card, "1137", "expiry", func(v string) string { return v[:2] + " / " + v[2:] }},
		{"phone.html", "phone", vault.Text, "555" + digits(7), "phone", func(v string) string { return "(" + v[:3] + ") " + v[3:6] + "-" + v[6:] }},
		{"iban.html", "iban", vault.Text, "GB82WEST" + digits(14), "iban", fours},
		{"upper.html", "code", vault.Token, strings.ToUpper(letters(26)), "code", strings.ToUpper},
		{"bullets.html", "shown", vault.Code, "83" + digits(4), "pin", func(v string) string { return v }},
		{"recreate.html", "number", vault.Card, newNumber(), "number", fours},
	} {
		t.Run(f.page, func(t *testing.T) {
			h := newHouse(t)
			id := h.secret(f.kind, f.value, "sbm:selector", "#"+f.field)
			h.hide(f.want(f.value))
			a := h.visit("/formatting/" + f.page)
			a.fill(id, f.field)
			p := a.look()
			if got := p.named(f.field).Value; !strings.HasPrefix(got, "[REDACTED") && !strings.HasPrefix(got, "[MASKED") {
				t.Errorf("filled field reads %q", got)
			}
			a.text()
			button := p.find(func(e element) bool { return e.Tag == "button" })[0]
			if f.page == "recreate.html" {
				for _, e := range []element{p.named("summary"), button} {
					if !strings.Contains(e.Value+e.Text, "[MASKED:") {
						t.Errorf("%s repeats the number as %q", e.Tag, e.Value+e.Text)
					}
				}
			}
			if form := a.posted(button.Text, "/submit"); form.Get(f.received) != f.want(f.value) {
				t.Errorf("the site received %q, want %q", form, f.want(f.value))
			}
		})
	}
}

func fours(s string) string {
	var b strings.Builder
	for i, r := range s {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// A field that takes nothing of the value says so, and nothing about how much it would have taken.
func TestRevertingFieldIsIncomplete(t *testing.T) {
	h := newHouse(t)
	id := h.secret(vault.Password, newPassword(), "sbm:selector", "#customer")
	a := h.visit("/formatting/revert.html")
	r := a.try("fill_secret", args{"secret_id": id, "element_uid": a.uid("customer")})
	if code, _ := r.Failure(); code != "fill_incomplete" || strings.ContainsAny(r.Text(), "0123456789") {
		t.Errorf("fill = %s, want fill_incomplete without a number", r.Text())
	}
	if form := a.posted("Pay", "/submit"); strings.Contains(form.Get("customer"), "Tr0ub4dor") {
		t.Errorf("the site received %q", form)
	}
}
