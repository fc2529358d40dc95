package robust

import (
	"context"
	"testing"

	"browser-mcp/internal/mcptest"
)

// visits are the ways to come and go, a quarter of the connections each.
var visits = []struct {
	name string
	pay  func(t *testing.T, c *mcptest.Client)
}{
	{"says nothing", func(*testing.T, *mcptest.Client) {}},
	{"greets", greet},
	{"opens a tab", func(t *testing.T, c *mcptest.Client) {
		greet(t, c)
		if r, err := c.Call(t.Context(), "open_tab", args{}); err != nil || r.IsError {
			t.Errorf("open_tab = %+v, %v", r, err)
		}
	}},
	{"leaves before the tab is open", func(t *testing.T, c *mcptest.Client) {
		greet(t, c)
		if _, err := c.StartCall("open_tab", args{}); err != nil {
			t.Error(err)
		}
	}},
}

func greet(t *testing.T, c *mcptest.Client) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if _, err := c.Initialize(ctx, mcptest.Newest); err != nil {
		t.Error(err)
	}
}

func TestConnectionsLeaveNothing(t *testing.T) {
	t.Parallel()
	const connections = 200
	h := newHome(t)
	d := h.daemon()
	keeper := h.client().greet()
	keeper.call("open_tab", nil)
	visit := func(i int) {
		c := mcptest.Dial(t, h.socket())
		defer c.Close()
		visits[i%len(visits)].pay(t, c)
	}
	for i := range visits { // what the program and the browser start once and keep
		visit(i)
	}
	quiet := func(s state) bool { return s.Clients == 1 && s.Browser.Tabs == 1 }
	before := h.await("the end of the first sessions", quiet)
	processes := len(below(d.pid()))
	for i := range connections {
		visit(i)
	}
	h.await("the goroutines and descriptors of before", func(s state) bool {
		return quiet(s) && s.Goroutines <= before.Goroutines && s.Descriptors <= before.Descriptors
	})
	// The browser keeps one process ready for the next page.
	wantAtMost(t, processes+1, d.pid())
	if text := keeper.call("list_tabs", nil); text == "" {
		t.Error("the session that stayed is gone")
	}
	keeper.leave()
	d.stop()
	wantNoStray(t)
}

// wantAtMost waits until a process has no more descendants than that.
func wantAtMost(t *testing.T, most, ancestor int) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for len(below(ancestor)) > most {
		if ctx.Err() != nil {
			t.Fatalf("%d processes below the daemon, want at most %d: %v", len(below(ancestor)), most, below(ancestor))
		}
	}
}

func TestClientsAreApart(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	d := h.daemon()
	s := h.openShop()
	first, second := s.talk(h), h.client().greet()
	steps := append(append([]step{}, opening...), signing...)
	if err := first.all(steps[:7]); err != nil { // up to the fill
		t.Fatal(err)
	}
	if got := second.call("list_tabs", nil); got != `{"tabs":[]}` {
		t.Errorf("the second client sees tabs %s", got)
	}
	second.refused("unknown_tab", "select_tab", args{"tabId": "t1"})
	second.call("navigate", args{"url": s.login})
	second.refused("stale_element", "click", args{"element_uid": first.field})
	view := second.call("snapshot", nil)
	if err := want("input password")(nil, view); err != nil || want("filled-field")(nil, view) == nil {
		t.Errorf("the second client's own page shows the first one's fill, or none: %s", view)
	}
	if err := first.all(steps[7:]); err != nil {
		t.Errorf("the first client, after that: %v", err)
	}
	for _, c := range []*client{first.client, second} {
		c.leave()
		s.wantClean(h, c.Received())
	}
	d.stop()
	wantNoStray(t)
}
