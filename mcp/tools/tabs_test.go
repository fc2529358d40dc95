package tools

import (
	"strings"
	"testing"
)

type tabsAnswer struct {
	Tabs []struct {
		Tab     string `json:"tabId"`
		URL     string `json:"url"`
		Title   string `json:"title"`
		Current bool   `json:"current"`
		Opener  string `json:"opener,omitempty"`
	} `json:"tabs"`
}

func (a *agent) tabs() tabsAnswer {
	a.t.Helper()
	var got tabsAnswer
	if err := a.call("list_tabs", nil).Decode(&got); err != nil {
		a.t.Fatal(err)
	}
	return got
}

func TestTabs(t *testing.T) {
	r := newRig(t).withSite()
	a := r.connect()
	if got := a.tabs(); len(got.Tabs) != 0 {
		t.Errorf("tabs at first = %+v, want none", got.Tabs)
	}
	a.call("navigate", map[string]any{"url": r.site.Shop + "/bench/small.html"})
	a.call("open_tab", map[string]any{"url": r.site.Shop + "/login/"})
	got := a.tabs()
	if len(got.Tabs) != 2 || got.Tabs[0].Title != "Small page" || got.Tabs[1].Title != "Sign in" || !got.Tabs[1].Current {
		t.Fatalf("tabs = %+v, want the small page and then the login, current", got.Tabs)
	}
	first, second := got.Tabs[0].Tab, got.Tabs[1].Tab
	if text := a.look(); !strings.Contains(text, "Password") {
		t.Errorf("snapshot of the current tab:\n%s\nwant the login", text)
	}
	if text := a.call("snapshot", map[string]any{"tabId": first}).Text(); !strings.Contains(text, "Small page") {
		t.Errorf("snapshot of %s:\n%s\nwant the small page", first, text)
	}
	a.call("select_tab", map[string]any{"tabId": first})
	if text := a.look(); !strings.Contains(text, "Small page") {
		t.Errorf("snapshot after select_tab:\n%s\nwant the small page", text)
	}
	a.call("close_tab", map[string]any{"tabId": second})
	if got := a.tabs(); len(got.Tabs) != 1 || got.Tabs[0].Tab != first {
		t.Errorf("tabs after closing = %+v, want only %s", got.Tabs, first)
	}
	a.refused(UnknownTab, "", "select_tab", map[string]any{"tabId": second})
	a.refused(UnknownTab, "", "snapshot", map[string]any{"tabId": "t99"})
	a.refused(UnknownTab, "", "close_tab", map[string]any{"tabId": "../../x"})
	a.refused(NavigationRefused, "", "open_tab", map[string]any{"url": "file:///etc/passwd"})
	a.look()
}

func TestPopupBecomesATab(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/popup.html", `<title>Opener</title><a href="/bench/small.html" target="_blank">Open</a>`)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/popup.html"})
	result := a.call("click", map[string]any{"element_uid": uid(t, a.look(), `link`)})
	if text := result.Text(); !strings.Contains(text, `"opened_page":true`) || !strings.Contains(text, `"kind":"popup"`) {
		t.Errorf("click = %s, want opened_page and the event popup", text)
	}
	got := a.tabs()
	if len(got.Tabs) != 2 || got.Tabs[1].Opener != got.Tabs[0].Tab {
		t.Errorf("tabs = %+v, want the second opened by the first", got.Tabs)
	}
}

func TestDialogIsDismissedAndReported(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/dialog.html", `<button onclick="document.title = confirm('Really?')">Ask</button>`)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/dialog.html"})
	result := a.call("click", map[string]any{"element_uid": uid(t, a.look(), `button`)})
	if text := result.Text(); !strings.Contains(text, `"kind":"dialog","text":"Really?"`) {
		t.Errorf("click = %s, want the dialog's text in events", text)
	}
	if text := a.look(); !strings.Contains(text, `page "false"`) {
		t.Errorf("snapshot:\n%s\nwant the dialog answered with no", text)
	}
}

func TestNavigationRefusals(t *testing.T) {
	r := newRig(t).withSite()
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/bench/small.html"})
	for _, address := range []string{
		"javascript:document.title='x'", "java\tscript:document.title='x'", " \x01javascript:1", "file:///etc/passwd", "data:text/html,x",
		"chrome://version", "view-source:http://localhost/", "about:blank", "blob:http://localhost/x", "http://user:pass@localhost/", "nonsense",
	} {
		a.refused(NavigationRefused, "", "navigate", map[string]any{"url": address})
	}
	if text := a.look(); !strings.Contains(text, `page "Small page"`) {
		t.Errorf("snapshot after the refusals:\n%s\nwant the page untouched", text)
	}
	a.refused(NavigationFailed, "", "navigate", map[string]any{"url": "http://localhost:9/"})
}

func TestHistoryAndStaleElements(t *testing.T) {
	r := newRig(t).withSite()
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/bench/small.html"})
	old := uid(t, a.look(), `button "Press"`)
	a.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	a.refused(StaleElement, "", "click", map[string]any{"element_uid": old})
	a.refused(StaleElement, "", "type_text", map[string]any{"element_uid": "e999", "text": "x"})
	a.refused(StaleElement, "", "click", map[string]any{"element_uid": "rm -rf"})
	if text := a.call("go_back", nil).Text(); !strings.Contains(text, "Small page") {
		t.Errorf("go_back = %s, want the small page", text)
	}
	a.refused(StaleElement, "", "click", map[string]any{"element_uid": old})
	if text := a.call("reload", nil).Text(); !strings.Contains(text, `"status":200`) {
		t.Errorf("reload = %s, want status 200", text)
	}
	a.call("click", map[string]any{"element_uid": uid(t, a.look(), `button "Press"`)})
}
