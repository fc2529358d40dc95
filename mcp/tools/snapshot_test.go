package tools

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

func decodeLoosely(t *testing.T, data []byte, to any) {
	t.Helper()
	if err := json.Unmarshal(data, to); err != nil {
		t.Fatalf("decoding %s: %v", data, err)
	}
}

func TestPagesOfALargePage(t *testing.T) {
	r := newRig(t).withSite()
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/bench/list?elements=10000"})
	text := a.look()
	seen := map[string]bool{}
	more := regexp.MustCompile(`(?m)^more: cursor (\S+)$`)
	element := regexp.MustCompile(`(?m)^(e\d+) `)
	for pages := 1; ; pages++ {
		if len(text) > maxPageBytes {
			t.Fatalf("page %d has %d bytes, limit %d", pages, len(text), maxPageBytes)
		}
		for _, m := range element.FindAllStringSubmatch(text, -1) {
			if seen[m[1]] {
				t.Fatalf("element %s is listed twice", m[1])
			}
			seen[m[1]] = true
		}
		m := more.FindStringSubmatch(text)
		if m == nil {
			break
		}
		text = a.call("snapshot", map[string]any{"cursor": m[1]}).Text()
	}
	if len(seen) < 5000 {
		t.Errorf("%d elements on all pages, want at least 5000", len(seen))
	}
	a.refused(InvalidRequest, "stale_cursor", "snapshot", map[string]any{"cursor": "s999.5"})
	a.look()
	a.refused(InvalidRequest, "stale_cursor", "snapshot", map[string]any{"cursor": "s1.5"})
}

func TestChangesOfALivePage(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/live.html", `<h1>Live</h1><button onclick="p.textContent='After'; this.disabled=true">Go</button><p id=p>Before</p>`)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/live.html"})
	view := a.look()
	name := regexp.MustCompile(`snapshot (s\d+)`).FindStringSubmatch(view)[1]
	a.call("click", map[string]any{"element_uid": uid(t, view, `button`)})
	changes := a.call("snapshot", map[string]any{"changes_since": name}).Text()
	for _, want := range []string{"changes since " + name + "\n", "+ - After\n", "- - Before\n", `"Go" disabled`} {
		if !strings.Contains(changes, want) {
			t.Errorf("changes:\n%s\nwant %q in them", changes, want)
		}
	}
	if strings.Contains(changes, "Live") {
		t.Errorf("changes:\n%s\nwant nothing that stayed", changes)
	}
	if again := a.call("snapshot", map[string]any{"changes_since": name}).Text(); !strings.Contains(again, "the whole page follows") || !strings.Contains(again, "Live") {
		t.Errorf("changes since an older snapshot:\n%s\nwant the whole page", again)
	}
}

func TestSnapshotAsJSON(t *testing.T) {
	r := newRig(t).withSite()
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/bench/frames.html"})
	var got struct {
		URL    string `json:"url"`
		Frames []struct {
			ID, Parent, Origin string
		} `json:"frames"`
		Elements []struct {
			UID, Frame, Tag, Shadow string
		} `json:"elements"`
	}
	decodeLoosely(t, []byte(a.call("snapshot", map[string]any{"format": "json"}).Text()), &got)
	if got.URL != r.site.Shop+"/bench/frames.html" || len(got.Frames) != 4 || got.Frames[3].Origin != r.site.Pay {
		t.Errorf("url %s, frames %+v; want the page and its three frames, the last of the provider", got.URL, got.Frames)
	}
	inFrames, inShadow := 0, 0
	for _, e := range got.Elements {
		if e.Frame != "f1" {
			inFrames++
		}
		if e.Shadow == "open" {
			inShadow++
		}
	}
	if inFrames < 3 || inShadow != 6 {
		t.Errorf("%d elements in frames and %d in shadow roots, want at least 3 and 6", inFrames, inShadow)
	}
	a.refused(InvalidRequest, "unknown_frame", "snapshot", map[string]any{"frame": "f99"})
}
