package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"browser-mcp/cdp/browser"
)

// pageOf is a projection of n buttons and one paragraph.
func pageOf(n int, text string) *projection {
	p := &projection{url: "http://localhost/", title: "T", frames: []frameView{{ref: "f1"}}}
	p.items = append(p.items, browser.Item{Tag: "p", Frame: "f1", Text: str(text)})
	for i := range n {
		p.items = append(p.items, browser.Item{
			UID: browser.UID(fmt.Sprintf("e%d", i+1)), Tag: "button", Frame: "f1", Text: str(fmt.Sprintf("Button number %d", i+1)), MaxLength: -1,
		})
	}
	return p
}

func TestPagesJoinToTheWhole(t *testing.T) {
	v := textView("s1", pageOf(5000, "hello"))
	var all []string
	pages := 0
	for at := 0; ; pages++ {
		text := v.whole("", at, 0)
		if len(text) > maxPageBytes {
			t.Fatalf("page %d has %d bytes, limit %d", pages, len(text), maxPageBytes)
		}
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if at == 0 {
			lines = lines[len(v.header):]
		}
		last := lines[len(lines)-1]
		cursor, more := strings.CutPrefix(last, "more: cursor ")
		if !more {
			all = append(all, lines...)
			break
		}
		all = append(all, lines[:len(lines)-1]...)
		next, ok := v.at(cursor)
		if !ok || next <= at {
			t.Fatalf("cursor %q after place %d leads to %d, %v", cursor, at, next, ok)
		}
		at = next
	}
	if len(all) != len(v.lines) || pages < 2 {
		t.Fatalf("%d lines on %d pages, want %d lines on several", len(all), pages+1, len(v.lines))
	}
	for i, l := range v.lines {
		if all[i] != l.text {
			t.Fatalf("line %d = %q, want %q", i, all[i], l.text)
		}
	}
}

func TestPageOfElements(t *testing.T) {
	v := textView("s1", pageOf(30, "hello"))
	text := v.whole("", 0, 10)
	if !strings.Contains(text, "e10 ") || strings.Contains(text, "e11 ") || !strings.Contains(text, "more: cursor s1.11\n") {
		t.Errorf("page of 10 elements:\n%s", text)
	}
}

func TestCursorOfAnotherSnapshotIsRefused(t *testing.T) {
	v := textView("s2", pageOf(10, "x"))
	for _, cursor := range []string{"s1.3", "s2.0", "s2.-1", "s2.11", "s2.x", "s2", "", "s22.3"} {
		if n, ok := v.at(cursor); ok {
			t.Errorf("at(%q) = %d, want it refused", cursor, n)
		}
	}
}

func TestChangesSince(t *testing.T) {
	before := pageOf(3, "Choose")
	after := pageOf(4, "Wrong")
	after.items = append(after.items[:2], after.items[3:]...) // e2 is gone
	after.items[1].Disabled = true                            // e1
	after.title = "New"
	var b strings.Builder
	if !textView("s2", after).changesSince(textView("s1", before), &b) {
		t.Fatal("changesSince = false, want all of them to fit")
	}
	want := "~ page \"New\" http://localhost/\n+ - Wrong\n~ e1 button \"Button number 1\" disabled\n+ e4 button \"Button number 4\"\n- - Choose\n- e2\n"
	if b.String() != want {
		t.Errorf("changes:\n%s\nwant:\n%s", b.String(), want)
	}
}

func TestNothingChangedSaysNothing(t *testing.T) {
	var b strings.Builder
	p := pageOf(100, "same")
	p.items = append(p.items, browser.Item{Tag: "p", Frame: "f1", Text: str("same")}) // twice the same text
	if !textView("s2", p).changesSince(textView("s1", p), &b) || b.Len() != 0 {
		t.Errorf("changes of nothing = %q", b.String())
	}
}

func TestTooManyChangesDoNotFit(t *testing.T) {
	var b strings.Builder
	if textView("s2", pageOf(5000, "x")).changesSince(textView("s1", pageOf(0, "x")), &b) {
		t.Error("changesSince(5000 new elements) = true, want false")
	}
}

func TestViewIsBounded(t *testing.T) {
	p := pageOf(0, "")
	long := strings.Repeat("x", maxTextRunes)
	for range maxViewBytes/maxTextRunes + 100 {
		p.items = append(p.items, browser.Item{Tag: "p", Frame: "f1", Text: str(long)})
	}
	v := textView("s1", p)
	size := 0
	for _, l := range v.lines {
		size += len(l.text)
	}
	if size > maxViewBytes+2*maxTextRunes || !v.cut {
		t.Errorf("view of %d bytes, cut %v; limit %d", size, v.cut, maxViewBytes)
	}
}

func TestFramesAreNamed(t *testing.T) {
	p := pageOf(1, "x")
	p.frames = append(p.frames, frameView{ref: "f2", parent: "f1", url: "http://pay/", opaque: true, name: "card"})
	p.items = append(p.items, browser.Item{UID: "e9", Tag: "button", Frame: "f2"})
	text := textView("s1", p).whole("", 0, 0)
	for _, want := range []string{"frame f2 in f1 http://pay/ (opaque origin) \"card\"\n", "-- frame f2\ne9 button\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("text:\n%s\nwant %q in it", text, want)
		}
	}
}

func TestJSONPagesAreObjects(t *testing.T) {
	v := jsonView("s1", pageOf(1200, "a \"b\"\n<c>"))
	seen := 0
	for at := 0; ; {
		text := v.finishJSON(TabResult{Tab: "t1", Events: []Event{}}, at, 0)
		if len(text) > maxPageBytes+2000 {
			t.Fatalf("page of %d bytes", len(text))
		}
		var page struct {
			Cursor    string           `json:"cursor"`
			Truncated bool             `json:"truncated"`
			Elements  []map[string]any `json:"elements"`
		}
		if err := json.Unmarshal([]byte(text), &page); err != nil {
			t.Fatalf("page is no JSON: %v", err)
		}
		seen += len(page.Elements)
		if page.Truncated != (page.Cursor != "") {
			t.Errorf("truncated %v with cursor %q", page.Truncated, page.Cursor)
		}
		if page.Cursor == "" {
			break
		}
		at, _ = v.at(page.Cursor)
	}
	if seen != 1201 {
		t.Errorf("%d elements on all pages, want 1201", seen)
	}
}
