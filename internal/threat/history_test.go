package threat

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"browser-mcp/internal/site"
	"browser-mcp/vault"
)

// Going back makes the browser put the values into the form again, also where the page must not be stored (rule 7).
func TestThreatHistoryGivesNothingBack(t *testing.T) {
	s := site.New(t)
	s.Handle("/pay", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, noIcon+`<title>Pay</title><form action="/paid"><input name="number"><input name="cvc"><select name="month">`+options(1, 12)+
			`</select><input name="password" type="password"><button>Pay</button></form>`)
	})
	s.Page("/paid", noIcon+"<title>Paid</title><h1>Thank you</h1>")
	r, v := newRoom(t, s), twins[0]
	r.secret("card", vault.Card, fmt.Sprintf(`{"number":%q,"cvc":%q,"month":%q}`, v.number, v.cvc, v.month),
		"sbm:fields", `{"number":"[name=number]","cvc":"[name=cvc]","month":"[name=month]"}`)
	r.secret("password", vault.Password, v.password)
	a := r.connect()
	a.clean(v.number, v.cvc, v.password)
	a.open("/pay")
	a.fillParts("card", "number", "cvc", "month")
	a.fill("password", "password")
	a.click("Pay")
	a.wait("Thank you")
	a.call("go_back", nil)
	if got := a.eval("/pay", "document.querySelector('[name=number]').value + document.querySelector('[name=month]').value"); got != v.number+v.month {
		t.Fatalf("the browser put %q back: there is nothing to attack", got)
	}
	if got := a.eval("/pay", "String(performance.getEntriesByType('navigation')[0].type)"); got != "back_forward" {
		t.Errorf("the document came by %s, want back_forward: a kept one has no tags", got)
	}
	view := a.look()
	if n := strings.Count(view, "[REDACTED:secret-filled-field]"); n < 3 || strings.Contains(view, "*") {
		t.Errorf("snapshot after going back:\n%s\nwant the fields marked and no option chosen", view)
	}
	for _, name := range []string{"number", "cvc"} {
		uid := a.uid(name)
		a.refused("element_not_fillable", "holds_secret", "type_text", args{"element_uid": uid, "text": "0"})
		a.call("click", args{"element_uid": uid})
		a.refused("element_not_fillable", "holds_secret", "press_key", args{"key": "ArrowUp"})
	}
	a.call("reload", nil)
	a.look()
	a.call("snapshot", args{"format": "json"})
}
