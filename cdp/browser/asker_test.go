package browser

import (
	"slices"
	"testing"

	"browser-mcp/internal/site"
)

func TestRequestsTellWhoMayHaveSentThem(t *testing.T) {
	s := site.New(t)
	s.Page("/asks", `<!doctype html><iframe src="{{pay}}/inside"></iframe><script>new Image().src = '/collect?top'</script>`)
	s.Page("/inside", `<!doctype html><script>new Image().src = '{{evil}}/collect?frame'</script>`)
	st := visit(t, s, "/asks")
	awaitRequest(t, st.tab, "GET", s.Evil+"/collect?frame")
	st.eval(`(setTimeout(() => { location = '` + s.Evil + `/collect?left' }), 1)`)
	for _, tt := range []struct {
		address string
		origins []string
	}{
		{s.Shop + "/collect?top", []string{s.Shop}},
		{s.Evil + "/collect?frame", []string{s.Pay}},
		{s.Pay + "/inside", []string{s.Shop, s.Shop}}, // the empty document of the frame, and the page around it
		{s.Evil + "/collect?left", []string{s.Shop}},
	} {
		var got []string
		for _, a := range awaitRequest(t, st.tab, "GET", tt.address).Askers {
			got = append(got, a.Origin)
		}
		if !slices.Equal(got, tt.origins) {
			t.Errorf("%s was asked for by %q, want %q", tt.address, got, tt.origins)
		}
	}
}

// The network log may come to an event when the event loop is long past it.
func TestAskerIsTheDocumentOfTheTime(t *testing.T) {
	old, now := Asker{Origin: "http://old"}, Asker{Doc: Generation{Loader: "l"}, Origin: "http://now"}
	f := &frame{loader: "l", origin: "http://now", before: old, since: 7}
	for seq, want := range map[uint64]Asker{6: old, 7: now, 8: now} {
		if got := f.askedBy(seq); got != want {
			t.Errorf("askedBy(%d) = %+v, want %+v", seq, got, want)
		}
	}
}

// An answer without a body that script lets go of is no failure.
func TestAnswerThatIsLetGoHasNotFailed(t *testing.T) {
	st := visit(t, site.New(t), "/thanks.html")
	st.eval(`fetch('/collect', {method: 'POST', mode: 'no-cors', body: 'x'}).then(() => 1)`)
	if e := awaitRequest(t, st.tab, "POST", st.site.Shop+"/collect"); e.Failed || e.Error != "" || e.Status != 204 {
		t.Errorf("%+v, want an answer 204", e)
	}
}
