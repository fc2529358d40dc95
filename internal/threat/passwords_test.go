package threat

import (
	"crypto/sha256"
	"fmt"
	"strings"
	"testing"

	"browser-mcp/internal/site"
)

// guesses are some passwords that people choose, both of the twins' among them, and what of those a page might tell.
func guesses() []string {
	list := []string{"hunter2hunter2", "letmein2024", "qwertz-Uiop1"}
	for _, v := range twins {
		p := v.password
		list = append(list, p, p[:8], p[4:], strings.ToUpper(p), strings.Join(strings.Split(p, ""), " "))
	}
	return list
}

// A password that people choose is compared whole, with fresh text of its own origin, and with nothing else (N3).
func TestTwinPasswords(t *testing.T) {
	assertTwins(t, func(a *agent) {
		evil := a.room.site.Evil
		a.typeInto("note", strings.Join(guesses(), " "))
		a.fill("password", "password")
		a.look()
		for _, v := range twins {
			a.typeInto("note", v.password) // one's own words, whole
			a.call("wait_for", args{"text": v.password, "timeout_seconds": 1})
		}
		fragment := "#" + strings.ReplaceAll(strings.Join(guesses(), "."), " ", "_")
		a.open(evil + "/guesses.html" + fragment) // fresh text of another origin
		a.look()
		a.call("list_network_requests", nil)
		a.open("/" + twins[0].password) // an address is the agent's own word, under the filled origin too
		a.look()
		a.call("list_tabs", nil)
		a.call("list_network_requests", nil)
		other := a.room.connect()
		other.open("/guesses.html" + fragment)
		other.look()
		a.open("/parts.html") // fresh text of the filled one: parts, another case, digests
		a.look()
	})
}

// openGuesses serves all guesses, and a page that has no whole one.
func openGuesses(s *site.Site) {
	var whole, parts strings.Builder
	for _, g := range guesses() {
		fmt.Fprintf(&whole, "<p>%s</p>", g)
		fmt.Fprintf(&parts, "<p>%s</p><p>%s</p>", g[:7], g[2:])
	}
	for _, v := range twins {
		fmt.Fprintf(&parts, "<p>%x</p>", sha256.Sum256([]byte(v.password)))
	}
	s.Page("/guesses.html", noIcon+"<title>Guesses</title>"+whole.String())
	s.Page("/parts.html", noIcon+"<title>Parts</title>"+parts.String())
}

// Fresh text of the filled origin answers a guess of the whole password: a dictionary of what fits in a page (N3).
func TestResidualPasswordDictionary(t *testing.T) {
	s := site.New(t)
	openTill(s)
	for i, v := range twins {
		play(t, s, v, func(a *agent) {
			a.fill("password", "password")
			a.open("/guesses.html")
			view := a.look()
			mine, others := v.password, twins[1-i].password
			if strings.Contains(view, "- "+mine) || !strings.Contains(view, "[REDACTED:"+a.room.ids["password"]+"]") || !strings.Contains(view, "- "+others) {
				t.Errorf("a page with a dictionary in it:\n%s\nwant the password of this twin marked, and the other not: is the test gone?", view)
			}
		}, shipped)
	}
}
