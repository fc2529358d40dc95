package e2e

import (
	"fmt"
	"testing"

	"browser-mcp/vault"
)

// framePages are the frames that the fixtures lack.
func (h *house) framePages() {
	frame := func(path, address string) {
		h.site.Page(path, `<!doctype html><title>Frame</title><iframe width="400" height="200" src="`+address+`"></iframe>`)
	}
	frame("/frames/pay.html", "{{pay}}/inner/card.html")
	frame("/frames/data.html", `data:text/html,<input name=number id=number autocomplete=cc-number>`)
	frame("/frames/shopwrapped.html", "{{shop}}/frames/pay.html")
	frame("/frames/paywrapped.html", "{{pay}}/frames/pay.html")
	frame("/frames/evilwrapped.html", "{{evil}}/frames/pay.html")
	frame("/frames/blankwrapped.html", "about:blank")
	h.site.Page("/frames/blankwrapped.html", `<iframe id=f width="500" height="300"></iframe><script>
f.contentDocument.body.innerHTML = '<iframe width="400" height="200" src="{{pay}}/inner/card.html"></iframe>'</script>`)
	h.site.Page("/frames/blob.html", `<iframe id=f width="400" height="200"></iframe><script>
f.src = URL.createObjectURL(new Blob(['<input name=number id=number autocomplete=cc-number>'], {type: 'text/html'}))</script>`)
	h.site.Page("/frames/sandboxed.html", `<iframe sandbox="allow-scripts" src="{{pay}}/inner/card.html" width="400" height="200"></iframe>`)
	h.site.Page("/frames/samebox.html", `<iframe sandbox="allow-scripts allow-same-origin allow-forms" src="{{pay}}/inner/card.html" width="400" height="200"></iframe>`)
}

// TestFrames goes through every row of the table of frames (secure-browser, section 5.7) with origins of two sites, so
// that frames of the provider have a process of their own.
func TestFrames(t *testing.T) {
	h := newHouse(t)
	h.framePages()
	shop, pay := h.site.Shop, h.site.Pay
	const denied, allowed = "destination_denied", ""
	for _, row := range []struct {
		about, page  string
		frame        string // sbm:frame-origin
		code, reason string
	}{
		{"top document, no frame bound", "/inner/card.html", "", allowed, ""},
		{"top document, frame bound", "/inner/card.html", pay, denied, "frame_bound_top_level_target"},
		{"top document, its own origin bound as frame", "/inner/card.html", shop, denied, "frame_bound_top_level_target"},
		{"same-origin frame, no frame bound", "/inner/", "", denied, "frame_binding_required"},
		{"foreign frame, no frame bound", "/frames/pay.html", "", denied, "frame_binding_required"},
		{"same-origin frame, bound", "/inner/", shop, allowed, ""},
		{"same-origin frame, another one bound", "/inner/", pay, denied, "frame_origin_mismatch"},
		{"foreign frame, bound", "/frames/pay.html", pay, allowed, ""},
		{"foreign frame, another one bound", "/frames/pay.html", h.site.Evil, denied, "frame_origin_mismatch"},
		{"wrapped by the top origin", "/frames/shopwrapped.html", pay, allowed, ""},
		{"wrapped by the frame's origin", "/frames/paywrapped.html", pay, allowed, ""},
		{"wrapped by itself twice", "/inner/nested.html", shop, allowed, ""},
		{"wrapped by a third origin", "/frames/evilwrapped.html", pay, denied, "unbound_intermediate_frame"},
		{"wrapped by about:blank", "/frames/blankwrapped.html", pay, denied, "unsupported_document_scheme"},
		{"sandboxed", "/frames/sandboxed.html", pay, denied, "opaque_origin"},
		{"sandboxed with its origin", "/frames/samebox.html", pay, allowed, ""},
		{"srcdoc", "/inner/srcdoc.html", shop, denied, "unsupported_document_scheme"},
		{"about:blank", "/inner/blank.html", shop, denied, "unsupported_document_scheme"},
		{"blob", "/frames/blob.html", shop, denied, "unsupported_document_scheme"},
		{"data", "/frames/data.html", shop, denied, "unsupported_document_scheme"},
		{"right frame, other top", h.site.Evil + "/frames/pay.html", pay, denied, "top_level_origin_mismatch"},
		{"right frame, the frame's origin on top", pay + "/frames/pay.html", pay, denied, "top_level_origin_mismatch"},
	} {
		t.Run(row.about, func(t *testing.T) {
			number := newNumber()
			properties := []string{"sbm:selector", "#number"}
			if row.frame != "" {
				properties = append(properties, "sbm:frame-origin", row.frame)
			}
			id := h.secret(vault.Card, number, properties...)
			a := h.visit(row.page)
			before := h.exports()
			fill := args{"secret_id": id, "element_uid": a.await("number").UID}
			if row.code != allowed {
				a.refused(row.code, row.reason, "fill_secret", fill)
				if got := h.exports() - before; got != 0 {
					t.Errorf("%d exports for a refusal", got)
				}
				return
			}
			a.call("fill_secret", fill)
			if got := a.look().named("number").Value; got != filledMarker {
				t.Errorf("filled field reads %q", got)
			}
			if form := a.posted("Pay", "/submit"); form.Get("number") != number {
				t.Errorf("the site received %q", form)
			}
		})
	}
}

// await looks until an element with a name is there: frames load after the page.
func (a *agent) await(name string) element {
	a.t.Helper()
	for {
		found := a.look().find(func(e element) bool { return e.Name == name })
		if len(found) > 0 {
			return found[0]
		}
		if r := a.call("wait_for", args{"text": "Pay", "timeout_seconds": 10}); r.IsError {
			a.t.Fatalf("no element %q: %s", name, a.text())
		}
	}
}

// The value is bound to a document: one that has replaced it gets nothing, however alike it is.
func TestRestlessFrameGetsNothing(t *testing.T) {
	h := newHouse(t)
	id := h.secret(vault.Card, newNumber(), "sbm:selector", "#number", "sbm:frame-origin", h.site.Shop)
	a := h.visit("/inner/restless.html?by=test")
	old := a.await("number").UID
	if err := h.site.Tell(t.Context(), "again"); err != nil {
		t.Fatal(err)
	}
	a.refused("stale_element", "", "fill_secret", args{"secret_id": id, "element_uid": old})
	if got := h.exports(); got != 0 {
		t.Errorf("%d exports", got)
	}
	if now := a.await("number"); now.UID == old || now.Value != "" {
		t.Errorf("field of the new document = %+v, was %s", now, old)
	}
	a.fill(id, "number")
}

// TestHostedFields pays with fields that a provider serves in frames. One call fills them all, the values arrive at the
// provider, and the shop never has any.
func TestHostedFields(t *testing.T) {
	for _, page := range []string{"", "single.html", "wrapped.html", "late.html", "covered.html"} {
		t.Run("page "+page, func(t *testing.T) {
			h, v := newHouse(t), newVisa()
			id := h.visa(v, "sbm:frame-origin", h.site.Pay)
			a := h.visit("/hosted/" + page)
			if page == "late.html" {
				a.click("Pay by card")
			}
			a.await("cvc")
			p := a.look()
			number := p.named("number")
			if f := p.frame(number.Frame); f.Origin != h.site.Pay || f.Parent == "" {
				t.Errorf("the number's frame is %+v, want one of %s", f, h.site.Pay)
			}
			before := h.exports()
			a.fillParts(id, "number", "expiry", "cvc")
			if got := h.exports() - before; got != 1 {
				t.Errorf("%d exports for three frames, want 1", got)
			}
			a.wait("Card complete.")
			if form := a.posted("Pay 20.00", "/submit"); form.Get("number") != v.number || form.Get("expiry") != v.expiry || form.Get("cvc") != v.cvc {
				t.Errorf("the provider received %q", form)
			}
			for _, value := range []string{v.number, v.expiry, v.cvc} {
				if h.site.Received(h.site.Shop, value) || !h.site.Received(h.site.Pay, value) {
					t.Errorf("value of %d characters: at the shop %v, at the provider %v", len(value),
						h.site.Received(h.site.Shop, value), h.site.Received(h.site.Pay, value))
				}
			}
		})
	}
}

func TestHostedFieldsRefused(t *testing.T) {
	h := newHouse(t)
	id := h.visa(newVisa(), "sbm:frame-origin", h.site.Pay)
	frameless := h.visa(newVisa())
	for _, row := range []struct{ page, id, reason string }{
		{"/hosted/evilwrapped.html", id, "unbound_intermediate_frame"},
		{"/hosted/sandboxed.html", id, "opaque_origin"},
		{h.site.Evil + "/hosted/single.html", id, "top_level_origin_mismatch"},
		{"/hosted/single.html", frameless, "frame_binding_required"},
		{"/checkout/", id, "frame_bound_top_level_target"},
	} {
		t.Run(fmt.Sprint(row.reason), func(t *testing.T) {
			a := h.visit(row.page)
			a.await("cvc")
			a.refused("destination_denied", row.reason, "fill_secret",
				args{"secret_id": row.id, "fields": a.fields("number", "expiry", "cvc")})
			if got := h.exports(); got != 0 {
				t.Errorf("%d exports", got)
			}
		})
	}
}

// frame finds a frame by its id.
func (p page) frame(id string) frame {
	for _, f := range p.Frames {
		if f.ID == id {
			return f
		}
	}
	return frame{}
}
