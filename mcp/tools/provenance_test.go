package tools

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"browser-mcp/cdp"
	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

// What is said is judged by who said it, at the time when it was said: the tab may show another document when the agent
// hears of it. The values here are not strong, so that provenance is all that hides them.

const humanPassword = "Tr0ub4dor&3xy"

// filled opens a page, fills #field and returns what the agent then sees.
func filled(t *testing.T, r *rig, kind vault.Kind, value, path, page string) *agent {
	t.Helper()
	r.site.Page(path, page)
	r.shelf.put("it", kind, value, "sbm:origin", r.site.Shop, "sbm:selector", "#field")
	a := r.connect()
	a.clean(value)
	a.call("navigate", map[string]any{"url": r.site.Shop + path})
	a.call("fill_secret", map[string]any{"secret_id": "it", "element_uid": uid(t, a.look(), `input`)})
	return a
}

func (a *agent) click(line string) string {
	a.t.Helper()
	return a.call("click", map[string]any{"element_uid": uid(a.t, a.look(), line)}).Text()
}

func TestThreatDialogIsOfWhoeverOpenedIt(t *testing.T) {
	for kind, value := range map[vault.Kind]string{vault.Password: humanPassword, vault.Code: "493817"} {
		r := newRig(t).withSite()
		a := filled(t, r, kind, value, "/say.html", `<input id=field aria-label="It">
<button onclick="alert('It is ' + field.value); location = '{{evil}}/thanks.html'">Say</button>`)
		text := a.click(`button "Say"`)
		if !strings.Contains(text, `"text":"It is [`) {
			t.Errorf("%s: click = %s, want the dialog with its value hidden", kind, text)
		}
		a.call("navigate", map[string]any{"url": r.site.Evil + "/thanks.html"})
	}
}

func TestThreatDialogOfAFrame(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/inside.html", `<title>Inside</title><input id=field type=password aria-label="It">
<button onclick="document.title = 'Inside ' + field.value; alert('It is ' + field.value)">Say</button>`)
	r.site.Page("/around.html", `<iframe src="{{pay}}/inside.html"></iframe>`)
	r.shelf.put("it", vault.Password, humanPassword, "sbm:origin", r.site.Shop, "sbm:frame-origin", r.site.Pay)
	a := r.connect()
	a.clean(humanPassword)
	a.call("navigate", map[string]any{"url": r.site.Shop + "/around.html"})
	a.call("wait_for", map[string]any{"text": "Say"})
	a.call("fill_secret", map[string]any{"secret_id": "it", "element_uid": uid(t, a.look(), `input`)})
	if text := a.click(`button "Say"`); !strings.Contains(text, `"text":"It is [REDACTED`) {
		t.Errorf("click = %s, want the dialog with its value hidden", text)
	}
	if view := a.call("snapshot", map[string]any{"frame": "f2"}).Text(); !strings.Contains(view, "Inside [REDACTED") {
		t.Errorf("snapshot of the frame:\n%s\nwant its title with the value hidden", view)
	}
}

// Chromium shows the address of a page without a title in the title's place, with its query.
func TestThreatTitleThatIsAnAddress(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Handle("/untitled", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<p>Nothing") })
	a := filled(t, r, vault.Password, "hunter", "/get.html", `<title>Get</title><form action="/untitled"><input id=field type=password name=q aria-label="It"><button>Send</button></form>`)
	a.click(`button "Send"`)
	for tool, arguments := range map[string]map[string]any{"list_tabs": nil, "reload": nil, "select_tab": {"tabId": "t1"}} {
		if text := a.call(tool, arguments).Text(); !strings.Contains(text, `/untitled?[REDACTED:query]","title":"`) || strings.Count(text, "[REDACTED:query]") != 2 {
			t.Errorf("%s = %s, want the query withheld in address and title", tool, text)
		}
	}
}

// The agent navigates within the page, or to what is no page, before it submits: what the submission loads is still
// near the fill.
func TestThreatScopeOutlivesNavigationThatWentNowhere(t *testing.T) {
	for name, where := range map[string]string{"fragment": "/pin.html#x", "no content": "/nothing"} {
		r := newRig(t).withSite()
		r.site.Handle("/nothing", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
		r.site.Handle("/shows", func(w http.ResponseWriter, q *http.Request) {
			fmt.Fprintf(w, "<title>Shows</title><p>It was %s", q.FormValue("q"))
		})
		a := filled(t, r, vault.Code, "493817", "/pin.html", `<title>PIN</title><form method=post action="/shows"><input id=field name=q aria-label="It"><button>Send</button></form>`)
		if _, err := a.Call(t.Context(), "navigate", map[string]any{"url": r.site.Shop + where}); err != nil {
			t.Fatal(err)
		}
		a.click(`button "Send"`)
		if view := a.look(); !strings.Contains(view, "It was [MASKED") {
			t.Errorf("%s: snapshot after the submission:\n%s\nwant the code masked", name, view)
		}
	}
}

// A frame's navigation makes a history entry that the top document's commits do not show. Going back to it restores the
// form.
func TestThreatFormRestoredFromAFramesEntry(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/frame2.html", `<p>Second`)
	r.site.Page("/frame1.html", `<p>First`)
	a := filled(t, r, vault.Code, "493817", "/pin.html", `<title>PIN</title><input id=field aria-label="It">
<button onclick="frames[0].location.href = '/frame2.html'">Turn</button><iframe src="/frame1.html"></iframe>`)
	a.click(`button "Turn"`)
	a.call("wait_for", map[string]any{"text": "Second"})
	a.call("navigate", map[string]any{"url": r.site.Shop + "/thanks.html"})
	a.call("go_back", nil)
	if view := a.look(); !strings.Contains(view, filledMarker) {
		t.Errorf("snapshot:\n%s\nwant the field tagged", view)
	}
}

// A page that history brought back and that never answers cannot be tagged. The session's other tabs are none of its
// business.
func TestThreatPageThatCannotBeTaggedFailsAlone(t *testing.T) {
	r := newRig(t).withSite()
	a := filled(t, r, vault.Code, "493817", "/pin.html", `<title>PIN</title><input id=field aria-label="It"><script>
if (performance.getEntriesByType('navigation')[0].type === 'back_forward') onload = () => setTimeout(() => { for (;;); }, 1)</script>`)
	a.call("navigate", map[string]any{"url": r.site.Shop + "/thanks.html"})
	a.call("go_back", nil)
	a.call("open_tab", map[string]any{"url": r.site.Shop + "/login/"})
	if view := a.look(); !strings.Contains(view, "tab t2") {
		t.Errorf("snapshot:\n%s\nwant the new tab", view)
	}
	a.call("list_tabs", nil)
}

// A page makes frames for as long as it likes while nobody looks.
func TestUntaggedDocumentsAreBounded(t *testing.T) {
	s := newSession(nil, mcp.Caller{})
	s.redactor.Store(vault.NewRedactor())
	defer s.redactor.Load().Close()
	const origin = "https://shop.example"
	see := func(frame string) {
		observer{s}.Committed(browser.DocumentEvent{
			Tab: "t1", Doc: browser.Generation{Frame: cdp.FrameID(frame), Loader: "L-" + cdp.LoaderID(frame)}, Origin: origin, Top: frame == "top", Entry: 1,
		})
	}
	see("top")
	s.redactor.Load().Filled(vault.Doc{Tab: "t1", Frame: "top", Loader: "L-top", Origin: origin}, "it", "")
	for i := range 10_000 {
		see(fmt.Sprint("f", i))
	}
	if u := s.untagged["t1"]; !u.all || len(u.docs) > maxUntagged || !s.hasUntagged("t1") || s.hasUntagged("t2") {
		t.Errorf("%d documents are noted, all %v, want at most %d and all", len(u.docs), u.all, maxUntagged)
	}
	observer{s}.Closed("t1")
	if len(s.untagged) > 0 {
		t.Error("a tab that is closed still waits")
	}
}
