package browser

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"browser-mcp/internal/site"
)

// slow serves a page whose parts come when the test lets them.
type slow struct {
	head, picture chan struct{} // closed: the part is sent
}

func newSlow(s *site.Site) *slow {
	p := &slow{head: make(chan struct{}), picture: make(chan struct{})}
	s.Handle("/slow", func(w http.ResponseWriter, r *http.Request) {
		if !opened(r, p.head) {
			return
		}
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(`<title>slow</title><p>text<img src="/picture">`))
	})
	s.Handle("/picture", func(w http.ResponseWriter, r *http.Request) { opened(r, p.picture) })
	return p
}

func opened(r *http.Request, gate chan struct{}) bool {
	select {
	case <-gate:
		return true
	case <-r.Context().Done():
		return false
	}
}

func TestSlowPageIsNoError(t *testing.T) {
	s := site.New(t)
	p := newSlow(s)
	tab := openTab(t, sharedBrowser(t), s.Shop+"/login/")
	page, err := tab.Navigate(t.Context(), s.Shop+"/slow", NavigateOptions{Timeout: 300 * time.Millisecond})
	if err != nil || page.Loaded || page.URL != s.Shop+"/login/" {
		t.Errorf("Navigate to a server that says nothing = %+v, %v, want the page before, not loaded", page, err)
	}
	close(p.head)
	page, err = tab.Navigate(t.Context(), s.Shop+"/slow", NavigateOptions{WaitUntil: "domcontentloaded"})
	if err != nil || !page.Loaded || page.Title != "slow" || page.Status != 200 {
		t.Errorf("Navigate until domcontentloaded = %+v, %v", page, err)
	}
	page, err = tab.Navigate(t.Context(), s.Shop+"/slow", NavigateOptions{Timeout: 2 * time.Second})
	if err != nil || page.Loaded || page.URL != s.Shop+"/slow" {
		t.Errorf("Navigate until load = %+v, %v, want the page, not loaded", page, err)
	}
	close(p.picture)
	page, err = tab.Navigate(t.Context(), s.Shop+"/slow", NavigateOptions{WaitUntil: "networkidle"})
	if err != nil || !page.Loaded {
		t.Errorf("Navigate until networkidle = %+v, %v", page, err)
	}
	if _, err := tab.Navigate(t.Context(), s.Shop+"/slow", NavigateOptions{WaitUntil: "never"}); err == nil {
		t.Error("Navigate until an unknown milestone = nil, want an error")
	}
}

func TestNavigateEndsWithItsCaller(t *testing.T) {
	s := site.New(t)
	newSlow(s)
	tab := openTab(t, sharedBrowser(t), "")
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { // ends with its context; read below
		_, err := tab.Navigate(ctx, s.Shop+"/slow", NavigateOptions{})
		done <- err
	}()
	if _, err := s.AwaitPath(t.Context(), "GET", "/slow"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("Navigate = %v, want context.Canceled", err)
	}
	if _, err := tab.Navigate(t.Context(), s.Shop+"/login/", NavigateOptions{}); err != nil {
		t.Errorf("Navigate after a cancelled one = %v", err)
	}
}

// TestEffectsAreWaitedForByEvents carries out what a click may start, and sends the input event that the other half of
// the package sends.
func TestEffectsAreWaitedForByEvents(t *testing.T) {
	s := site.New(t)
	s.Page("/effects", `<title>effects</title><form action="/login/"></form><iframe name=inner></iframe>
		<script>let act; onclick = () => act()</script>`)
	s.Handle("/nothing", status(204))
	tab := openTab(t, sharedBrowser(t), s.Shop+"/effects")
	for _, tt := range []struct {
		name, act string
		want      Effect
	}{
		{"nothing", `act = () => 0`, Effect{}},
		{"script sets the address", `act = () => location.href = "/login/"`, Effect{Navigated: true}},
		{"form", `act = () => document.forms[0].submit()`, Effect{Navigated: true}},
		{"fragment", `act = () => location.hash = "x"`, Effect{}},
		{"history", `act = () => history.pushState(0, "", "/other")`, Effect{}},
		{"popup", `act = () => open("/login/")`, Effect{Opened: true}},
		{"dialog", `act = () => alert(1)`, Effect{}},
		{"no content", `act = () => location.href = "/nothing"`, Effect{}},
		{"inner frame", `act = () => open("/login/", "inner")`, Effect{}},
		{"stopped", `act = () => { location.href = "/login/"; stop() }`, Effect{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := tab.Navigate(t.Context(), s.Shop+"/effects", NavigateOptions{}); err != nil {
				t.Fatal(err)
			}
			evaluate(t, tab, tt.act+"; 0")
			watch := tab.watchEffects()
			for _, kind := range []string{"mousePressed", "mouseReleased"} {
				event := map[string]any{"type": kind, "x": 5, "y": 5, "button": "left", "clickCount": 1}
				if err := tab.session.Call(t.Context(), "Input.dispatchMouseEvent", event, nil); err != nil {
					t.Fatal(err)
				}
			}
			got, err := watch.wait(t.Context(), tab.session)
			if err != nil || got != tt.want {
				t.Errorf("effect = %+v, %v, want %+v", got, err, tt.want)
			}
			if tt.want.Navigated && evaluate(t, tab, "document.title") != "Sign in" {
				t.Error("the new page has no content yet")
			}
		})
	}
}
