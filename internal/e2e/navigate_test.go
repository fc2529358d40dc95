package e2e

import (
	"strings"
	"testing"
)

// schemes are addresses that no tool may open, in the spellings that Chromium takes for the same.
var schemes = []string{
	"javascript:document.title='ran'", "JavaScript:document.title='ran'", "java\tscript:document.title='ran'",
	"java\nscript:document.title='ran'", "\x01javascript:document.title='ran'", " \r\njavascript:document.title='ran'",
	"javascript://%0adocument.title='ran'", "javascript&colon;document.title='ran'",
	"data:text/html,<title>ran</title>", "DATA:text/html;base64,PHRpdGxlPnJhbjwvdGl0bGU+", "da\tta:,x",
	"file:///etc/passwd", "file:/etc/passwd", "FILE:///etc/passwd", "fi\nle:///etc/passwd", "filesystem:http://localhost/temporary/x",
	"chrome://version", "chrome://settings/passwords", "chrome-extension://x/y", "chrome-untrusted://x", "devtools://devtools/bundled/inspector.html",
	"about:blank", "about:srcdoc", "about:config", "view-source:http://localhost/", "view-source:javascript:1", "blob:http://localhost/x",
	"ftp://localhost/", "ws://localhost/", "wss://localhost/", "mailto:a@b", "intent://x", "ssh://localhost", "vbscript:x",
	"//localhost/", "/login/", "localhost", "", "http:", "http://", "https://?", "http://user@localhost/", "http://user:pass@localhost/", "http://@localhost/",
	"http:////user@localhost/", "http:\\\\user@localhost\\",
}

func TestNavigateRefusesEveryOtherScheme(t *testing.T) {
	h := newHouse(t)
	a := h.visit("/login/")
	h.site.Forget()
	for _, address := range schemes {
		for _, tool := range []string{"navigate", "open_tab"} {
			if tool == "open_tab" && address == "" {
				continue // means a blank tab
			}
			r := a.try(tool, args{"url": address})
			if code, _ := r.Failure(); code != "navigation_refused" && (address != "" || code != "invalid_request") {
				t.Errorf("%s(%q) = %s, want navigation_refused", tool, address, r.Text())
			}
			if address != "" && len(address) > 12 && strings.Contains(r.Text(), address) {
				t.Errorf("%s(%q) repeats the address", tool, address)
			}
		}
	}
	if p := a.look(); p.URL != h.site.Shop+"/login/" || p.Title != "Sign in" {
		t.Errorf("after all refusals the page is %s %q", p.URL, p.Title)
	}
	if tabs := a.call("list_tabs", nil).Text(); strings.Count(tabs, `"tabId"`) != 1 {
		t.Errorf("tabs = %s, want one", tabs)
	}
	for _, r := range h.site.Requests() {
		if r.Path != "/favicon.ico" {
			t.Errorf("the site was asked for %s %s", r.Method, r.Path)
		}
	}
}

// What a page leads to is held to the same rules as what an agent asks for.
func TestPagesCannotLeadElsewhere(t *testing.T) {
	h := newHouse(t)
	h.site.Page("/links.html", `<title>Links</title><a href="javascript:document.title='ran'">script</a>
<a href="data:text/html,<title>ran</title>">data</a> <a href="file:///etc/passwd">file</a> <a href="chrome://version">chrome</a>`)
	a := h.visit("/links.html")
	for _, link := range []string{"data", "file", "chrome"} {
		a.try("click", args{"element_uid": a.uid(link)})
		if p := a.look(); p.URL != h.site.Shop+"/links.html" || p.Title != "Links" {
			t.Errorf("the link %q led to %s %q", link, p.URL, p.Title)
		}
	}
}
