package e2e

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"browser-mcp/internal/site"
	"browser-mcp/vault"
)

// led are the receipts whose address shows the value, so that only the form leads to them.
var led = map[string]bool{"path": true, "query": true, "fragment": true}

// TestReceiptsHideAKey shows a strong value in each way that the site knows. However it is written, no tool tells it.
func TestReceiptsHideAKey(t *testing.T) {
	h, key := newHouse(t), newKey()
	id := h.secret(vault.Token, key, "sbm:selector", "#value")
	a := h.agent()
	a.pay(id, "text", "plain")
	a.readEverything()
	for _, as := range site.Receipts() {
		if led[as] {
			a.pay(id, "text", as)
		} else {
			h.receipt(as, key)
			a.open("/receipt/show/" + as)
		}
		a.readEverything()
		switch text := a.text(); {
		case as == "last" && !strings.Contains(text, "Card ending in "+key[len(key)-4:]):
			t.Errorf("last four characters are hidden in:\n%s", text)
		case !strings.Contains(text, "Receipt") && as != "title":
			t.Errorf("%s: no receipt:\n%s", as, text)
		}
	}
	if !strings.Contains(string(a.Received()), "[REDACTED:"+id+"]") {
		t.Error("no receipt has a marker: nothing was shown")
	}
}

// TestReceiptsHideAPassword leaves out what is no whole value any more: a password that people choose is compared as it
// is written and never as a digest (threats.md, N3). Each receipt is what the form's submission loads.
func TestReceiptsHideAPassword(t *testing.T) {
	h, password := newHouse(t), newPassword()
	id := h.secret(vault.Password, password, "sbm:selector", "#password")
	a := h.agent()
	for _, as := range []string{"plain", "entities", "urlencoded", "title", "alert", "attribute", "characters", "path", "query", "fragment", "download", "before", "json", "console", "header"} {
		a.pay(id, "password", as)
		a.readEverything()
	}
}

// TestReceiptsHideACard is about a number that is never compared with anything: what has its shape and was not there
// before is masked.
func TestReceiptsHideACard(t *testing.T) {
	h, number := newHouse(t), newNumber()
	id := h.secret(vault.Card, number)
	a := h.agent()
	for _, as := range []string{"plain", "grouped", "title", "alert", "attribute", "characters", "path", "query", "fragment", "download", "before", "urlencoded", "entities"} {
		a.pay(id, "text", as)
		a.readEverything()
	}
	a.pay(id, "text", "last")
	if text := a.text(); !strings.Contains(text, "Card ending in "+number[12:]) {
		t.Errorf("the last four digits are hidden:\n%s", text)
	}
}

// A code of three digits is hidden where it stands alone, and no other number is touched.
func TestReceiptHidesACVC(t *testing.T) {
	h, cvc := newHouse(t), newCVC()
	id := h.card(map[string]string{"cvc": cvc}, map[string]string{"cvc": "#password"})
	a := h.visit("/receipt/?as=cvc")
	a.call("fill_secret", args{"secret_id": id, "fields": []args{{"key": "cvc", "element_uid": a.look().typed("password")}}})
	a.click("Pay")
	a.wait("Order 123456")
	if text := a.text(); !strings.Contains(text, "CVC: [MASKED:3-4 digits]") {
		t.Errorf("receipt reads\n%s", text)
	}
	if p := a.look(); p.find(func(e element) bool { return !strings.HasPrefix(e.UID, "e") }) != nil {
		t.Errorf("elements with altered uids: %+v", p.Elements)
	}
}

// pay fills a field of a receipt's form, the text or the password, and sends it.
func (a *agent) pay(id, field, as string) {
	a.t.Helper()
	a.open("/receipt/?as=" + as)
	a.call("fill_secret", args{"secret_id": id, "element_uid": a.look().typed(field)})
	a.posted("Pay", "/receipt/submit")
	a.call("wait_for", args{"url": "/receipt/show/"})
}

// receipt has the site show a value from now on.
func (h *house) receipt(as, value string) {
	h.t.Helper()
	client := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	r, err := client.PostForm(h.site.Shop+"/receipt/submit", url.Values{"as": {as}, "value": {value}})
	if err != nil {
		h.t.Fatal(err)
	}
	r.Body.Close()
}

// readEverything calls each tool that tells what a page says, and clicks what downloads.
func (a *agent) readEverything() {
	a.t.Helper()
	p := a.look()
	a.text()
	a.call("list_tabs", nil)
	a.call("list_network_requests", nil)
	for _, e := range p.find(func(e element) bool { return e.Text == "Download receipt" }) {
		a.call("click", args{"element_uid": e.UID})
		a.text()
	}
}
