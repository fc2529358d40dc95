package site_test

import (
	"encoding/json"
	"strings"
	"testing"

	"browser-mcp/internal/asuser"
	"browser-mcp/internal/bench/bare"
	"browser-mcp/internal/site"
)

func TestMain(m *testing.M) { asuser.Main(m) }

// open starts a Chromium with one page whose errors are reported as events, its frames' too.
func open(t *testing.T) (*bare.Browser, string) {
	t.Helper()
	path, err := bare.Find()
	if err != nil {
		t.Fatal(err)
	}
	b, err := bare.Start(path, bare.DefaultFlags())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	})
	page, err := b.Page()
	if err != nil {
		t.Fatal(err)
	}
	listen(t, b, page)
	return b, page
}

// listen asks a page or an out-of-process frame for what goes wrong in it, and for its own frames.
func listen(t *testing.T, b *bare.Browser, session string) {
	t.Helper()
	for _, method := range []string{"Runtime.enable", "Log.enable"} {
		if err := b.Call(session, method, nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	attach := map[string]any{"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true}
	if err := b.Call(session, "Target.setAutoAttach", attach, nil); err != nil {
		t.Fatal(err)
	}
}

func TestPagesLoadInChromium(t *testing.T) {
	s := site.New(t)
	b, page := open(t)
	for _, group := range site.Groups {
		for _, p := range group.Pages {
			t.Run(strings.Trim(p, "/"), func(t *testing.T) {
				if err := b.Navigate(page, s.Shop+p); err != nil {
					t.Fatal(err)
				}
				// One more turn of the page, so that what its scripts start has failed by then if it fails.
				if err := b.Evaluate(page, "new Promise(r => requestAnimationFrame(() => setTimeout(r)))", nil); err != nil {
					t.Fatal(err)
				}
				for _, fault := range faults(b.Events()) {
					t.Error(fault)
				}
			})
		}
	}
}

// faults picks exceptions and errors out of events.
func faults(events []bare.Event) []string {
	var list []string
	for _, e := range events {
		var params struct {
			Entry struct{ Level, Text string }
			Type  string
		}
		json.Unmarshal(e.Params, &params) // other events have other shapes
		if e.Method == "Runtime.exceptionThrown" || params.Entry.Level == "error" ||
			e.Method == "Runtime.consoleAPICalled" && params.Type == "error" {
			list = append(list, e.Method+" "+string(e.Params))
		}
	}
	return list
}

func TestFaultyPageIsNoticed(t *testing.T) {
	s := site.New(t)
	s.Page("/faulty", "<!doctype html><script>nothing.here();</script><img src=/absent><script>console.error('x')</script>")
	b, page := open(t)
	if err := b.Navigate(page, s.Shop+"/faulty"); err != nil {
		t.Fatal(err)
	}
	b.Evaluate(page, "0", nil)
	if got := faults(b.Events()); len(got) != 3 {
		t.Errorf("faults = %q, want an exception, a missing picture and a console error", got)
	}
}
