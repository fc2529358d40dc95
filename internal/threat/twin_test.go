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

// play runs a script in a room of its own and returns all that its agents received.
func play(t *testing.T, s *site.Site, v values, run func(*agent), change func(*room)) (out string) {
	t.Helper()
	t.Run("play", func(t *testing.T) { // so that the session ends before the next one begins
		r := newRoom(t, s)
		r.secret("card", vault.Card, fmt.Sprintf(`{"number":%q,"cvc":%q,"month":%q,"year":%q}`, v.number, v.cvc, v.month, v.year),
			"sbm:fields", `{"number":"[name=number]","cvc":"[name=cvc]","month":"[name=month]","year":"[name=year]"}`)
		r.secret("pin", vault.Code, v.pin, "sbm:selector", "[name=pin]")
		r.secret("password", vault.Password, v.password, "sbm:selector", "[name=password]")
		change(r)
		a := r.connect()
		a.open("/till.html")
		run(a)
		out = r.transcript()
	})
	return out
}

// assertTwins runs a script with both values and wants no difference; then with a control, which has to differ, or the
// script would show nothing.
func assertTwins(t *testing.T, run func(*agent), control func(*room, values)) {
	t.Helper()
	s := site.New(t)
	openTill(s)
	both := func(change func(*room, values)) (out [2]string) {
		for i, v := range twins {
			out[i] = play(t, s, v, run, func(r *room) { change(r, v) })
		}
		return out
	}
	if got := both(unchanged); got[0] != got[1] {
		t.Errorf("transcripts of two values differ:\n%s", difference(got[0], got[1]))
	}
	if got := both(control); got[0] == got[1] {
		t.Error("the control, which compares, does not differ: the script shows nothing")
	}
}

// unchanged is the build that we ship.
func unchanged(*room, values) {}

// comparing is the control of most scripts: what leaves is compared with every value that was filled.
func comparing(r *room, v values) {
	r.compare = []string{v.number, v.cvc, v.pin, v.password}
}

// misclassed is the control of scripts that ask what the program itself found: all values count as strong, and so are
// compared inside the program. It compares none that are shorter than 8 characters.
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
