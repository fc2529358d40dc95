package browser

import (
	"errors"
	"testing"
)

func TestClickPressesLikeAPerson(t *testing.T) {
	s := show(t, `<style>body{margin:0;height:9000px}</style><script>const log = []; addEventListener('click', e => log.push(e.target.id + e.isTrusted))</script>
<button id=plain>plain</button><button id=below style="position:absolute;top:7000px">below</button>
<button id=under>under</button><div style="position:absolute;top:0;left:0;width:300px;height:60px;pointer-events:auto" id=over></div>
<a href="#x" style="display:inline-block;width:20px" id=wrapped>a wrapped link</a>
<input type=checkbox id=drawn style="opacity:0;position:absolute;left:-999px"><label for=drawn id=label style="position:absolute;top:200px">Drawn</label>
<div style="overflow:auto;height:50px;width:90px;position:absolute;top:300px"><p style="height:900px"></p><button id=inner>inner</button></div>`)
	for _, id := range []string{"below", "inner"} {
		if _, err := s.tab.Click(t.Context(), s.saying(id).UID); err != nil {
			t.Fatalf("Click(%s): %v", id, err)
		}
	}
	s.eval(`scrollTo(0, 0)`)
	if _, err := s.tab.Click(t.Context(), s.saying("under").UID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.tab.Click(t.Context(), s.named("drawn").UID); err != nil {
		t.Fatal(err)
	}
	// What is covered gets its own click, which is not trusted; a label passes its click on.
	if got, want := s.eval(`log.join()`), `"belowtrue,innertrue,underfalse,labeltrue,drawntrue"`; got != want {
		t.Errorf("clicks %s, want %s", got, want)
	}
}

func TestClickTellsWhatItLedTo(t *testing.T) {
	s := show(t, `<a href="/next">next</a><a href="/next" target=_blank>new</a><button>nothing</button><a href="#x">hash</a>`)
	s.site.Page("/next", "<p>next page")
	for _, tt := range []struct {
		text string
		want Effect
	}{{"nothing", Effect{}}, {"hash", Effect{}}, {"new", Effect{Opened: true}}, {"next", Effect{Navigated: true}}} {
		got, err := s.tab.Click(t.Context(), s.saying(tt.text).UID)
		if err != nil || got != tt.want {
			t.Errorf("Click(%s) = %+v, %v, want %+v", tt.text, got, err, tt.want)
		}
	}
	if got, want := s.tab.URL(), s.site.Shop+"/next"; got != want {
		t.Errorf("URL = %s, want %s", got, want)
	}
}

func TestClickSurvivesWhatItCauses(t *testing.T) {
	s := show(t, `<button onclick="alert(1)">alert</button><button onclick="this.remove()">remove</button>`)
	for _, text := range []string{"alert", "remove"} {
		if _, err := s.tab.Click(t.Context(), s.saying(text).UID); err != nil {
			t.Errorf("Click(%s) = %v", text, err)
		}
	}
}

func TestClickOnAFrameThatIsGone(t *testing.T) {
	s := show(t, `<iframe srcdoc="<button>in</button>"></iframe>`)
	uid := s.saying("in").UID
	s.eval(`document.querySelector('iframe').remove()`)
	if _, err := s.tab.Click(t.Context(), uid); !errors.Is(err, ErrStale) {
		t.Errorf("Click = %v, want ErrStale", err)
	}
}
