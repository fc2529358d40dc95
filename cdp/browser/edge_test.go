package browser

import (
	"errors"
	"net/http"
	"testing"
)

func TestSnapshotOfDocumentsThatAreNoHTML(t *testing.T) {
	s := show(t, `<p>first`)
	for path, page := range map[string][2]string{
		"/x.svg":  {"image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><a href="/next"><text y="20">Drawn</text></a></svg>`},
		"/x.xml":  {"application/xml", `<list><item>Data</item></list>`},
		"/x.txt":  {"text/plain", `Plain`},
		"/x.png":  {"image/png", "\x89PNG\r\n\x1a\n"},
		"/x.json": {"application/json", `{"a":1}`},
		"/empty":  {"text/html", ``},
		"/set":    {"text/html", `<frameset><frame src="/x.txt"></frameset>`},
	} {
		s.site.Handle(path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", page[0])
			w.Write([]byte(page[1]))
		})
		if _, err := s.tab.Navigate(t.Context(), s.site.Shop+path, NavigateOptions{}); err != nil {
			t.Errorf("Navigate(%s): %v", path, err)
			continue
		}
		snap := s.snapshot(SnapshotOptions{Text: true})
		if snap.URL.S != s.site.Shop+path {
			t.Errorf("%s: URL = %s", path, snap.URL.S)
		}
		for _, it := range snap.Items {
			t.Logf("%s: %s", path, describeItem(it))
		}
	}
}

func TestSnapshotOfATabWithoutAPage(t *testing.T) {
	tab, err := newContext(t).Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	snap, err := tab.Snapshot(t.Context(), SnapshotOptions{Text: true})
	if err != nil || snap.URL.S != "about:blank" || len(snap.Items) > 0 {
		t.Errorf("Snapshot = %+v, %v, want an empty page", snap, err)
	}
	if _, err := tab.Navigate(t.Context(), "http://127.0.0.1:1/", NavigateOptions{}); err == nil {
		t.Error("Navigate to nobody = nil")
	}
	if _, err := tab.Snapshot(t.Context(), SnapshotOptions{Text: true}); err != nil {
		t.Errorf("Snapshot of an error page = %v", err)
	}
}

func TestDeepAndHugePagesAreReadInPart(t *testing.T) {
	s := visit(t, newSite(t), "/slow/deep")
	s.snapshot(SnapshotOptions{Text: true})
	s.eval(`(() => { let at = document.body; for (let i = 0; i < 900; i++) { const e = document.createElement('div'); at.append(e); at = e; } at.append('bottom'); return 1; })()`)
	if it := s.find(func(it Item) bool { return it.Text.S == "bottom" }); it.Tag != "div" {
		t.Errorf("900 levels down: %+v", it)
	}
	s.eval(`(document.body.innerHTML = '<p></p><button>x</button>', document.querySelector('p').textContent = 'a'.repeat(100000), 1)`)
	snap := s.snapshot(SnapshotOptions{Text: true})
	if !snap.Truncated || len(snap.Items) != 2 || snap.Items[0].Text.S != "" {
		t.Errorf("%d items, truncated %v: a text beyond the bound is left out whole", len(snap.Items), snap.Truncated)
	}
}

func TestWritingSurvivesADialog(t *testing.T) {
	s := show(t, `<input name=f oninput="alert('hello')" onchange="confirm('sure')">`)
	if got := s.write(s.named("f").UID, "hunter2hunter2"); got != OutcomeOK {
		t.Errorf("Write = %q, want ok", got)
	}
}

func TestCallsEndWithTheirRenderer(t *testing.T) {
	s := show(t, `<button>b</button>`)
	uid := s.saying("b").UID
	done := make(chan error, 1)
	go func() { done <- s.tab.AwaitChange(t.Context()) }() // ends with the crash
	s.awaitWatch()
	s.tab.frameList()[0].session.Start(t.Context(), "Page.crash", nil).Forget()
	if err := <-done; err != nil && !errors.Is(err, ErrCrashed) {
		t.Errorf("AwaitChange = %v, want the end of the document to be a change, or a crash", err)
	}
	if _, err := s.tab.Click(t.Context(), uid); err == nil || errors.Is(err, ErrGone) {
		t.Errorf("Click after the crash = %v", err)
	}
	if _, err := s.tab.Snapshot(t.Context(), SnapshotOptions{}); !errors.Is(err, ErrCrashed) {
		t.Errorf("Snapshot after the crash = %v, want ErrCrashed", err)
	}
}
