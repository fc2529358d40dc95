package e2e

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// loading is what navigate answers.
type loading struct {
	URL    string `json:"url"`
	Title  string `json:"title"`
	Loaded bool   `json:"loaded"`
	Status int    `json:"status"`
}

func (a *agent) navigate(arguments args) (got loading) {
	a.t.Helper()
	if err := json.Unmarshal([]byte(a.call("navigate", arguments).Text()), &got); err != nil {
		a.t.Fatal(err)
	}
	return got
}

// A page that does not end its loading is no error: what is there is told.
func TestPagesThatNeverEnd(t *testing.T) {
	h := newHouse(t)
	a := h.visit("/thanks.html")
	got := a.navigate(args{"url": h.site.Shop + "/slow/forever", "timeout_seconds": 2})
	if got.Loaded || got.Title != "Never ends" {
		t.Errorf("navigate to a page without end = %+v", got)
	}
	a.click("Stop waiting")
	got = a.navigate(args{"url": h.site.Shop + "/slow/picture.html", "wait_until": "domcontentloaded"})
	if !got.Loaded {
		t.Errorf("navigate until the document is there = %+v", got)
	}
	got = a.navigate(args{"url": h.site.Shop + "/slow/picture.html", "timeout_seconds": 1})
	if got.Loaded || !strings.Contains(a.text(), "The page is here") {
		t.Errorf("navigate to a picture without end = %+v", got)
	}
}

// After each failure the tab still works.
func TestPagesThatFail(t *testing.T) {
	h := newHouse(t)
	a := h.visit("/thanks.html")
	for _, address := range []string{h.site.Shop + "/slow/loop", h.site.TLS + "/thanks.html", "http://localhost:1/", "http://nothing.invalid/"} {
		r := a.try("navigate", args{"url": address})
		if code, _ := r.Failure(); code != "navigation_failed" {
			t.Errorf("navigate(%s) = %s, want navigation_failed", address, r.Text())
		}
		a.text()
	}
	a.open("/thanks.html")
	if r := a.try("navigate", args{"url": h.site.Shop + "/slow/empty"}); r.IsError {
		if code, _ := r.Failure(); code != "navigation_failed" {
			t.Errorf("navigate to no content = %s", r.Text())
		}
	}
	if p := a.look(); p.Title != "Thanks" {
		t.Errorf("after no content the page is %q %s", p.Title, p.URL)
	}
}

func TestPagesThatAreHuge(t *testing.T) {
	h := newHouse(t)
	a := h.agent()
	a.call("navigate", args{"url": h.site.Shop + "/slow/huge", "timeout_seconds": 60})
	p := a.look()
	if !p.Truncated || p.Cursor == "" || len(p.Elements) > 1000 {
		t.Errorf("snapshot of 50,000 inputs: truncated %v, cursor %q, %d elements", p.Truncated, p.Cursor, len(p.Elements))
	}
	if text := a.text(); !strings.Contains(text, "more: cursor") || len(text) > 100_000 {
		t.Errorf("text of 50,000 inputs has %d bytes and ends %q", len(text), text[max(0, len(text)-100):])
	}
	next := a.pageOf(a.call("snapshot", args{"format": "json"}).Text())
	if more := a.pageOf(a.call("snapshot", args{"format": "json", "cursor": next.Cursor}).Text()); len(more.Elements) == 0 {
		t.Error("the next page of results is empty")
	}
	a.open("/slow/deep")
	if text := a.text(); !strings.Contains(text, "Deep") {
		t.Errorf("snapshot of 2,000 levels:\n%.500s", text)
	}
}

// A crashed tab says so, its neighbour lives on, and loading again heals it.
func TestTabsThatCrash(t *testing.T) {
	log := &record{}
	own := newBrowser(log)
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := own.Close(ctx); err != nil {
			t.Errorf("closing the browser: %v", err)
		}
	})
	h := newHouseWith(t, own)
	a := h.visit("/login/")
	a.call("open_tab", args{"url": h.site.Pay + "/thanks.html"})
	for _, pid := range renderers(t, own.Status().PID) {
		kill(t, pid)
	}
	for _, tab := range []string{"t1", "t2"} {
		r := a.try("snapshot", args{"tabId": tab})
		if code, _ := r.Failure(); code != "tab_crashed" {
			t.Errorf("snapshot of the crashed tab %s = %s, want tab_crashed", tab, r.Text())
		}
		a.call("reload", args{"tabId": tab})
		if text := a.call("snapshot", args{"tabId": tab}).Text(); !strings.Contains(text, "page \"") {
			t.Errorf("snapshot after reload:\n%s", text)
		}
	}
	if !strings.Contains(string(a.Received()), "crash") {
		t.Error("no result told of the crash")
	}
}
