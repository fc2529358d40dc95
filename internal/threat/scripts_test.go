package threat

import (
	"strings"
	"testing"
)

// pay fills all parts of the card, and the code.
func pay(a *agent) {
	a.fillParts("card", "number", "cvc", "month", "year")
	a.fill("pin", "pin")
}

func TestTwinCandidatesOnThePage(t *testing.T) {
	assertTwins(t, func(a *agent) {
		a.look()
		pay(a)
		a.look()
		a.click("More")
		a.look()
		a.call("snapshot", args{"format": "json"})
		a.click("Pay")
		a.wait("Thank you")
		a.look()
		a.call("list_tabs", nil)
		a.call("list_network_requests", nil)
		a.open("/list.html")
		a.look()
		a.open(a.room.site.Evil + "/list.html")
		a.look()
	})
}

// note types all candidates, before the fill and after it.
func note(a *agent) {
	all := thousand(0, 1000) + strings.Join(candidates(), " ")
	a.typeInto("note", all)
	a.look()
	pay(a)
	a.look()
	a.typeInto("note", all)
	a.look()
	a.call("snapshot", args{"format": "json"})
}

func TestTwinCandidatesTyped(t *testing.T) { assertTwins(t, note) }

func TestTwinCandidatesNavigated(t *testing.T) {
	assertTwins(t, func(a *agent) {
		shop, evil := a.room.site.Shop, a.room.site.Evil
		pay(a)
		a.open("/till.html#" + twins[0].cvc + "," + twins[1].number) // stays in the filled document
		a.look()
		a.open(evil + "/list.html?q=" + thousand(0, 1000) + "#" + twins[0].number + twins[1].number)
		a.look()
		a.call("go_back", nil)
		a.look()
		a.call("open_tab", args{"url": shop + "/list.html#" + thousand(700, 740)})
		a.call("list_tabs", nil)
		a.call("list_network_requests", nil)
	})
}

// ask asks for candidates, where a page shows all of them since before the fill, and again since after it.
func ask(a *agent, candidates []string) {
	pay(a)
	a.click("More")
	note := a.uid("note")
	for _, c := range candidates {
		a.call("type_text", args{"element_uid": note, "text": c, "clear": true})
		a.call("wait_for", args{"text": c + " is it", "timeout_seconds": 1})
		a.call("wait_for", args{"text_gone": c + " is the new one", "timeout_seconds": 1})
	}
	a.look()
}

func TestTwinEachCandidateAsked(t *testing.T) {
	assertTwins(t, func(a *agent) { ask(a, candidates()) })
}

// The harness bites: builds that compare are told apart, one by what leaves it and one by what it finds itself.
func TestTwinControlsDiffer(t *testing.T) {
	t.Run("comparing", func(t *testing.T) { assertTold(t, note, comparing) })
	t.Run("misclassed", func(t *testing.T) {
		assertTold(t, func(a *agent) { ask(a, []string{twins[0].number}) }, misclassed)
	})
}

func TestTwinAnotherSession(t *testing.T) {
	assertTwins(t, func(a *agent) {
		other := a.room.connect()
		other.open("/till.html")
		pay(a)
		other.click("More")
		other.typeInto("note", strings.Join(candidates(), " "))
		other.look()
		other.open("/list.html#" + twins[0].cvc)
		other.look()
		other.call("list_tabs", nil)
	})
}

// What is chosen of a closed set is withheld and its options are not: a marked one would be the one that is not
// otherwise seen.
func TestTwinSelectsAndRadios(t *testing.T) {
	assertTwins(t, func(a *agent) {
		month, year := a.uid("month"), a.uid("year")
		pay(a)
		a.look()
		a.call("snapshot", args{"format": "json"})
		for _, value := range []string{"03", "11", "07"} {
			a.refused("element_not_fillable", "holds_secret", "select_option", args{"element_uid": month, "values": []string{value}})
		}
		a.refused("element_not_fillable", "holds_secret", "select_option", args{"element_uid": year, "values": []string{"2031"}})
		a.click("Full")
		a.call("press_key", args{"key": "Tab"})
		a.typeInto("note", strings.Join(candidates(), " "))
		a.look()
	})
}

func TestTwinChangesOnly(t *testing.T) {
	assertTwins(t, func(a *agent) {
		a.look()
		changes := func(since string) { a.call("snapshot", args{"changes_since": since}) }
		pay(a)
		a.look()
		a.typeInto("note", strings.Join(candidates(), " "))
		a.look()
		a.click("More")
		last := lastSnapshot(a)
		changes(last)
		a.click("More") // the same again: nothing has changed, marked or not
		changes(lastSnapshot(a))
		a.typeInto("note", twins[0].cvc)
		a.call("snapshot", nil)
		a.call("type_text", args{"element_uid": a.uid("note"), "text": twins[1].cvc, "clear": true})
		changes(lastSnapshot(a))
	})
}

// lastSnapshot takes a snapshot and returns its name.
func lastSnapshot(a *agent) string {
	_, rest, _ := strings.Cut(a.look(), "snapshot ")
	name, _, _ := strings.Cut(rest, "\n")
	return name
}

func TestTwinHistoryBringsBack(t *testing.T) {
	assertTwins(t, func(a *agent) {
		a.typeInto("note", strings.Join(candidates()[:8], " "))
		pay(a)
		a.call("reload", nil)
		a.look()
		pay(a)
		a.click("Pay")
		a.wait("Thank you")
		a.call("go_back", nil)
		a.wait("Month")
		a.look()
		a.call("snapshot", args{"format": "json"})
		a.click("More")
		a.look()
		a.call("reload", nil)
		a.look()
	})
}

// The browser's own words about a field tell of its content: how long it is, and which characters it has.
func TestTwinValidationAndKeys(t *testing.T) {
	assertTwins(t, func(a *agent) {
		a.open("/strict.html")
		pin := a.uid("pin")
		a.call("fill_secret", args{"secret_id": a.room.ids["pin"], "element_uid": pin})
		a.click("Send") // which the browser refuses, with a message that has the value in it
		a.look()
		a.call("snapshot", args{"format": "json"})
		a.call("click", args{"element_uid": pin})
		for _, key := range []string{"ArrowUp", "ArrowDown", "ArrowLeft"} {
			a.refused("element_not_fillable", "holds_secret", "press_key", args{"key": key})
		}
		a.refused("element_not_fillable", "holds_secret", "type_text", args{"element_uid": pin, "text": "0"})
		a.call("press_key", args{"key": "Tab"})
		a.typeInto("note", twins[0].pin+" "+twins[1].pin)
		a.look()
	})
}
