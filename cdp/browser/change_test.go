package browser

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestAwaitChangeEndsWithAChange(t *testing.T) {
	s := show(t, `<p id=p>text</p><input name=f><div id=host></div><iframe src="{{pay}}/part"></iframe>
<script>host.attachShadow({mode: 'open'}).innerHTML = '<b>in</b>'</script>`)
	s.site.Page("/part", "<p id=p>part")
	s.eval(`new Promise(r => { const f = document.querySelector('iframe'); f.onload = r; f.src = f.src; })`)
	for _, tt := range []struct {
		name, change string
		frame        int
	}{
		{"tree", `p.append('more')`, 0}, {"attribute", `p.className = 'x'`, 0}, {"value", `document.querySelector('input').value = 'x'`, 0},
		{"shadow", `host.shadowRoot.firstChild.append('y')`, 0}, {"other process", `p.append('more')`, 1},
		{"frame", `document.querySelector('iframe').remove()`, 0}, {"document", `location.href = '/part'`, 0},
	} {
		s.snapshot(SnapshotOptions{})
		done := make(chan error, 1)
		go func() { done <- s.tab.AwaitChange(t.Context()) }() // ends with the change that the test makes
		s.awaitWatch()
		select {
		case err := <-done:
			t.Errorf("%s: AwaitChange = %v before there was a change", tt.name, err)
			continue
		default:
		}
		evalIn(t, s.tab.frameList()[tt.frame], `(`+tt.change+`, 1)`)
		if err := <-done; err != nil {
			t.Errorf("%s: AwaitChange = %v", tt.name, err)
		}
	}
}

// awaitWatch returns when every frame has worked off what was asked of it before.
func (s *stage) awaitWatch() {
	s.t.Helper()
	for _, f := range s.tab.frameList() {
		evalIn(s.t, f, `new Promise(requestAnimationFrame)`)
	}
}

func TestAwaitChangeTellsOfAChangeSinceTheSnapshot(t *testing.T) {
	s := show(t, `<p id=p>text</p>`)
	s.snapshot(SnapshotOptions{})
	s.eval(`(p.append('more'), 1)`)
	if err := s.tab.AwaitChange(t.Context()); err != nil {
		t.Errorf("AwaitChange = %v", err)
	}
}

func TestAwaitChangeEndsWithItsContext(t *testing.T) {
	s := show(t, `<p id=p>text</p>`)
	s.snapshot(SnapshotOptions{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := s.tab.AwaitChange(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("AwaitChange = %v, want the context's error", err)
	}
}
