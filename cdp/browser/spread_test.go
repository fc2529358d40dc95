package browser

import "testing"

const boxes = `<body><script>
function row(name, count, most, advance) {
  for (let i = 0; i < count; i++) {
    const e = document.createElement('input');
    Object.assign(e, {name: name + i, maxLength: most});
    document.body.append(e);
    e.oninput = () => advance(e, i);
  }
}
const named = name => document.querySelector('[name=' + name + ']');
</script>`

func (s *stage) spread(names []string, value string) Outcome {
	s.t.Helper()
	var uids []UID
	for _, name := range names {
		uids = append(uids, s.named(name).UID)
	}
	return s.write(uids[0], value, func(w *Write) { w.Spread = uids[1:] })
}

func TestSpreadFillsBoxesInOrder(t *testing.T) {
	for _, tt := range []struct {
		name, advance string
	}{
		{"by itself", `(e, i) => { if (e.value.length === e.maxLength) named('b' + (i + 1))?.focus(); }`},
		{"not at all", `() => {}`},
		{"later", `(e, i) => setTimeout(() => named('b' + (i + 1))?.focus())`},
		{"one behind", `(e, i) => { if (e.value.length === e.maxLength && i < 3) queueMicrotask(() => named('b' + (i + 1)).focus()); }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := show(t, boxes+`<script>row('b', 4, 4, `+tt.advance+`)</script>`)
			if got := s.spread([]string{"b0", "b1", "b2", "b3"}, "4242424242421234"); got != OutcomeOK {
				t.Errorf("Write = %q, want ok", got)
			}
			if got, want := s.eval(`[...document.querySelectorAll('input')].map(e => e.value).join()`), `"4242,4242,4242,1234"`; got != want {
				t.Errorf("the boxes hold %s, want %s", got, want)
			}
			if it := s.named("b3"); it.Tagged == "" || it.Value.S != "" {
				t.Errorf("the last box is told as %+v, want it tagged", it)
			}
		})
	}
}

func TestSpreadStopsAtAnUndeclaredField(t *testing.T) {
	s := show(t, boxes+`<input name=trap><script>row('b', 3, 1, (e, i) => { if (i === 1) named('trap').focus(); else named('b' + (i + 1))?.focus(); })</script>`)
	if got := s.spread([]string{"b0", "b1", "b2"}, "042"); got != OutcomeFocusLost {
		t.Errorf("Write = %q, want focus_lost", got)
	}
	if got, want := s.eval(`[...document.querySelectorAll('input')].map(e => e.value).join()`), `",,,"`; got != want {
		t.Errorf("the fields hold %s, want nothing", got)
	}
}

func TestSpreadOfTooMuchLeavesNothing(t *testing.T) {
	s := show(t, boxes+`<script>row('b', 3, 1, () => {})</script>`)
	if got := s.spread([]string{"b0", "b1", "b2"}, "0420"); got != OutcomePartial {
		t.Errorf("Write = %q, want partial", got)
	}
	if got, want := s.eval(`[...document.querySelectorAll('input')].map(e => e.value).join()`), `",,"`; got != want {
		t.Errorf("the boxes hold %s, want nothing", got)
	}
}

func TestOneBoxOfManyTakesNothing(t *testing.T) {
	s := show(t, boxes+`<script>row('b', 4, 4, (e, i) => named('b' + (i + 1))?.focus())</script>`)
	if got := s.write(s.named("b0").UID, "4242424242421234"); got != OutcomePartial {
		t.Errorf("Write = %q, want partial", got)
	}
	if got, want := s.eval(`[...document.querySelectorAll('input')].map(e => e.value).join()`), `",,,"`; got != want {
		t.Errorf("the boxes hold %s, want nothing", got)
	}
}
