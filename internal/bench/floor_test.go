package main

import (
	"testing"

	"browser-mcp/internal/asuser"
	"browser-mcp/internal/bench/bare"
	"browser-mcp/internal/site"
)

func TestMain(m *testing.M) { asuser.Main(m) }

// A floor that does not do the thing would make ours look slow for nothing, or fast.
func TestFloorDoesItsDeeds(t *testing.T) {
	b := &bench{site: site.New(t), client: &client{}}
	b.site.Account(username, password)
	chromium, err := bare.Find()
	if err != nil {
		t.Fatal(err)
	}
	if b.bare, err = bare.Start(chromium, bare.DefaultFlags()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.bare.Close() })
	if b.page, err = b.bare.Page(); err != nil {
		t.Fatal(err)
	}
	rows, err := b.login()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // what is left of one round must not stop the next
		b.site.Forget()
		if err := rows[0].floor(); err != nil {
			t.Fatal(err)
		}
		if _, err := b.site.AwaitPath(t.Context(), "GET", "/login/account"); err != nil {
			t.Error(err)
		}
	}
	if err := b.bare.Navigate(b.page, b.site.Shop+"/bench/frames.html"); err != nil {
		t.Fatal(err)
	}
	frame, err := b.foreignFrame()
	if err != nil {
		t.Fatal(err)
	}
	for session, want := range map[string]int{b.page: 11, frame: 3} {
		var lines []string
		if err := b.bare.Evaluate(session, walk+".split('\\n')", &lines); err != nil || len(lines) < want {
			t.Errorf("floor's snapshot of %s = %q, %v, want at least %d lines", session, lines, err, want)
		}
	}
}
