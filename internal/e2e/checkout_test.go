package e2e

import (
	"testing"
)

// visa is a card in three parts, and what it is bound to on the checkout pages.
type visa struct{ number, expiry, cvc string }

func newVisa() visa { return visa{newNumber(), "1137", newCVC()} }

func (h *house) visa(v visa, properties ...string) string {
	h.t.Helper()
	return h.card(map[string]string{"number": v.number, "expiry": v.expiry, "cvc": v.cvc},
		map[string]string{"number": "#number", "expiry": "#expiry", "cvc": "#cvc"}, properties...)
}

func TestCheckout(t *testing.T) {
	h, v := newHouse(t), newVisa()
	id := h.visa(v)
	a := h.visit("/checkout/")
	a.call("type_text", args{"element_uid": a.uid("name"), "text": "Ada Lovelace"})
	a.fillParts(id, "number", "expiry", "cvc")
	if got := h.exports(); got != 1 {
		t.Errorf("%d exports for three fields, want 1", got)
	}
	p := a.look()
	for _, name := range []string{"number", "expiry", "cvc"} {
		if got := p.named(name).Value; got != filledMarker {
			t.Errorf("%s reads %q, want the marker", name, got)
		}
	}
	if got := p.named("name").Value; got != "Ada Lovelace" {
		t.Errorf("typed name reads %q", got)
	}
	form := a.posted("Pay 20.00", "/submit")
	if form.Get("number") != v.number || form.Get("expiry") != v.expiry || form.Get("cvc") != v.cvc || form.Get("name") != "Ada Lovelace" {
		t.Errorf("the site received %q", form)
	}
	a.wait("Thank you")
}

func TestCheckoutFieldsOnDemand(t *testing.T) {
	h, v := newHouse(t), newVisa()
	id := h.visa(v)
	a := h.visit("/checkout/accordion.html")
	if early := a.look().find(func(e element) bool { return e.Tag == "input" }); len(early) > 0 {
		t.Errorf("the closed accordion has fields %+v", early)
	}
	a.click("By card")
	a.wait("Card number")
	a.fillParts(id, "number", "expiry", "cvc")
	if form := a.posted("Pay 20.00", "/submit"); form.Get("number") != v.number || form.Get("cvc") != v.cvc {
		t.Errorf("the site received %q", form)
	}
}

func TestCheckoutBoxesSayTheirState(t *testing.T) {
	a := newHouse(t).visit("/checkout/save.html")
	p := a.look()
	if !p.named("save").Checked || p.named("agent").Checked || !p.named("phone").Required {
		t.Errorf("save %+v, agent %+v, phone %+v; want ticked, not ticked, required", p.named("save"), p.named("agent"), p.named("phone"))
	}
	a.click("save")
	a.click("agent")
	p = a.look()
	if p.named("save").Checked || !p.named("agent").Checked || p.named("phone").Required {
		t.Errorf("after clicks: save %+v, agent %+v, phone %+v", p.named("save"), p.named("agent"), p.named("phone"))
	}
}

func TestCheckoutOnAnotherOriginIsRefused(t *testing.T) {
	h := newHouse(t)
	id := h.visa(newVisa())
	a := h.visit(h.site.Pay + "/checkout/")
	a.refused("destination_denied", "top_level_origin_mismatch", "fill_secret",
		args{"secret_id": id, "fields": a.fields("number", "expiry", "cvc")})
	if got := h.exports(); got != 0 {
		t.Errorf("%d exports, want none", got)
	}
}
