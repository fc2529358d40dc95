package browser

import (
	"net/http"
	"testing"

	"browser-mcp/internal/site"
)

// submitted presses the page's button and returns the form that arrives.
func (s *stage) submitted(button string) map[string][]string {
	s.t.Helper()
	if _, err := s.tab.Click(s.t.Context(), s.saying(button).UID); err != nil {
		s.t.Fatalf("Click: %v", err)
	}
	r, err := s.site.AwaitPath(s.t.Context(), http.MethodPost, "/submit")
	if err != nil {
		s.t.Fatal(err)
	}
	return r.Form()
}

func TestThreatHostilePageDeceivesNobody(t *testing.T) {
	s := visit(t, site.New(t), "/hostile/")
	user, pass := s.named("username"), s.named("password")
	if user.Value.S != "visible" || user.Label.S != "User name" || !pass.Password || pass.Autocomplete != "current-password" {
		t.Errorf("snapshot tells %+v and %+v", user, pass)
	}
	o, err := s.tab.Observe(t.Context(), []Target{{UID: pass.UID, Selectors: []string{"#decoy", "input[type=password]", "<"}}})
	if err != nil {
		t.Fatal(err)
	}
	got := o.Targets[0]
	if got.Matches[0] || !got.Matches[1] || got.Matches[2] || !got.SelectorErr {
		t.Errorf("Matches = %v, SelectorErr = %v, want only the second, and an error", got.Matches, got.SelectorErr)
	}
	if !got.Field.Password || !got.Field.Editable || o.TopOrigin != s.site.Shop || got.SubmitOrigins[0] != s.site.Shop {
		t.Errorf("observed %+v of %s", got, o.TopOrigin)
	}
	if outcome := s.writeObserved(o, "hunter2hunter2"); outcome != OutcomeOK {
		t.Errorf("Write = %q, want ok", outcome)
	}
	if got := s.named("decoy"); got.Value.S != "" {
		t.Errorf("the decoy holds %q", got.Value.S)
	}
	if got := s.submitted("Sign in"); got["password"][0] != "hunter2hunter2" || got["decoy"][0] != "" {
		t.Errorf("the site received %v", got)
	}
	if s.site.Received(s.site.Evil, "hunter2") {
		t.Error("a patched function received the value")
	}
}

// A form hides its own properties behind its fields' names, in every world.
func TestThreatFieldNamesHideNothing(t *testing.T) {
	const names = "action attributes elements firstChild nextSibling parentNode localName nodeType getAttribute hasAttribute " +
		"isConnected ownerDocument getRootNode shadowRoot tagName id name method submit style classList childNodes " +
		"checkVisibility getBoundingClientRect matches closest contains textContent hasAttributes firstElementChild"
	s := show(t, `<form id=f action="{{evil}}/collect"><input type=password name=pass></form>
<script>for (const name of '`+names+`'.split(' ')) { const e = document.createElement('input'); e.name = name; e.type = 'hidden'; f.append(e); }
for (const name of ['activeElement', 'body', 'execCommand', 'querySelectorAll', 'title', 'getElementById']) {
  const e = document.createElement('img'); e.name = name; document.body.append(e); }</script>`)
	pass := s.named("pass")
	o, err := s.tab.Observe(t.Context(), []Target{{UID: pass.UID}})
	if err != nil {
		t.Fatal(err)
	}
	if got := o.Targets[0].SubmitOrigins; len(got) != 1 || got[0] != s.site.Evil {
		t.Errorf("SubmitOrigins = %q, want %q", got, s.site.Evil)
	}
	if got := s.writeObserved(o, "hunter2hunter2"); got != OutcomeSubmitOrigin {
		t.Errorf("Write = %q, want %q", got, OutcomeSubmitOrigin)
	}
	allowed := func(w *Write) { w.SubmitOrigins = []string{s.site.Evil} }
	if got := s.writeObserved(o, "hunter2hunter2", allowed); got != OutcomeOK {
		t.Errorf("Write with that origin allowed = %q, want ok", got)
	}
}
