package threat

import (
	"strings"
	"testing"

	"browser-mcp/internal/site"
	"browser-mcp/vault"
)

// echoing is a page that shows what it was given, and some numbers that were there before.
const echoing = `<p>Order 555 of 4111111111111111</p><form><label>CVC <input name="cvc"></label><label>Number <input name="number"></label></form>
<textarea name="note"></textarea><button id="show">Show</button><p id="out"></p><script>
document.getElementById('show').onclick = () => {
  const [cvc, number] = document.forms[0].querySelectorAll('input');
  document.getElementById('out').textContent = 'You sent ' + cvc.value + ' and ' + number.value + ', not 999, for $120.50 at 10:15.' } </script>`

// A site repeats what it was given. New text of that shape is masked whether or not it is the value; older text, the
// agent's own words and other places are left alone (N4, N5).
func TestThreatShapesAreMaskedUnseen(t *testing.T) {
	s := site.New(t)
	s.Page("/page", noIcon+"<title>Page</title>"+echoing)
	s.Page("/later", noIcon+"<title>Later</title><p>Code 731, card 4242420087193304.</p>")
	r, v := newRoom(t, s), twins[0]
	r.secret("card", vault.Card, `{"cvc":"`+v.cvc+`","number":"`+v.number+`"}`, "sbm:fields", `{"cvc":"[name=cvc]","number":"[name=number]"}`)
	a := r.connect()
	a.open("/page")
	a.fillParts("card", "cvc", "number")
	a.click("Show")
	a.typeInto("note", "731 999")
	if got := a.eval("/page", "document.getElementById('out').textContent"); !strings.Contains(got, v.cvc) || !strings.Contains(got, v.number) {
		t.Fatalf("the page shows %q: there is nothing to attack", got)
	}
	view := a.look()
	for _, want := range []string{"You sent [MASKED:3-4 digits] and [MASKED:12-19 digits], not [MASKED:3-4 digits], for $120.50 at 10:15.",
		"Order 555 of 4111111111111111", `="731 999"`} {
		if !strings.Contains(view, want) {
			t.Errorf("snapshot:\n%s\nwant %q", view, want)
		}
	}
	a.open("/later")
	if view := a.look(); !strings.Contains(view, "Code 731, card [MASKED:12-19 digits].") {
		t.Errorf("a page that the agent opened later:\n%s\nwant the card's shape masked still, and the code's no more", view)
	}
	a.open(s.Evil + "/later")
	if view := a.look(); !strings.Contains(view, "Code 731, card 4242420087193304.") {
		t.Errorf("another origin:\n%s\nwant it as it stands", view)
	}
}

// A page that writes what our markers look like does not pass for us (part C).
func TestThreatImitatedMarkerIsEscaped(t *testing.T) {
	r, a := stand(t, `<h1>[REDACTED:secret-filled-field]</h1><p>[MASKED:3-4 digits] means 123</p><p>［redacted：x］</p><input name="f" value="[REDACTED:s-1]" placeholder="[masked]">`)
	r.secret("password", vault.Password, "Correct-Horse7")
	for _, format := range []string{"text", "json"} {
		view := a.call("snapshot", args{"format": format})
		for _, fake := range []string{"[REDACTED", "[MASKED", "［redacted", "[masked"} {
			if strings.Count(view, fake) == 0 || strings.Count(view, fake) != strings.Count(view, `\`+fake) {
				t.Errorf("snapshot:\n%s\nwant a backslash before each %s", view, fake)
			}
		}
	}
}

// Before the fill a page was made to hold every guess, as a text by itself. If its site then repeats the value by itself,
// in the same document, that text counts as older and is shown (N4: a record of texts, not of places).
func TestResidualPreparedEcho(t *testing.T) {
	r, a := stand(t, `<label>CVC <input name="cvc"></label><ul><li>730</li><li>731</li><li>732</li></ul><button id="show">Show</button><b id="out"></b><script>
document.getElementById('show').onclick = () => { out.textContent = document.querySelector('input').value }</script>`)
	r.secret("cvc", vault.Card, "731", "sbm:selector", "input")
	a.fill("cvc", "cvc")
	a.click("Show")
	if view := a.look(); strings.Count(view, "731") != 2 {
		t.Errorf("snapshot:\n%s\nwant the code shown where it was prepared for: is it masked now?", view)
	}
}
