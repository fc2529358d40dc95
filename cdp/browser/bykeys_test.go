package browser

import (
	"strings"
	"testing"

	"browser-mcp/internal/site"
)

// model is an editor that believes only beforeinput and draws what its model says.
const model = `<div contenteditable id=e>old text</div><input name=other><script>
let model = 'old text';
const draw = () => { if (e.textContent !== model) e.textContent = model; };
e.addEventListener('beforeinput', event => {
  event.preventDefault();
  const whole = getSelection().toString().length >= model.length;
  if (event.inputType === 'insertText') { model = whole ? event.data : model + event.data; react(); }
  if (event.inputType.startsWith('delete')) model = whole ? '' : model.slice(0, -1);
  draw(); getSelection().selectAllChildren(e); getSelection().collapseToEnd();
});
new MutationObserver(draw).observe(e, {childList: true, characterData: true, subtree: true});
let react = () => {};
</script>`

func TestEditorsWithAModelAreWrittenByKeys(t *testing.T) {
	s := show(t, model)
	if got := s.write(s.named("e").UID, "new text"); got != OutcomeOK {
		t.Errorf("Write = %q, want ok", got)
	}
	if got := s.eval(`model`); got != `"new text"` {
		t.Errorf("the model is %s, want the new text alone", got)
	}
	if it := s.named("other"); s.tab.context.keyless(keyLock{"REDACTED:test", s.site.Shop}) || it.Tagged != "" {
		t.Errorf("keys are closed, or an empty field is told as %+v", it)
	}
}

func TestThreatKeysStopAtTheFirstMismatch(t *testing.T) {
	for _, tt := range []struct{ name, react string }{
		{"focus moves", `react = () => { if (model.length > 3) queueMicrotask(() => document.querySelector('[name=other]').focus()); }`},
		{"content changes", `react = () => { if (model.length > 3) model = model.toUpperCase() + '!'; }`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := show(t, model+`<script>`+tt.react+`</script>`)
			if got := s.write(s.named("e").UID, "hunter2hunter2"); got == OutcomeOK {
				t.Errorf("Write = %q, want a failure", got)
			}
			if got := s.eval(`model + document.querySelector('[name=other]').value`); len(got) > len(`"hunt!"`) {
				t.Errorf("more was typed after the mismatch: %s", got)
			}
			if it := s.named("other"); it.Tagged == "" && it.Value.S != "" {
				t.Errorf("a field that took a key is told as %+v", it)
			}
			if !s.tab.context.keyless(keyLock{"REDACTED:test", s.site.Shop}) {
				t.Error("keys are not closed afterwards")
			}
			s.eval(`(react = () => {}, e.focus(), 1)`)
			if got := s.write(s.named("e").UID, "hunter2hunter2"); got == OutcomeOK || strings.Contains(s.eval(`model`), "hunter2") {
				t.Errorf("the next Write = %q by keys, want it refused", got)
			}
		})
	}
}

func TestThreatNoKeysBesideAForeignFrame(t *testing.T) {
	for _, src := range []string{"{{pay}}/other", "{{evil}}/other"} {
		s := site.New(t)
		s.Page("/other", "<input>")
		s.Page("/model", "<!doctype html>"+model+`<iframe src="`+src+`"></iframe>`)
		st := visit(t, s, "/model")
		if got := st.write(st.named("e").UID, "hunter2hunter2"); got == OutcomeOK {
			t.Errorf("Write beside a frame of %s = %q, want a failure", src, got)
		}
		if got := st.eval(`model`); got != `"old text"` {
			t.Errorf("the model is %s, want it untouched", got)
		}
	}
}
