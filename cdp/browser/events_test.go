package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"browser-mcp/internal/site"
)

// evaluate runs script in the page's own world, as the page would.
func evaluate(t testing.TB, tab *Tab, script string) string {
	t.Helper()
	var r struct {
		Result struct {
			Value any `json:"value"`
		} `json:"result"`
		Exception any `json:"exceptionDetails"`
	}
	params := map[string]any{"expression": script, "returnByValue": true, "awaitPromise": true, "userGesture": true}
	if err := tab.session.Call(t.Context(), "Runtime.evaluate", params, &r); err != nil {
		t.Fatalf("evaluating %q: %v", script, err)
	}
	if r.Exception != nil {
		t.Fatalf("evaluating %q: %v", script, r.Exception)
	}
	return fmt.Sprint(r.Result.Value)
}

// awaitEvents waits until a tab has reported so many events, and takes them.
func awaitEvents(t testing.TB, tab *Tab, count int) []TabEvent {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := tab.await(ctx, func() bool { return len(tab.reports.queue) >= count }); err != nil {
		t.Fatalf("waiting for %d events: %v", count, err)
	}
	events, _ := tab.TakeEvents()
	return events
}

func TestDialogsAreDismissedAndReported(t *testing.T) {
	s := site.New(t)
	s.Page("/dialogs", `<title>d</title><script>
		const ask = () => [alert("one"), confirm("two"), prompt("three", "secret")].map(String).join()</script>`)
	tab := openTab(t, sharedBrowser(t), s.Shop+"/dialogs")
	if got, want := evaluate(t, tab, "ask()"), "undefined,false,null"; got != want {
		t.Errorf("answers = %s, want %s", got, want)
	}
	events := awaitEvents(t, tab, 3)
	for i, want := range []string{"one", "two", "three"} {
		if events[i].Kind != EventDialog || events[i].Text != want {
			t.Errorf("event %d = %+v, want the dialog %q", i, events[i], want)
		}
	}
	evaluate(t, tab, "alert('4242 '.repeat(20000))") // any cut could part what the redactor has to see whole
	if got := awaitEvents(t, tab, 1)[0]; got.Text != "" || got.By != (Asker{Doc: tab.Document(), Origin: s.Shop}) {
		t.Errorf("a dialog beyond the bound = %.80q by %+v, want no text by the page", got.Text, got.By)
	}
	evaluate(t, tab, "for (let i = 0; i < 25; i++) alert(i)")
	if err := tab.caughtUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	events, dropped := tab.TakeEvents()
	if len(events) != maxTabEvents || dropped != 5 {
		t.Errorf("TakeEvents = %d events, %d dropped, want %d, 5", len(events), dropped, maxTabEvents)
	}
}

func TestBeforeUnloadDoesNotHoldATool(t *testing.T) {
	s := site.New(t)
	s.Page("/stay", `<body>stay<script>onbeforeunload = e => e.preventDefault()</script>`)
	tab := openTab(t, sharedBrowser(t), s.Shop+"/stay")
	evaluate(t, tab, "1") // with a user's gesture, without which Chromium asks nothing
	page, err := tab.Navigate(t.Context(), s.Shop+"/login/", NavigateOptions{})
	if err != nil || page.Title != "Sign in" {
		t.Errorf("Navigate = %+v, %v", page, err)
	}
	if events, _ := tab.TakeEvents(); len(events) != 1 || events[0].Kind != EventDialog {
		t.Errorf("events = %+v, want the dialog", events)
	}
	if _, err := tab.Navigate(t.Context(), s.Shop+"/stay", NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	evaluate(t, tab, "1")
	ctx, cancel := context.WithTimeout(t.Context(), defaultNavigation)
	defer cancel()
	if err := tab.context.CloseTab(ctx, tab.ID()); err != nil {
		t.Errorf("CloseTab = %v", err)
	}
}

func TestPopupsAreAdopted(t *testing.T) {
	s := site.New(t)
	s.Page("/popup", `<title>popup</title>`)
	b := sharedBrowser(t)
	tab := openTab(t, b, s.Shop+"/login/")
	stranger := openTab(t, b, "")
	evaluate(t, tab, `open("/popup"); 0`)
	events := awaitEvents(t, tab, 1)
	if events[0].Kind != EventPopup || events[0].Tab != "t2" {
		t.Fatalf("events = %+v, want the popup t2", events)
	}
	popup, err := tab.context.Tab(t.Context(), events[0].Tab)
	if err != nil {
		t.Fatal(err)
	}
	if err := popup.await(t.Context(), func() bool { return popup.frames.top().marks.load && popup.commits > 0 }); err != nil {
		t.Fatal(err)
	}
	tabs, err := tab.context.Tabs(t.Context())
	if err != nil || len(tabs) != 2 || tabs[1].Opener != tab.ID() || tabs[1].URL != s.Shop+"/popup" || tabs[1].Title != "popup" || tabs[1].Current {
		t.Errorf("Tabs = %+v, %v", tabs, err)
	}
	if _, err := stranger.context.Tab(t.Context(), "t2"); !errors.Is(err, ErrUnknownTab) {
		t.Errorf("Tab of another context = %v, want ErrUnknownTab", err)
	}
	evaluate(t, tab, `const a = document.createElement("a"); a.href = "/popup"; a.target = "_blank"; a.rel = "noopener"; a.click(); 0`)
	if events := awaitEvents(t, tab, 1); events[0].Kind != EventPopup || events[0].Tab != "t3" {
		t.Errorf("events = %+v, want the popup t3 that has no opener in script", events)
	}
	evaluate(t, tab, `for (let i = 0; i < 50; i++) open("/popup"); 0`)
	if err := tab.caughtUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if tabs, _ := tab.context.Tabs(t.Context()); len(tabs) > maxTabs {
		t.Errorf("%d tabs, limit %d", len(tabs), maxTabs)
	}
}

func TestDownloadsAndChoosersAreReportedAndNothingMore(t *testing.T) {
	s := site.New(t)
	s.Handle("/file", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", `attachment; filename="report.pdf"`)
		w.Write([]byte("x"))
	})
	s.Page("/chooser", `<input type=file id=f>`)
	tab := openTab(t, sharedBrowser(t), s.Shop+"/chooser")
	evaluate(t, tab, `document.getElementById("f").click()`)
	if events := awaitEvents(t, tab, 1); events[0].Kind != EventChooser {
		t.Errorf("events = %+v, want the chooser", events)
	}
	if _, err := tab.Navigate(t.Context(), s.Shop+"/file", NavigateOptions{}); !errors.Is(err, ErrNavigationFailed) {
		t.Errorf("Navigate to a download = %v, want ErrNavigationFailed", err)
	}
	if events := awaitEvents(t, tab, 1); events[0].Kind != EventDownload || events[0].Text != "report.pdf" || events[0].URL != s.Shop+"/file" {
		t.Errorf("events = %+v, want the download", events)
	}
}

func TestPermissionsAreDenied(t *testing.T) {
	s := site.New(t)
	tab := openTab(t, sharedBrowser(t), s.Shop+"/login/")
	for script, want := range map[string]string{
		`Notification.requestPermission()`:                                                                       "denied",
		`navigator.permissions.query({name: "geolocation"}).then(p => p.state)`:                                  "denied",
		`new Promise(r => navigator.geolocation.getCurrentPosition(() => r("given"), e => r("code " + e.code)))`: "code 1",
		`navigator.mediaDevices.getUserMedia({audio: true}).then(() => "given", e => "refused")`:                 "refused",
		`navigator.clipboard.readText().then(() => "given", e => "refused")`:                                     "refused",
	} {
		if got := evaluate(t, tab, script); got != want {
			t.Errorf("%s = %s, want %s", script, got, want)
		}
	}
}

// recorder is an Observer that keeps what it was told.
type recorder struct {
	mu     sync.Mutex
	docs   []DocumentEvent
	closed []TabID
}

func (r *recorder) Committed(e DocumentEvent) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.docs = append(r.docs, e)
}

func (r *recorder) Closed(id TabID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = append(r.closed, id)
}

// top returns the events of top documents with an address of the network.
func (r *recorder) top() []DocumentEvent {
	r.mu.Lock()
	defer r.mu.Unlock()
	var list []DocumentEvent
	for _, e := range r.docs {
		if e.Top && strings.HasPrefix(e.URL, "http") {
			list = append(list, e)
		}
	}
	return list
}

func TestObserverLearnsOfEveryDocument(t *testing.T) {
	s := site.New(t)
	s.Page("/one", `<title>one</title><body>one`)
	s.Page("/two", `<title>two</title><body>two`)
	seen := &recorder{}
	c := sharedBrowser(t).Context(ContextOptions{Observer: seen})
	closeAfter(t, c)
	tab, err := c.Open(t.Context(), s.Shop+"/one")
	if err != nil {
		t.Fatal(err)
	}
	evaluate(t, tab, `history.pushState(null, "", "/one?pushed")`)
	evaluate(t, tab, `location.href = "/two"; 0`)
	wait := func(url string) {
		t.Helper()
		if err := tab.await(t.Context(), func() bool { return tab.frames.top().url == s.Shop+url && tab.frames.top().marks.load }); err != nil {
			t.Fatalf("waiting for %s: %v", url, err)
		}
	}
	wait("/two")
	if _, err := tab.Back(t.Context(), NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	wait("/one?pushed")
	if _, err := tab.Reload(t.Context(), NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	got := seen.top()
	if len(got) != 5 {
		t.Fatalf("events = %+v, want 5", got)
	}
	for i, want := range []struct {
		url                string
		byAgent, byHistory bool
		sameAs             int // earlier event with the same document, or -1
		entryOf            int // earlier event with the same history entry, or -1
	}{
		{"/one", true, false, -1, -1},
		{"/one?pushed", false, false, 0, -1},
		{"/two", false, false, -1, -1},
		{"/one?pushed", true, true, -1, 1},
		{"/one?pushed", true, false, -1, 1},
	} {
		e := got[i]
		if e.URL != s.Shop+want.url || e.ByAgent != want.byAgent || e.ByHistory != want.byHistory || e.Origin != s.Shop || e.Entry == 0 || e.Restart {
			t.Errorf("event %d = %+v, want %+v", i, e, want)
		}
		for j := range i {
			if same := got[j].Doc == e.Doc; same != (j == want.sameAs) {
				t.Errorf("events %d and %d are one document = %t", j, i, same)
			}
			if same := got[j].Entry == e.Entry; same != (j == want.entryOf || want.entryOf >= 0 && j > want.entryOf && got[j].Entry == got[want.entryOf].Entry) {
				t.Errorf("events %d and %d are one history entry = %t", j, i, same)
			}
		}
	}
	if err := c.CloseTab(t.Context(), tab.ID()); err != nil {
		t.Fatal(err)
	}
	seen.mu.Lock()
	defer seen.mu.Unlock()
	if len(seen.closed) != 1 || seen.closed[0] != tab.ID() {
		t.Errorf("closed = %v, want %s", seen.closed, tab.ID())
	}
}

// TestThreatBackMakesANewDocument holds threats.md rule 7: the back/forward cache, which would bring a filled field back
// as it was, is off.
func TestThreatBackMakesANewDocument(t *testing.T) {
	s := site.New(t)
	s.Page("/one", `<title>one</title><script>
		addEventListener("pageshow", e => document.title = "persisted " + e.persisted); window.mark = 0</script>`)
	tab := openTab(t, sharedBrowser(t), s.Shop+"/one")
	before := tab.Document()
	evaluate(t, tab, `window.mark = 1`)
	if _, err := tab.Navigate(t.Context(), s.Pay+"/login/", NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := tab.Back(t.Context(), NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := evaluate(t, tab, `document.title + " " + window.mark`); got != "persisted false 0" {
		t.Errorf("page after going back = %q, want a new one", got)
	}
	if tab.Document() == before {
		t.Error("document after going back has the generation of the one before")
	}
}
