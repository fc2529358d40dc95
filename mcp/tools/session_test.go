package tools

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

func TestSessionsDoNotSeeEachOther(t *testing.T) {
	r := newRig(t).withSite()
	one, two := r.connect(), r.connect()
	one.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	element := uid(t, one.look(), `input text`)
	one.call("type_text", map[string]any{"element_uid": element, "text": "only in one"})
	if got := two.tabs(); len(got.Tabs) != 0 {
		t.Errorf("tabs of the second session = %+v, want none", got.Tabs)
	}
	two.refused(UnknownTab, "", "snapshot", map[string]any{"tabId": "t1"})
	two.call("navigate", map[string]any{"url": r.site.Shop + "/bench/small.html"})
	two.refused(StaleElement, "", "type_text", map[string]any{"element_uid": "e77", "text": "x"})
	if text := two.look(); strings.Contains(text, "only in one") {
		t.Errorf("snapshot of the second session:\n%s", text)
	}
}

// A label is what a bridge sends ahead; an agent with a shell can read one in a process list and send it again.
func TestThreatLabelTakesNothingUp(t *testing.T) {
	r := newRig(t).withSite()
	c := mcp.Caller{Principal: "test", Label: "AAAAAAAAAAAAAAAAAAAAAA"}
	first, thief := r.connectAs(c), r.connectAs(c)
	for _, a := range []*agent{first, thief} {
		if _, err := a.Initialize(t.Context(), "2025-11-25"); err != nil {
			t.Fatal(err)
		}
	}
	first.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	element := uid(t, first.look(), `input text`)
	if got := thief.tabs(); len(got.Tabs) != 0 {
		t.Errorf("tabs of a second connection with the same label = %+v, want none", got.Tabs)
	}
	thief.refused(StaleElement, "", "type_text", map[string]any{"element_uid": element, "text": "x"})
	first.hangUp()
	late := r.connectAs(c)
	if _, err := late.Initialize(t.Context(), "2025-11-25"); err != nil {
		t.Fatal(err)
	}
	if got := late.tabs(); len(got.Tabs) != 0 {
		t.Errorf("tabs of a later connection with the same label = %+v, want none", got.Tabs)
	}
}

func TestSessionEndsWithItsConnection(t *testing.T) {
	r := newRig(t).withSite()
	before := theBrowser().Status()
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	a.call("open_tab", nil)
	if got := theBrowser().Status().Tabs - before.Tabs; got != 2 {
		t.Errorf("%d tabs more than before, want 2", got)
	}
	a.hangUp()
	if n := r.tools.Sessions(); n != 0 {
		t.Errorf("%d sessions after the connection, want none", n)
	}
	settle(t, before)
}

// settle waits until the browser holds what it held before: it says that a tab is gone a moment after it is asked to
// close it. Each look is a round trip to it.
func settle(t *testing.T, before browser.Status) {
	t.Helper()
	for {
		now := theBrowser().Status()
		if now.Tabs == before.Tabs && now.Contexts == before.Contexts {
			return
		}
		if err := theBrowser().Alive(t.Context()); err != nil {
			t.Fatalf("%+v, want %+v: %v", now, before, err)
		}
	}
}

func TestManyConnectionsLeaveNothing(t *testing.T) {
	r := newRig(t)
	before := theBrowser().Status()
	for i := range 200 {
		a := r.connect()
		a.call("list_secret_refs", nil)
		if i%50 == 0 {
			a.call("open_tab", nil)
		}
		a.hangUp()
	}
	if n := r.tools.Sessions(); n != 0 {
		t.Errorf("%d sessions after 200 connections, want none", n)
	}
	settle(t, before)
}

func TestTextOfNobodyIsHidden(t *testing.T) {
	if got := newRig(t).tools.Redact(mcp.Caller{Conn: 99}, "anything"); got != hidden {
		t.Errorf("Redact for a connection without a session = %q, want %q", got, hidden)
	}
}

func TestProfileIsRefused(t *testing.T) {
	r := newRig(t)
	a := r.connectAs(mcp.Caller{Principal: "test", Profile: true})
	if _, err := a.Initialize(t.Context(), "2025-11-25"); err != nil {
		t.Fatal(err)
	}
	a.refused(NotConfigured, "profile", "navigate", map[string]any{"url": "http://localhost/"})
	a.call("list_secret_refs", nil)
}

func TestSessionCallsTakeTurns(t *testing.T) {
	r := newRig(t)
	s := newSession(r.tools, mcp.Caller{})
	release, err := s.take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	soon, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	wg.Go(func() {
		if _, err := s.take(soon); !errors.Is(err, context.Canceled) {
			t.Errorf("take while another call has the turn = %v, want to wait until cancelled", err)
		}
	})
	cancel()
	wg.Wait()
	release()
	if release, err = s.take(t.Context()); err != nil {
		t.Fatalf("take after release = %v", err)
	}
	release()
	s.end()
	if _, err := s.take(context.Background()); err == nil {
		if _, err = s.take(context.Background()); !errors.Is(err, errEnded) {
			t.Errorf("take after the end = %v, want %v", err, errEnded)
		}
	}
}

// slowStore holds an export until it is let go.
type slowStore struct {
	vault.Store
	asked, letGo chan struct{}
}

func (s slowStore) Export(ctx context.Context, id vault.SecretID) (*vault.Payload, error) {
	close(s.asked)
	<-s.letGo
	return s.Store.Export(ctx, id)
}

func TestSecondFillIsBusy(t *testing.T) {
	r := newRig(t).withSite()
	slow := slowStore{r.shelf, make(chan struct{}), make(chan struct{})}
	r.tools.config.Open = func(context.Context) (*Backend, error) {
		return &Backend{Browser: theBrowser(), Store: slow, Name: "slow"}, nil
	}
	r.shelf.put("shop", vault.Password, signInPassword, "sbm:origin", r.site.Shop, "sbm:selector", "#password")
	a := r.connect()
	a.clean(signInPassword)
	a.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	fill := map[string]any{"secret_id": "shop", "element_uid": uid(t, a.look(), `input password`)}
	first, err := a.StartCall("fill_secret", fill)
	if err != nil {
		t.Fatal(err)
	}
	<-slow.asked
	a.refused(Busy, "", "fill_secret", fill)
	close(slow.letGo)
	if _, err := first.Wait(t.Context()); err != nil {
		t.Errorf("first fill: %v", err)
	}
	if view := a.look(); !strings.Contains(view, filledMarker) {
		t.Errorf("snapshot after the first fill:\n%s", view)
	}
}

func TestBrowserThatCannotStart(t *testing.T) {
	r := newRig(t)
	broken := browser.New(browser.Config{Start: func(context.Context, []byte) (browser.Process, error) { return nil, errTest }})
	t.Cleanup(func() { _ = broken.Close(context.Background()) })
	r.tools.config.Open = func(context.Context) (*Backend, error) {
		return &Backend{Browser: broken, Store: r.store, Name: "memory"}, nil
	}
	a := r.connect()
	a.refused(BrowserUnavailable, "", "navigate", map[string]any{"url": "http://localhost/"})
	a.refused(BrowserUnavailable, "", "snapshot", nil)
	a.call("list_secret_refs", nil)
	if strings.Contains(string(a.Received()), "must not reach") {
		t.Errorf("the cause reached the agent: %s", a.Received())
	}
}

func TestBackendIsTriedAgain(t *testing.T) {
	r := newRig(t)
	works := r.tools.config.Open
	r.tools.config.Open = func(context.Context) (*Backend, error) { return nil, Fail(NeedsDaemon) }
	a := r.connect()
	a.refused(NeedsDaemon, "", "list_secret_refs", nil)
	r.tools.config.Open = works
	a.call("list_secret_refs", nil)
}

func TestLostBrowserIsReportedAndReplaced(t *testing.T) {
	r := newRig(t).withSite()
	own := newBrowser(browser.Policy{})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := own.Close(ctx); err != nil {
			t.Errorf("closing the browser: %v", err)
		}
	})
	r.tools.config.Open = func(context.Context) (*Backend, error) {
		return &Backend{Browser: own, Store: r.store, Name: "memory"}, nil
	}
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	element := uid(t, a.look(), `input text`)
	killBrowser(t, own)
	for { // until the loss is known, a call may still be under way to the dead browser
		result, err := a.Call(t.Context(), "click", map[string]any{"element_uid": element})
		if err != nil {
			t.Fatal(err)
		}
		code, _ := result.Failure()
		if code == string(StaleElement) {
			break
		}
		if code != string(BrowserGone) && code != string(UnknownTab) {
			t.Fatalf("click after the kill = %s, want %s and then %s", result.Text(), BrowserGone, StaleElement)
		}
	}
	if text := a.call("navigate", map[string]any{"url": r.site.Shop + "/login/"}).Text(); !strings.Contains(text, "Sign in") {
		t.Errorf("navigate after the kill = %s", text)
	}
	if events := string(a.Received()); !strings.Contains(events, "restart") {
		t.Error("the restart was never reported")
	}
}
