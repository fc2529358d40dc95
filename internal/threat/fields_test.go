package threat

import (
	"fmt"
	"strings"
	"testing"

	"browser-mcp/internal/site"
	"browser-mcp/vault"
)

// stand is a room with one page of its own at /page, which an agent looks at.
func stand(t *testing.T, html string) (*room, *agent) {
	t.Helper()
	s := site.New(t)
	s.Page("/page", noIcon+"<title>Page</title>"+html)
	r := newRoom(t, s)
	a := r.connect()
	a.open("/page")
	return r, a
}

// mirror is a field as frameworks make it: what is in it stands in an attribute too.
const mirror = `<label>Number <input name="number" oninput="this.setAttribute('value', this.value)"></label><textarea name="note"></textarea>`

// An attribute selector answers one guess of a prefix at a time. No tool takes one, and none is evaluated that comes as
// text (rule 2).
func TestThreatNoSelectorReachesADocument(t *testing.T) {
	r, a := stand(t, mirror)
	number := twins[0].number
	a.clean(number)
	r.secret("card", vault.Card, number, "sbm:selector", "[name=number]")
	a.fill("card", "number")
	right, wrong := `[value^="`+number[:7]+`"]`, `[value^="`+twins[1].number[:7]+`"]`
	ask := func(selector string) string {
		return a.eval("/page", "String(document.querySelector('"+selector+"') !== null)")
	}
	if ask(right) != "true" || ask(wrong) != "false" {
		t.Fatalf("selectors that are evaluated answer %s and %s, want true and false: there is nothing to attack", ask(right), ask(wrong))
	}
	for _, name := range []string{"selector", "css", "expression", "pattern"} {
		a.refused("invalid_request", "", "wait_for", args{"text": "x", name: right})
	}
	for _, selector := range []string{right, wrong} {
		for where, met := range map[string]string{"text": `"met":false`, "text_gone": `"met":true`} {
			if got := a.call("wait_for", args{where: selector, "timeout_seconds": 1}); !strings.Contains(got, met) {
				t.Errorf("wait_for %s %s = %s, want %s: it is text that stands nowhere", where, selector, got, met)
			}
		}
		a.refused("stale_element", "", "click", args{"element_uid": selector})
	}
}

// What a person could do to a filled field would move its value about, change it by one, or read it from the middle
// (rule 3).
func TestThreatFilledFieldTakesNoInput(t *testing.T) {
	r, a := stand(t, `<label>PIN <input name="pin" type="number"></label><label>Other <input name="other" type="number"></label><textarea name="note"></textarea>`)
	r.secret("pin", vault.Code, "480953", "sbm:selector", "[name=pin]")
	other := a.uid("other")
	a.call("type_text", args{"element_uid": other, "text": "480953"})
	a.call("press_key", args{"key": "ArrowUp"})
	if view := a.look(); !strings.Contains(view, `="480954"`) {
		t.Fatalf("a field that was not filled:\n%s\nwant its value one up: there is nothing to attack", view)
	}
	a.call("type_text", args{"element_uid": other, "text": "0", "clear": true})
	a.fill("pin", "pin")
	pin := a.uid("pin")
	a.call("click", args{"element_uid": pin})
	for _, key := range []string{"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"} {
		a.refused("element_not_fillable", "holds_secret", "press_key", args{"key": key})
	}
	for _, key := range []string{"Control+A", "Control+C", "Shift+ArrowLeft", "Backspace", "a"} {
		a.refused("invalid_request", "", "press_key", args{"key": key})
	}
	a.refused("element_not_fillable", "holds_secret", "type_text", args{"element_uid": pin, "text": "1"})
	a.refused("element_not_fillable", "", "select_option", args{"element_uid": pin, "values": []string{"480953"}})
	if got := a.eval("/page", "document.querySelector('[name=pin]').value"); got != "480953" {
		t.Errorf("the field holds %s, want what was filled", got)
	}
	for _, key := range []string{"Escape", "Tab"} {
		a.call("press_key", args{"key": key})
	}
	if view := a.look(); strings.Contains(view, "48095") {
		t.Errorf("snapshot:\n%s\nwant nothing of the value", view)
	}
	a.call("type_text", args{"element_uid": pin, "text": "1", "clear": true}) // what was there is gone first
	if got := a.eval("/page", "document.querySelector('[name=pin]').value"); got != "1" {
		t.Errorf("after clearing and typing the field holds %s, want 1", got)
	}
}

// A password does not go where it would be published (rule 9).
func TestThreatPasswordIsNotPublished(t *testing.T) {
	const password = "Correct-Horse7"
	r, a := stand(t, `<form action="/comments" method="post"><label>Comment <textarea name="comment"></textarea></label>
<input type="search" name="search" aria-label="Search"><input name="title" aria-label="Title"><div contenteditable role="textbox" aria-label="Rich"></div><button>Publish</button></form>`)
	r.site.Page("/comments", noIcon+"<title>Published</title>")
	r.secret("password", vault.Password, password)
	for _, name := range []string{"comment", "search", "title", "Rich"} {
		a.refused("destination_denied", "kind_mismatch", "fill_secret", args{"secret_id": r.ids["password"], "element_uid": a.uid(name)})
	}
	if r.exports() != 0 {
		t.Errorf("%d exports, want none", r.exports())
	}
	// Who binds a password to a comment gets what was asked for.
	r.secret("published", vault.Password, password, "sbm:selector", "textarea")
	a.fill("published", "comment")
	a.click("Publish")
	r.arrives("/comments")
	if !r.site.Received(r.site.Shop, password) {
		t.Error("a fill by selector was not published: there was nothing to attack")
	}
}

// The browser's own complaint about a value repeats it (rule 12).
func TestThreatComplaintIsWithheld(t *testing.T) {
	const pin = "480953"
	r, a := stand(t, `<form><label>PIN <input name="pin" type="email"></label><button>Send</button></form>`)
	a.clean(pin)
	r.secret("pin", vault.Code, pin, "sbm:selector", "[name=pin]")
	a.fill("pin", "pin")
	a.click("Send")
	if got := a.eval("/page", "document.querySelector('[name=pin]').validationMessage"); !strings.Contains(got, pin) {
		t.Fatalf("the browser's message is %q: there is nothing to attack", got)
	}
	for _, format := range []string{"text", "json"} {
		if view := a.call("snapshot", args{"format": format}); strings.Contains(view, "@") || strings.Contains(view, "invalid") {
			t.Errorf("snapshot:\n%s\nwant no word about whether the value is as it should be", view)
		}
	}
	if got := a.call("wait_for", args{"text": "missing", "timeout_seconds": 1}); !strings.Contains(got, `"met":false`) {
		t.Errorf("wait_for a word of the message = %s, want it not met", got)
	}
}

// The text of a filled region is withheld under every name that it has on the page: as the label of another element, as
// the words of a link, a button or a summary, and once it is no field any more.
func TestThreatFilledTextHasNoOtherName(t *testing.T) {
	const word = "zephyr" // too short to be compared, and without a shape
	r, a := stand(t, `<style>.box { display: block; min-width: 9em; min-height: 2em }</style>
<div class="box" id="label" aria-label="Box 1" contenteditable></div><button aria-labelledby="label">Press</button><input aria-describedby="label">
<a class="box" aria-label="Box 2" href="/x" contenteditable></a><button class="box" aria-label="Box 3" contenteditable></button>
<details open><summary class="box" aria-label="Box 4" contenteditable></summary></details>
<div class="box later" aria-label="Box 5" contenteditable></div><div><a class="box later" aria-label="Box 6" contenteditable></a></div>
<button onclick="for (const box of document.querySelectorAll('.later')) { box.removeAttribute('contenteditable'); box.href = '/x' }">Preview</button>`)
	r.secret("word", vault.Password, word, "sbm:selector", ".box")
	a.clean(word)
	for i := range 6 {
		a.call("fill_secret", args{"secret_id": r.ids["word"], "element_uid": a.uid(fmt.Sprintf("Box %d", i+1))})
	}
	a.click("Preview")
	if got := a.eval("/page", "[...document.querySelectorAll('.box')].map(box => box.textContent).join('')"); got != strings.Repeat(word, 6) {
		t.Fatalf("the page holds %q: there is nothing to attack", got)
	}
	a.look()
	a.call("snapshot", args{"format": "json"})
}
