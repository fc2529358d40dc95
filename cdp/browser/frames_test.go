package browser

import (
	"errors"
	"slices"
	"testing"

	"browser-mcp/internal/site"
)

// framed is a page with a frame of its own process, an opaque one, one of its own origin, and shadow roots of each kind.
func framed(t *testing.T) *stage {
	s := site.New(t)
	s.Page("/framed", `<!doctype html><input name=top><iframe srcdoc="<input name=srcdoc>" id=a></iframe>
<iframe src="{{pay}}/inside" name=payframe></iframe><iframe sandbox src="{{pay}}/inside"></iframe><iframe src="/inside"></iframe>
<div id=open></div><div id=closed></div><script>
document.getElementById('open').attachShadow({mode: 'open'}).innerHTML = '<label>In <input name=opened></label>';
const root = document.getElementById('closed').attachShadow({mode: 'closed'});
root.innerHTML = '<input name=inclosed><p id=p></p>';
root.getElementById('p').attachShadow({mode: 'open'}).innerHTML = '<input name=opeinclosed>';
</script>`)
	s.Page("/inside", "<!doctype html><body style='height:3000px'><button onclick=\"this.textContent='Pressed'\" style='position:absolute;top:2000px'>Inside</button><input name=inside>")
	return visit(t, s, "/framed")
}

func TestSnapshotReadsEveryFrameAndShadowRoot(t *testing.T) {
	s := framed(t)
	snap := s.snapshot(SnapshotOptions{})
	var got []string
	for _, it := range snap.Items {
		if it.Name.S != "" {
			got = append(got, string(it.Frame)+" "+it.Origin+" "+it.Name.S+" "+it.Shadow)
		}
	}
	want := []string{
		"f1 " + s.site.Shop + " top ", "f1 " + s.site.Shop + " opened open", "f1 " + s.site.Shop + " inclosed closed",
		"f1 " + s.site.Shop + " opeinclosed closed", "f2 " + s.site.Shop + " srcdoc ", "f3 " + s.site.Pay + " inside ",
		"f4 null inside ", "f5 " + s.site.Shop + " inside ",
	}
	if !slices.Equal(got, want) {
		t.Errorf("items\n%q, want\n%q", got, want)
	}
	if len(snap.Frames) != 5 {
		t.Fatalf("%d frames, want 5: %+v", len(snap.Frames), snap.Frames)
	}
	pay, opaque := snap.Frames[2], snap.Frames[3]
	if pay.Parent != "f1" || pay.URL.S != s.site.Pay+"/inside" || pay.Name.S != "payframe" || pay.Opaque || !opaque.Opaque {
		t.Errorf("frames %+v and %+v", pay, opaque)
	}
	one := s.snapshot(SnapshotOptions{Frame: "f3"})
	if len(one.Frames) != 1 || one.Items[0].Frame != "f3" {
		t.Errorf("snapshot of one frame: %+v", one.Frames)
	}
	if _, err := s.tab.Snapshot(t.Context(), SnapshotOptions{Frame: "f9"}); !errors.Is(err, ErrUnknownFrame) {
		t.Errorf("snapshot of frame f9 = %v, want ErrUnknownFrame", err)
	}
}

func TestObserveSeesTheWayToATarget(t *testing.T) {
	s := framed(t)
	shop, pay := s.site.Shop, s.site.Pay
	for _, tt := range []struct {
		name, frame string
		origins     []string
		shadow      string
	}{
		{"top", "f1", []string{shop}, ""},
		{"opened", "f1", []string{shop}, "open"},
		{"inclosed", "f1", []string{shop}, "closed"},
		{"opeinclosed", "f1", []string{shop}, "closed"},
		{"srcdoc", "f2", []string{shop, shop}, ""},
		{"inside", "f3", []string{shop, pay}, ""},
		{"inside", "f4", []string{shop, "null"}, ""},
		{"inside", "f5", []string{shop, shop}, ""},
	} {
		it := s.find(func(it Item) bool { return it.Name.S == tt.name && string(it.Frame) == tt.frame })
		o, err := s.tab.Observe(t.Context(), []Target{{UID: it.UID, Selectors: []string{"input[name=" + tt.name + "]", "body input"}}})
		if err != nil {
			t.Fatal(err)
		}
		got := o.Targets[0]
		var origins []string
		for _, f := range got.Chain {
			origins = append(origins, f.Origin)
		}
		if !slices.Equal(origins, tt.origins) || got.Shadow != tt.shadow || got.Doc != it.Doc || o.TopURL != shop+"/framed" {
			t.Errorf("%s in %s: chain %q, shadow %q, top %s", tt.name, tt.frame, origins, got.Shadow, o.TopURL)
		}
		// A selector works within one tree: nothing in a shadow root is in a body.
		if want := []bool{true, tt.shadow == ""}; !slices.Equal(got.Matches, want) {
			t.Errorf("%s: Matches = %v, want %v", tt.name, got.Matches, want)
		}
		if outcome := s.writeObserved(o, "hunter2hunter2"); outcome != OutcomeOK {
			t.Errorf("Write(%s in %s) = %q, want ok", tt.name, tt.frame, outcome)
		}
	}
}

func TestClickReachesEveryFrame(t *testing.T) {
	s := framed(t)
	for _, frame := range []FrameRef{"f3", "f4", "f5"} {
		in := func(text string) func(Item) bool {
			return func(it Item) bool { return it.Frame == frame && it.Text.S == text }
		}
		if _, err := s.tab.Click(t.Context(), s.find(in("Inside")).UID); err != nil {
			t.Fatal(err)
		}
		if frame == "f4" { // a sandboxed frame runs no script, so it cannot say
			continue
		}
		s.find(in("Pressed"))
	}
}

func TestClosedRootsAreFoundAgainAfterGrowth(t *testing.T) {
	s := show(t, `<div id=late></div>`)
	s.snapshot(SnapshotOptions{})
	s.eval(`(late.attachShadow({mode: 'closed'}).innerHTML = '<input name=deep>', late.insertAdjacentHTML('afterend', '<p></p>'.repeat(200)), 1)`)
	if got := s.named("deep").Shadow; got != "closed" {
		t.Errorf("Shadow = %q, want closed", got)
	}
}
