package threat

import (
	"fmt"
	"strings"
	"testing"

	"browser-mcp/internal/site"
	"browser-mcp/vault"
)

// values are what a room's references hold: a card of several parts, a code, and a password that people choose.
type values struct {
	number, cvc, month, year, pin, password string
}

// Two sets of values of the same classes. They have in common what is public: the bank's part of the card's number.
var twins = [2]values{
	{number: "4242420087193304", cvc: "731", month: "03", year: "2031", pin: "480953", password: "Correct-Horse7"},
	{number: "4242426513905561", cvc: "268", month: "11", year: "2029", pin: "7216", password: "Battery-Staple9"},
}

// played is what came out of one run of a script.
type played struct {
	received string   // by all agents, without what differs between any two runs
	said     string   // every text in it, one after the other
	compare  []string // what was filled
}

// play runs a script in a room of its own.
func play(t *testing.T, s *site.Site, v values, run func(*agent), change func(*room, values)) (out played) {
	t.Helper()
	t.Run("play", func(t *testing.T) { // so that the session ends before the next one begins
		r := newRoom(t, s)
		r.secret("card", vault.Card, fmt.Sprintf(`{"number":%q,"cvc":%q,"month":%q,"year":%q}`, v.number, v.cvc, v.month, v.year),
			"sbm:fields", `{"number":"[name=number]","cvc":"[name=cvc]","month":"[name=month]","year":"[name=year]"}`)
		r.secret("pin", vault.Code, v.pin, "sbm:selector", "[name=pin]")
		r.secret("password", vault.Password, v.password, "sbm:selector", "[name=password]")
		change(r, v)
		a := r.connect()
		a.open("/till.html")
		run(a)
		out = played{r.transcript(), r.said.String(), v.all()}
	})
	return out
}

func (v values) all() []string { return []string{v.number, v.cvc, v.pin, v.password} }

// both plays a script with each of the twins.
func both(t *testing.T, run func(*agent), change func(*room, values)) (out [2]played) {
	t.Helper()
	s := site.New(t)
	openTill(s)
	for i, v := range twins {
		out[i] = play(t, s, v, run, change)
	}
	return out
}

// assertTwins runs a script with both values and wants no difference. The same texts, had the last redactor before the
// agent compared them with the values, have to differ, or the script would show nothing.
func assertTwins(t *testing.T, run func(*agent)) {
	t.Helper()
	got := both(t, run, shipped)
	if got[0].received != got[1].received {
		t.Errorf("transcripts of two values differ:\n%s", difference(got[0].received, got[1].received))
	}
	if compared(got[0].said, got[0].compare) == compared(got[1].said, got[1].compare) {
		t.Error("the texts do not differ when they are compared with the values: the script shows nothing")
	}
}

// assertTold runs a script under a control build, which compares, and wants the twins told apart.
func assertTold(t *testing.T, run func(*agent), control func(*room, values)) {
	t.Helper()
	if got := both(t, run, control); got[0].received == got[1].received {
		t.Error("a build that compares tells the agents nothing: the script is too weak")
	}
}

// shipped is the build that we ship.
func shipped(*room, values) {}

// comparing replaces values in all that leaves.
func comparing(r *room, v values) { r.compare = v.all() }

// misclassed takes all values for strong ones, and so compares inside the program, but for those that are shorter than 8
// characters.
func misclassed(r *room, _ values) { r.class = vault.Strong }

// difference shows the first lines that differ.
func difference(a, b string) string {
	left, right := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(left), len(right)) {
		if left[i] == right[i] {
			continue
		}
		at := 0
		for at < min(len(left[i]), len(right[i])) && left[i][at] == right[i][at] {
			at++
		}
		around := func(s string) string { return s[max(0, at-300):min(len(s), at+200)] }
		return fmt.Sprintf("line %d\n%s\nand\n%s", i+1, around(left[i]), around(right[i]))
	}
	return fmt.Sprintf("%d and %d lines", len(left), len(right))
}
