package browser

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"testing"

	"browser-mcp/internal/site"
	"browser-mcp/systemd/spawn"
)

// shared is one Chromium for the tests that only read and write pages: each takes a context of its own in it.
var shared struct {
	once sync.Once
	b    *Browser
}

// runShared is what TestMain runs: the tests, and then the end of the shared browser.
type runShared struct{ m *testing.M }

func (r runShared) Run() int {
	code := r.m.Run()
	if shared.b != nil {
		shared.b.Close(context.Background())
	}
	return code
}

// newContext is a context of its own in the shared browser.
func newContext(t testing.TB) *Context {
	t.Helper()
	shared.once.Do(func() {
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		h := spawn.Helper{Command: []string{self, helperWord}, Env: os.Environ()}
		shared.b = New(Config{Launch: LaunchOptions{Headless: true}, Start: func(ctx context.Context, request []byte) (Process, error) {
			return h.Start(ctx, request)
		}})
	})
	c := shared.b.Context(ContextOptions{})
	t.Cleanup(func() { c.Close(context.Background()) })
	return c
}

// A stage is one tab on a page of the test's own, and the site behind it.
type stage struct {
	t    testing.TB
	site *site.Site
	ctx  *Context
	tab  *Tab
}

// show opens a tab on a page with this HTML. {{pay}} and {{evil}} in it are the site's other origins.
func show(t testing.TB, html string) *stage {
	t.Helper()
	s := site.New(t)
	s.Page("/test", "<!doctype html><title>Test</title>"+html)
	return visit(t, s, "/test")
}

// visit opens a tab on a page of the site.
func visit(t testing.TB, s *site.Site, path string) *stage {
	t.Helper()
	c := newContext(t)
	tab, err := c.Open(t.Context(), s.Shop+path)
	if err != nil {
		t.Fatalf("Open(%s): %v", path, err)
	}
	return &stage{t: t, site: s, ctx: c, tab: tab}
}

func (s *stage) snapshot(o SnapshotOptions) *Snapshot {
	s.t.Helper()
	snap, err := s.tab.Snapshot(s.t.Context(), o)
	if err != nil {
		s.t.Fatalf("Snapshot: %v", err)
	}
	return snap
}

// find returns the first item that fits.
func (s *stage) find(fits func(Item) bool) Item {
	s.t.Helper()
	snap := s.snapshot(SnapshotOptions{Text: true})
	for _, it := range snap.Items {
		if fits(it) {
			return it
		}
	}
	for _, it := range snap.Items {
		s.t.Logf("%s %s %s name=%q label=%q text=%q", it.UID, it.Frame, it.Tag, it.Name.S, it.Label.S, it.Text.S)
	}
	s.t.Fatal("no such item")
	return Item{}
}

// named returns the element with a name or id.
func (s *stage) named(name string) Item {
	s.t.Helper()
	return s.find(func(it Item) bool { return it.Name.S == name && it.UID != "" })
}

// saying returns the element that says something.
func (s *stage) saying(text string) Item {
	s.t.Helper()
	return s.find(func(it Item) bool { return it.Text.S == text && it.UID != "" })
}

// eval evaluates an expression in the page's own world and returns its JSON.
func (s *stage) eval(expression string) string {
	s.t.Helper()
	return evalIn(s.t, s.tab.frameList()[0], expression)
}

// evalIn evaluates an expression in the own world of the first document of a frame's session.
func evalIn(t testing.TB, f *frame, expression string) string {
	t.Helper()
	params := map[string]any{"expression": "(async () => JSON.stringify(await (" + expression + ")))()", "returnByValue": true, "awaitPromise": true}
	var r struct {
		Result    struct{ Value string }
		Exception *struct{ Text string } `json:"exceptionDetails"`
	}
	if err := f.session.Call(t.Context(), "Runtime.evaluate", params, &r); err != nil {
		t.Fatalf("evaluating %s: %v", expression, err)
	}
	if r.Exception != nil {
		t.Fatalf("evaluating %s: %s", expression, r.Exception.Text)
	}
	return r.Result.Value
}

// write writes as a decision on the present state of the element would have it.
func (s *stage) write(uid UID, value string, change ...func(*Write)) Outcome {
	s.t.Helper()
	o, err := s.tab.Observe(s.t.Context(), []Target{{UID: uid}})
	if err != nil {
		s.t.Fatalf("Observe: %v", err)
	}
	return s.writeObserved(o, value, change...)
}

func (s *stage) writeObserved(o Observation, value string, change ...func(*Write)) Outcome {
	s.t.Helper()
	target := o.Targets[0]
	own := target.Chain[len(target.Chain)-1]
	w := Write{UID: target.UID, Doc: own.Doc, Origin: own.Origin, URL: own.URL, SubmitOrigins: []string{own.Origin},
		Marker: "REDACTED:test", Value: []byte(value)}
	for _, c := range change {
		c(&w)
	}
	outcome, err := s.tab.Write(s.t.Context(), w)
	if err != nil {
		if script, ok := err.(scriptError); ok {
			s.t.Fatalf("Write: %v: %s", err, script.text)
		}
		s.t.Fatalf("Write: %v", err)
	}
	return outcome
}

func newSite(t testing.TB) *site.Site { return site.New(t) }

func decodeJSON(t testing.TB, data []byte) string {
	t.Helper()
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatalf("%q: %v", data, err)
	}
	return s
}
