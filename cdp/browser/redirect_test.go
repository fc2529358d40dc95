package browser

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"browser-mcp/internal/site"
)

func TestThreatPageThatLeavesTakesNothingAlong(t *testing.T) {
	s := site.New(t)
	st := visit(t, s, "/thanks.html")
	for _, when := range []string{"focus", "beforeinput", "input", "timer", "fetch", "submit"} {
		for _, ms := range []int{0, 1, 5, 20, 100} {
			address := fmt.Sprintf("%s/redirect/?when=%s&ms=%d", s.Shop, when, ms)
			if _, err := st.tab.Navigate(t.Context(), address, NavigateOptions{WaitUntil: "domcontentloaded"}); err != nil {
				t.Fatal(err)
			}
			outcome := st.writeIfThere("hunter2hunter2")
			want := []Outcome{OutcomeOK, OutcomeStale, OutcomeUnverifiable, OutcomeFocusLost}
			if outcome != "" && !slices.Contains(want, outcome) {
				t.Errorf("%s after %d ms: Write = %q, want one of %q", when, ms, outcome, want)
			}
		}
	}
	if s.Received(s.Evil, "hunter2") {
		t.Error("the hostile origin received the value")
	}
}

// writeIfThere writes into the first field, which may be gone at any moment; then the answer is empty.
func (s *stage) writeIfThere(value string) Outcome {
	s.t.Helper()
	snap, err := s.tab.Snapshot(s.t.Context(), SnapshotOptions{})
	if err != nil || len(snap.Items) == 0 || !strings.HasPrefix(snap.URL.S, s.site.Shop+"/redirect/") {
		return ""
	}
	o, err := s.tab.Observe(s.t.Context(), []Target{{UID: snap.Items[0].UID}})
	if err != nil {
		return ""
	}
	return s.writeObserved(o, value)
}

func TestWriteNeverReachesAnotherDocument(t *testing.T) {
	s := site.New(t)
	s.Page("/again", `<!doctype html><input name=f>`)
	st := visit(t, s, "/again")
	o, err := st.tab.Observe(t.Context(), []Target{{UID: st.named("f").UID}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.tab.Reload(t.Context(), NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	st.snapshot(SnapshotOptions{})
	if got := st.writeObserved(o, "hunter2hunter2"); got != OutcomeStale {
		t.Errorf("Write = %q, want stale", got)
	}
	if got := st.valueOf("f"); got != `""` {
		t.Errorf("the new document's field holds %s", got)
	}
}

// A window keeps its script worlds when its initial empty document is replaced by one of the same origin.
func TestWorldOfAnEmptyFrameDoesNotOutliveItsDocument(t *testing.T) {
	s := show(t, `<iframe id=i></iframe>`)
	s.site.Page("/inner", `<!doctype html><input name=inner>`)
	s.eval(`(i.contentDocument.body.innerHTML = '<input name=early>', 1)`)
	early := s.named("early")
	s.eval(`new Promise(r => { i.onload = () => r(1); i.src = '/inner'; })`)
	inner := s.named("inner")
	if inner.UID == early.UID || inner.Doc == early.Doc {
		t.Errorf("elements of two documents are %+v and %+v", early, inner)
	}
	if got := s.write(inner.UID, "hunter2hunter2"); got != OutcomeOK {
		t.Errorf("Write = %q, want ok", got)
	}
	if _, err := s.tab.Click(t.Context(), early.UID); err == nil {
		t.Error("Click on an element of the document before = nil, want ErrStale")
	}
}
