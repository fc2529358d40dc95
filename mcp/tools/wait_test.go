package tools

import (
	"strings"
	"testing"
)

func TestWaitConditions(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/later.html", `<title>Later</title><p id=p>Working</p><button id=b disabled>Go on</button><i hidden>Unseen</i>
<script src="/site.js"></script><script>onTell(word => {
  if (word === 'done') { p.textContent = 'All done'; b.disabled = false; history.pushState(0, '', '/later.html?step=2'); }
  if (word === 'gone') b.remove();
})</script>`)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/later.html"})
	button := uid(t, a.look(), `button`)
	for _, in := range []map[string]any{{"text": "Working"}, {"text_gone": "All done"}, {"url": "/later.html"}, {"element_uid": button}, {"text": "Later"}} {
		if text := a.call("wait_for", in).Text(); !strings.Contains(text, `"met":true`) {
			t.Errorf("wait_for(%v) = %s, want it met at once", in, text)
		}
	}
	for _, in := range []map[string]any{{"text": "Unseen"}, {"text": "working"}, {"text": "W.rking"}, {"element_uid": button, "state": "enabled"}, {"element_uid": button, "state": "gone"}, {"text": "Working", "url": "nowhere"}} {
		in["timeout_seconds"] = 1
		if text := a.call("wait_for", in).Text(); !strings.Contains(text, `"met":false`) {
			t.Errorf("wait_for(%v) = %s, want it not met", in, text)
		}
	}
	enabled, err := a.StartCall("wait_for", map[string]any{"text": "All done", "text_gone": "Working", "url": "step=2", "element_uid": button, "state": "enabled"})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.site.Tell(t.Context(), "done"); err != nil {
		t.Fatal(err)
	}
	if raw, err := enabled.Wait(t.Context()); err != nil || !strings.Contains(string(raw), `\"met\":true`) {
		t.Errorf("wait_for what a script does = %s, %v; want it met", raw, err)
	}
	gone, err := a.StartCall("wait_for", map[string]any{"element_uid": button, "state": "gone"})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.site.Tell(t.Context(), "gone"); err != nil {
		t.Fatal(err)
	}
	if raw, err := gone.Wait(t.Context()); err != nil || !strings.Contains(string(raw), `\"met\":true`) {
		t.Errorf("wait_for an element to go = %s, %v; want it met", raw, err)
	}
}

// Who waits must not keep the session's other calls from bringing about what is waited for.
func TestWaitLetsOtherCallsAct(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/press.html", `<button onclick="this.textContent='Pressed'">Press</button>`)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/press.html"})
	button := uid(t, a.look(), `button`)
	waiting, err := a.StartCall("wait_for", map[string]any{"text": "Pressed"})
	if err != nil {
		t.Fatal(err)
	}
	a.look()
	a.call("click", map[string]any{"element_uid": button})
	if raw, err := waiting.Wait(t.Context()); err != nil || !strings.Contains(string(raw), `\"met\":true`) {
		t.Errorf("wait_for = %s, %v; want it met", raw, err)
	}
}

func TestWaitForANewDocument(t *testing.T) {
	r := newRig(t).withSite()
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/bench/small.html"})
	waiting, err := a.StartCall("wait_for", map[string]any{"text": "Sign in"})
	if err != nil {
		t.Fatal(err)
	}
	a.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	if raw, err := waiting.Wait(t.Context()); err != nil || !strings.Contains(string(raw), `\"met\":true`) {
		t.Errorf("wait_for across a navigation = %s, %v; want it met", raw, err)
	}
}
