package browser

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"browser-mcp/internal/site"
)

// describe gives the frames of a tab as "f2<f1 origin path", sorted by what they show.
func describe(tab *Tab) []string {
	var list []string
	for _, f := range tab.frameList() {
		parent := ""
		if f.parent != nil {
			parent = string(f.parent.ref)
		}
		list = append(list, fmt.Sprintf("%s<%s %s %s", f.ref, parent, f.origin, f.url))
	}
	return list
}

// awaitFrames waits until the tab shows these frames, in any order.
func awaitFrames(t *testing.T, tab *Tab, want []string) {
	t.Helper()
	shown := func() []string {
		var list []string
		for _, f := range tab.frames.order {
			list = append(list, f.origin+" "+f.url)
		}
		slices.Sort(list)
		return list
	}
	want = slices.Sorted(slices.Values(want))
	ctx, cancel := context.WithTimeout(t.Context(), defaultNavigation)
	defer cancel()
	if err := tab.await(ctx, func() bool { return slices.Equal(shown(), want) }); err != nil {
		t.Fatalf("frames = %q, want %q: %v", describe(tab), want, err)
	}
}

func TestFramesOfEveryKindAreFollowed(t *testing.T) {
	s := site.New(t)
	s.Page("/leaf", `<title>leaf</title>`)
	s.Page("/middle", `<iframe src="{{evil}}/leaf"></iframe>`)
	s.Page("/top", `<iframe src="/leaf" name=same></iframe><iframe></iframe><iframe srcdoc="<b>x</b>"></iframe>
		<iframe id=x src="{{pay}}/middle"></iframe>`)
	tab := openTab(t, sharedBrowser(t), s.Shop+"/top")
	all := []string{
		s.Shop + " " + s.Shop + "/top", s.Shop + " " + s.Shop + "/leaf", s.Shop + " about:blank", s.Shop + " about:srcdoc",
		s.Pay + " " + s.Pay + "/middle", s.Evil + " " + s.Evil + "/leaf",
	}
	awaitFrames(t, tab, all)
	list := tab.frameList()
	refs := map[FrameRef]bool{}
	known := map[*frame]bool{nil: true}
	for i, f := range list {
		if (i == 0) != (f.parent == nil) || !known[f.parent] || f.loader == "" || refs[f.ref] {
			t.Errorf("frame %d = %+v: the top one first, parents before children, references unique", i, f)
		}
		refs[f.ref], known[f] = true, true
		if found, err := tab.frameOf(f.generation()); err != nil || found.id != f.id {
			t.Errorf("frameOf(%v) = %v, %v", f.generation(), found, err)
		}
	}
	if list[0].ref != "f1" {
		t.Errorf("top frame = %s, want f1", list[0].ref)
	}
	sessions := map[string]bool{}
	for _, f := range list {
		sessions[string(f.session.ID())] = true
	}
	if len(sessions) != 2 {
		t.Errorf("%d sessions, want 2: the shop's, and that of the other site", len(sessions))
	}
	// The frame of another site comes home, goes away again, and is removed.
	home := append(slices.Clone(all[:4]), s.Shop+" "+s.Shop+"/leaf")
	evaluate(t, tab, `document.getElementById("x").src = "/leaf"; 0`)
	awaitFrames(t, tab, home)
	if now := tab.frameList(); now[4].ref != list[4].ref || now[4].id != list[4].id {
		t.Errorf("frame that came home = %s, want %s as before", now[4].ref, list[4].ref)
	}
	evaluate(t, tab, `document.getElementById("x").src = "`+s.Pay+`/middle"; 0`)
	awaitFrames(t, tab, all)
	evaluate(t, tab, `document.getElementById("x").remove()`)
	awaitFrames(t, tab, slices.Clone(all[:4]))
	if got := len(tab.context.Documents()); got != 4 {
		t.Errorf("%d documents, want 4", got)
	}
	for _, gone := range list {
		_, err := tab.frameOf(gone.generation())
		if stale := gone.url == s.Pay+"/middle"; stale && err != ErrStale {
			t.Errorf("frameOf a removed document = %v, want ErrStale", err)
		}
	}
}

func TestFramesBeyondTheBoundAreLeftOut(t *testing.T) {
	s := site.New(t)
	s.Page("/many", fmt.Sprintf(`<body><script>for (let i = 0; i < %d; i++) document.body.append(document.createElement("iframe"))</script>`, maxFrames+20))
	tab := openTab(t, sharedBrowser(t), s.Shop+"/many")
	if got := len(tab.frameList()); got != maxFrames {
		t.Errorf("%d frames, want %d", got, maxFrames)
	}
}
