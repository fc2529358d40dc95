package browser

import (
	"flag"
	"strings"
	"testing"

	"browser-mcp/internal/site"
)

var focusRuns = flag.Int("focus.runs", 200, "how often each theft of the focus is tried")

// loot is what stands in any field of a tab's frames that is not the password.
const loot = `[...document.querySelectorAll('input')].filter(e => e.id !== 'password').map(e => e.value).join('|')`

// inside is an expression of the password field, wherever the page keeps it.
const inside = `(document.getElementById('password') || document.querySelector('x-password').shadowRoot.firstChild)`

// stolen reports what other fields than the password hold, in all frames, and empties all.
func (s *stage) stolen() string {
	s.t.Helper()
	var all []string
	for _, f := range s.tab.frameList() {
		got := evalIn(s.t, f, loot)
		evalIn(s.t, f, `document.querySelectorAll('input').forEach(e => { e.value = ''; })`)
		all = append(all, got)
	}
	s.eval(inside + `.value = ''`)
	return strings.Join(all, " ")
}

func TestFocusTheftNeverMovesTheSecret(t *testing.T) {
	for _, tt := range []struct {
		page  string
		leaks bool // the straightforward way does
	}{
		{"handler.html", true}, {"beforeinput.html", true}, {"frame.html", true}, {"delegate.html", true},
		{"popup.html", false}, {"blur.html", false},
	} {
		t.Run(tt.page, func(t *testing.T) {
			s := visit(t, site.New(t), "/focus/"+tt.page)
			field := s.find(func(it Item) bool { return it.Password })
			outcomes := make(map[Outcome]int)
			for range *focusRuns {
				outcome := s.write(field.UID, "hunter2hunter2")
				outcomes[outcome]++
				value := s.eval(inside + ".value")
				if got := s.stolen(); strings.Contains(got, "hunter2") {
					t.Fatalf("Write = %q, other fields hold %s", outcome, got)
				}
				if (value == `"hunter2hunter2"`) != (outcome == OutcomeOK) {
					t.Fatalf("Write = %q, the field holds %s", outcome, value)
				}
			}
			t.Logf("outcomes: %v", outcomes)
			if got := s.straightforward(*focusRuns); tt.leaks && got == 0 {
				t.Errorf("the straightforward way leaked nothing: the attack does not work")
			}
			if s.site.Received(s.site.Evil, "hunter2") {
				t.Error("the hostile origin received the value")
			}
		})
	}
}

// straightforward writes as one would without thinking, focus and then insert, and counts how often other fields got
// something. It types another value, so that what it leaks is not taken for a leak of ours.
func (s *stage) straightforward(runs int) (leaks int) {
	top := s.tab.frameList()[0].session
	for range runs {
		s.eval(inside + ".focus()")
		if err := top.InputInsertText(s.t.Context(), "control"); err != nil {
			s.t.Fatal(err)
		}
		if strings.Contains(s.stolen(), "control") {
			leaks++
		}
	}
	s.t.Logf("the straightforward way leaked %d times in %d", leaks, runs)
	return leaks
}
