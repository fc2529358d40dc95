package vault

import (
	"fmt"
	"testing"
)

// context drives a redactor as the browser would.
type browsing struct {
	*Redactor
	t       *testing.T
	loaders int
}

func browse(t *testing.T) *browsing {
	t.Helper()
	r := redactorWith(t, Guessable, nil)
	register(t, r, me, "card", "number", Card, Guessable, "4242424242424242")
	register(t, r, me, "card", "cvc", Card, Guessable, "123")
	register(t, r, me, "login", "", Password, Middling, "correct-Horse")
	register(t, r, me, "otp", "", Code, Guessable, "123456")
	return &browsing{Redactor: r, t: t}
}

// load commits a new top document and gives its place, everything in it fresh.
func (b *browsing) load(c CommittedDoc) (Place, bool) {
	b.loaders++
	c.Top, c.Frame, c.Loader = true, "top-"+c.Tab, fmt.Sprint("L", b.loaders)
	if c.Origin == "" {
		c.Origin = shop
	}
	retag := b.Committed(c)
	return Place{Tab: c.Tab, Frame: c.Frame, Loader: c.Loader, Origin: c.Origin, Fresh: true}, retag
}

func (b *browsing) fill(at Place, entry int64, ref SecretID, keys ...string) {
	for _, key := range keys {
		b.Filled(Doc{Tab: at.Tab, Frame: at.Frame, Loader: at.Loader, Origin: at.Origin, Entry: entry}, ref, key)
	}
}

const shown = "card 4242 4242 4242 4242, code 737"

// wants checks which of card and CVC shapes are masked at a place.
func (b *browsing) wants(name string, at Place, card, cvc bool) {
	b.t.Helper()
	want := "card 4242 4242 4242 4242, code 737"
	switch {
	case card && cvc:
		want = "card [MASKED:12-19 digits], code [MASKED:3-4 digits]"
	case card:
		want = "card [MASKED:12-19 digits], code 737"
	}
	if got := b.RedactAt(me, at, shown); got != want {
		b.t.Errorf("%s: RedactAt = %q, want %q", name, got, want)
	}
}

func TestScopeOfShapes(t *testing.T) {
	b := browse(t)
	form, _ := b.load(CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true})
	elsewhere, _ := b.load(CommittedDoc{Tab: "t2", Entry: 2, ByAgent: true, Origin: "https://other.example"})
	sibling, _ := b.load(CommittedDoc{Tab: "t3", Entry: 3, ByAgent: true})
	b.wants("before the fill", form, false, false)
	b.fill(form, 1, "card", "number", "cvc")
	b.wants("filled document", form, true, true)
	b.wants("another origin", elsewhere, false, false)
	b.wants("another tab of the origin", sibling, true, false)
	old := form
	old.Fresh = false
	b.wants("text from before", old, false, false)
	own := form
	own.Own = true
	b.wants("the agent's own words", own, false, false)

	bank, _ := b.load(CommittedDoc{Tab: "t1", Entry: 4, Origin: "https://bank.example"})
	b.wants("submission, at the bank", bank, true, true)
	thanks, _ := b.load(CommittedDoc{Tab: "t1", Entry: 5})
	b.wants("submission, back in the shop", thanks, true, true)
	b.wants("what the document that is gone had said", form, true, true)
	next, _ := b.load(CommittedDoc{Tab: "t1", Entry: 6, ByAgent: true})
	b.wants("after the agent's next navigation", next, true, false)
	later, _ := b.load(CommittedDoc{Tab: "t1", Entry: 7})
	b.wants("what that one loads", later, true, false)
	back, retag := b.load(CommittedDoc{Tab: "t1", Entry: 5, ByAgent: true, ByHistory: true})
	b.wants("submission again, by history", back, true, true)
	if retag {
		t.Error("a document that was not filled is to be tagged")
	}
}

// TestThreatHistoryRestoresTaint is threats rule 7: going back gave card, CVC and password
// back to a document that nobody had filled.
func TestThreatHistoryRestoresTaint(t *testing.T) {
	for _, test := range []struct {
		name string
		back CommittedDoc
		want bool
	}{
		{"back", CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true, ByHistory: true}, true},
		{"back to the entry that pushState made", CommittedDoc{Tab: "t1", Entry: 11, ByHistory: true}, true},
		{"reload", CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true}, true},
		{"unknown entry of the origin", CommittedDoc{Tab: "t1", Entry: 0, ByHistory: true}, true},
		{"another entry", CommittedDoc{Tab: "t1", Entry: 13, ByAgent: true, ByHistory: true}, false},
		{"an entry that only a frame made", CommittedDoc{Tab: "t1", Entry: 9, ByAgent: true, ByHistory: true}, true},
		{"a new entry", CommittedDoc{Tab: "t1", Entry: 14, ByAgent: true}, false},
		{"same number in another tab", CommittedDoc{Tab: "t2", Entry: 1, ByHistory: true}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := browse(t)
			form, _ := b.load(CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true})
			b.fill(form, 1, "card", "number", "cvc")
			if b.Committed(CommittedDoc{Tab: "t1", Frame: form.Frame, Loader: form.Loader, Origin: shop, Top: true, Entry: 11}) {
				t.Error("pushState asks for tags")
			}
			b.load(CommittedDoc{Tab: "t1", Entry: 12})
			b.load(CommittedDoc{Tab: "t1", Entry: 13, ByAgent: true})
			again, retag := b.load(test.back)
			if retag != test.want {
				t.Errorf("retag = %v, want %v", retag, test.want)
			}
			b.wants("the document reached", again, true, test.want)
		})
	}
}

func TestFrameOfHistoryIsTagged(t *testing.T) {
	b := browse(t)
	b.load(CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true})
	const payments = "https://pay.example"
	frame := CommittedDoc{Tab: "t1", Frame: "child", Loader: "C1", Origin: payments}
	if b.Committed(frame) {
		t.Error("a frame is to be tagged before any fill")
	}
	b.fill(Place{Tab: "t1", Frame: "child", Loader: "C1", Origin: payments}, 0, "card", "cvc")
	top, retag := b.load(CommittedDoc{Tab: "t1", Entry: 2, ByAgent: true})
	if retag || b.RedactAt(me, top, shown) != shown {
		t.Error("the next document is in scope")
	}
	if _, retag := b.load(CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true, ByHistory: true}); !retag {
		t.Error("the top document of the entry is not to be tagged")
	}
	for origin, want := range map[string]bool{payments: true, "https://ads.example": false} {
		frame.Frame, frame.Loader, frame.Origin = "new "+origin, "C2 "+origin, origin
		if got := b.Committed(frame); got != want {
			t.Errorf("frame of %s: retag = %v, want %v", origin, got, want)
		}
	}
}

// An entry is of all frames: one that the top document made holds the form in a frame, too.
func TestThreatFrameRestoredFromAnotherEntry(t *testing.T) {
	const payments = "https://pay.example"
	fillFrame := func() (*browsing, CommittedDoc) {
		b := browse(t)
		top, _ := b.load(CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true})
		frame := CommittedDoc{Tab: "t1", Frame: "child", Loader: "C1", Origin: payments}
		b.Committed(frame)
		b.fill(Place{Tab: "t1", Frame: "child", Loader: "C1", Origin: payments}, 0, "card", "cvc")
		b.Committed(CommittedDoc{Tab: "t1", Frame: top.Frame, Loader: top.Loader, Origin: shop, Top: true, Entry: 2}) // pushState
		return b, frame
	}
	b, frame := fillFrame()
	b.load(CommittedDoc{Tab: "t1", Entry: 3, ByAgent: true})
	if _, retag := b.load(CommittedDoc{Tab: "t1", Entry: 2, ByAgent: true, ByHistory: true}); !retag {
		t.Error("the top document of the entry is not to be tagged")
	}
	frame.Loader = "C2"
	if !b.Committed(frame) {
		t.Error("the frame of the entry is not to be tagged")
	}

	b, frame = fillFrame()
	frame.Loader = "C2" // the submission, in the frame alone
	b.Committed(frame)
	frame.Loader, frame.ByHistory = "C3", true
	if !b.Committed(frame) {
		t.Error("the frame that went back alone is not to be tagged")
	}
}

func TestScopeFollowsPopup(t *testing.T) {
	b := browse(t)
	form, _ := b.load(CommittedDoc{Tab: "t1", Entry: 1, ByAgent: true})
	b.fill(form, 1, "card", "cvc", "number")
	popup, _ := b.load(CommittedDoc{Tab: "t2", Opener: "t1", Entry: 2, Origin: "https://bank.example"})
	b.wants("popup of the submission", popup, true, true)
	again, _ := b.load(CommittedDoc{Tab: "t2", Opener: "t1", Entry: 4, Origin: "https://bank.example"})
	b.wants("what the popup loads", again, true, true)
	stranger, _ := b.load(CommittedDoc{Tab: "t3", Entry: 3, Origin: "https://bank.example"})
	b.wants("a tab of its own", stranger, false, false)
	b.load(CommittedDoc{Tab: "t1", Entry: 5, ByAgent: true})
	b.load(CommittedDoc{Tab: "t2", Opener: "t1", Entry: 6, ByAgent: true, Origin: "https://bank.example"})
	later, _ := b.load(CommittedDoc{Tab: "t2", Opener: "t1", Entry: 7, Origin: "https://bank.example"})
	b.wants("popup after the agent's next navigations", later, false, false)
}

func TestTaintEndsWithItsLastTrace(t *testing.T) {
	for _, test := range []struct {
		ref, key string
		ends     bool
	}{{"login", "", true}, {"otp", "", true}, {"card", "number", false}, {"nobody knows", "", false}} {
		t.Run(test.ref, func(t *testing.T) {
			b := browse(t)
			if b.Tainted(shop) {
				t.Error("tainted before the fill")
			}
			form, _ := b.load(CommittedDoc{Tab: "t1", Entry: 1})
			b.fill(form, 1, SecretID(test.ref), test.key)
			b.load(CommittedDoc{Tab: "t2", Entry: 2})
			b.load(CommittedDoc{Tab: "t1", Entry: 3, ByAgent: true})
			if !b.Tainted(shop) || b.Tainted("https://other.example") {
				t.Errorf("with a history entry: tainted %v, elsewhere %v", b.Tainted(shop), b.Tainted("https://other.example"))
			}
			b.Closed("t2")
			if !b.Tainted(shop) {
				t.Error("taint ended with another tab")
			}
			b.Closed("t1")
			if b.Tainted(shop) == test.ends {
				t.Errorf("after the tab closed: tainted %v, want %v", !test.ends, !test.ends)
			}
		})
	}
}

func TestTaintBounds(t *testing.T) {
	b := browse(t)
	form, _ := b.load(CommittedDoc{Tab: "t1", Entry: 1})
	b.fill(form, 1, "card", "cvc", "number")
	for i := range maxPlaces + 1 {
		b.Committed(CommittedDoc{Tab: "t1", Frame: fmt.Sprint("f", i), Loader: "x", Origin: shop})
	}
	b.wants("a document nobody kept count of", Place{Tab: "t7", Frame: "?", Loader: "?", Origin: "https://x.example", Fresh: true}, true, true)

	b = browse(t)
	for i := range maxFills + 1 {
		b.fill(Place{Tab: "t1", Frame: "f", Loader: "l", Origin: fmt.Sprintf("https://%d.example", i)}, 1, "card", "cvc")
	}
	if !b.Tainted("https://never.example") {
		t.Error("past its bound the context is not tainted as a whole")
	}
}
