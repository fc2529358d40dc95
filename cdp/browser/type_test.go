package browser

import (
	"errors"
	"strings"
	"testing"
)

func TestTypeTypesWhereItIsTold(t *testing.T) {
	s := show(t, `<input name=a value=old><input name=p type=password><textarea name=t></textarea><input name=n type=number>
<input name=e type=email value=x><input name=d type=date><div id=c contenteditable>old</div><input name=r readonly><input type=checkbox name=k>
<select name=s><option>1</select><script>const keys = []; document.querySelector('[name=a]').onkeydown = e => keys.push(e.key + e.isTrusted)
const other = []; document.querySelector('[name=a]').oninput = e => other.push(e.isTrusted)</script>`)
	long := strings.Repeat("word ", 200)
	for _, tt := range []struct {
		name, text string
		clear      bool
		want       string
		err        error
	}{
		{"a", "1b", false, `"old1b"`, nil}, {"a", "é漢😀", true, `"é漢😀"`, nil}, {"a", "two\nlines", true, `"two lines"`, nil},
		{"p", "x", false, `"x"`, nil}, {"t", "two\nlines", false, `"two\nlines"`, nil}, {"t", long, true, `"` + long + `"`, nil},
		{"n", "42", false, `"42"`, nil}, {"n", "1", false, `"421"`, nil}, {"e", "@y.z", false, `"x@y.z"`, nil},
		{"d", "2034-12-31", false, `"2034-12-31"`, nil}, {"c", "er", false, `"older"`, nil}, {"c", "new", true, `"new"`, nil},
		{"r", "x", false, `""`, ErrNotFillable}, {"k", "x", false, `"on"`, ErrNotFillable}, {"s", "x", false, `"1"`, ErrNotFillable},
	} {
		r, err := s.tab.Type(t.Context(), s.named(tt.name).UID, tt.text, TypeOptions{Clear: tt.clear})
		if !errors.Is(err, tt.err) {
			t.Errorf("Type(%s, %.9q) = %v, want %v", tt.name, tt.text, err, tt.err)
		}
		if r.PasswordField != (tt.name == "p") {
			t.Errorf("Type(%s).PasswordField = %v", tt.name, r.PasswordField)
		}
		if got := s.valueOf(tt.name); got != tt.want {
			t.Errorf("after Type(%s, %.9q) it holds %s, want %s", tt.name, tt.text, got, tt.want)
		}
	}
	if got, want := s.eval(`keys.slice(0, 2).join()`), `"1false,bfalse"`; got != want {
		t.Errorf("the page saw the keys %s, want %s", got, want)
	}
	if got, want := s.eval(`other.slice(0, 2).join()`), `"true,true"`; got != want {
		t.Errorf("the page saw input events %s, want %s", got, want)
	}
}

func TestTypeFollowsAFocusThatMovesOn(t *testing.T) {
	s := show(t, boxes+`<script>row('b', 4, 1, (e, i) => named('b' + (i + 1))?.focus())</script>`)
	if _, err := s.tab.Type(t.Context(), s.named("b0").UID, "1234", TypeOptions{}); err != nil {
		t.Fatal(err)
	}
	if got, want := s.eval(`[...document.querySelectorAll('input')].map(e => e.value).join()`), `"1,2,3,4"`; got != want {
		t.Errorf("the boxes hold %s, want %s", got, want)
	}
	if err := s.tab.Tag(t.Context(), s.named("b1").UID, "REDACTED:x"); err != nil {
		t.Fatal(err)
	}
	s.eval(`(named('b0').value = '', 1)`)
	if _, err := s.tab.Type(t.Context(), s.named("b0").UID, "56", TypeOptions{}); !errors.Is(err, ErrTagged) {
		t.Errorf("Type that runs into a tagged box = %v, want ErrTagged", err)
	}
}

func TestTypeUsesRealKeysWhereAPageMayKnowBetter(t *testing.T) {
	s := show(t, `<div id=e contenteditable></div><canvas id=c tabindex=0 width=90 height=20 role=textbox></canvas><script>
const log = []; for (const type of ['keydown', 'beforeinput']) addEventListener(type, e => log.push(e.target.id + type + e.isTrusted))</script>`)
	for _, name := range []string{"e", "c"} {
		it := s.find(func(it Item) bool { return it.Name.S == name || name == "c" && it.Tag == "canvas" })
		if _, err := s.tab.Type(t.Context(), it.UID, "x", TypeOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := s.eval(`log.join()`), `"ekeydowntrue,ebeforeinputtrue,ckeydowntrue"`; got != want {
		t.Errorf("the page saw %s, want %s", got, want)
	}
}

func TestTypedWordsAreTheAgentsOwn(t *testing.T) {
	s := show(t, `<input name=a><input name=b value=theirs><textarea name=up oninput="this.value = this.value.toUpperCase()"></textarea>`)
	for _, name := range []string{"a", "b", "up"} {
		if _, err := s.tab.Type(t.Context(), s.named(name).UID, "mine", TypeOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]String{"a": {S: "mine", Own: true}, "b": {S: "theirsmine"}, "up": {S: "MINE"}} {
		if got := s.named(name).Value; got != want {
			t.Errorf("%s is told as %+v, want %+v", name, got, want)
		}
	}
	s.eval(`document.querySelector('[name=a]').value = 'other'`)
	if got := s.named("a").Value; got.Own || got.S != "other" {
		t.Errorf("after the page changed it: %+v, want it not our own", got)
	}
}

func TestTypeSubmits(t *testing.T) {
	s := show(t, `<form action=/there><input name=q></form>`)
	s.site.Page("/there", "<title>There</title>")
	r, err := s.tab.Type(t.Context(), s.named("q").UID, "x y", TypeOptions{Submit: true})
	if err != nil || !r.Navigated {
		t.Fatalf("Type = %+v, %v, want a navigation", r, err)
	}
	if got, want := s.tab.URL(), s.site.Shop+"/there?q=x+y"; got != want {
		t.Errorf("URL = %s, want %s", got, want)
	}
}

func TestPressTakesAFewKeysOnly(t *testing.T) {
	s := show(t, `<input name=a value=abc autofocus><input name=b><script>const keys = []; addEventListener('keydown', e => keys.push(e.code))</script>`)
	if _, err := s.tab.Click(t.Context(), s.named("a").UID); err != nil {
		t.Fatal(err)
	}
	for name := range namedKeys {
		if name == "Enter" || name == "Tab" {
			continue
		}
		if _, err := s.tab.Press(t.Context(), name); err != nil {
			t.Errorf("Press(%s) = %v", name, err)
		}
	}
	for _, name := range []string{"End", "Backspace", "Space", "Tab"} {
		if _, err := s.tab.Press(t.Context(), name); err != nil {
			t.Errorf("Press(%s) = %v", name, err)
		}
	}
	if got := s.eval(`document.activeElement.name`); got != `"b"` {
		t.Errorf("after Tab the focus is in %s, want b", got)
	}
	if got := s.eval(`keys.length`); got != "16" {
		t.Errorf("the page saw %s keys, want 16: %s", got, s.eval(`keys`))
	}
	for _, name := range []string{"", "a", "Control+A", "Control", "F5", "enter", "Insert", "Meta"} {
		if _, err := s.tab.Press(t.Context(), name); !errors.Is(err, ErrBadKey) {
			t.Errorf("Press(%q) = %v, want ErrBadKey", name, err)
		}
	}
}

func TestSelectOptionChoosesWhatIsNamed(t *testing.T) {
	s := show(t, `<select name=one onchange="log.push(event.type)" oninput="log.push(event.type)"><option value=1>Jan<option value=2>Feb<option disabled>Mar</select>
<select name=many multiple><option>a<option selected>b<option>c</select><input name=i><script>const log = []</script>`)
	for _, tt := range []struct {
		name   string
		values []string
		err    error
		want   string
	}{
		{"one", []string{"2"}, nil, "Feb"}, {"one", []string{"Jan"}, nil, "Jan"}, {"one", []string{"Mar"}, ErrNoOption, "Jan"},
		{"one", []string{"x"}, ErrNoOption, "Jan"}, {"one", []string{"1", "2"}, ErrNoOption, "Jan"}, {"one", nil, ErrNoOption, "Jan"},
		{"many", []string{"a", "c"}, nil, "a,c"}, {"i", []string{"a"}, ErrNotFillable, ""},
	} {
		if _, err := s.tab.SelectOption(t.Context(), s.named(tt.name).UID, tt.values); !errors.Is(err, tt.err) {
			t.Errorf("SelectOption(%s, %v) = %v, want %v", tt.name, tt.values, err, tt.err)
		}
		var chosen []string
		for _, o := range s.named(tt.name).Options {
			if o.Selected {
				chosen = append(chosen, o.Label.S)
			}
		}
		if got := strings.Join(chosen, ","); got != tt.want {
			t.Errorf("after SelectOption(%s, %v) chosen is %s, want %s", tt.name, tt.values, got, tt.want)
		}
	}
	if got, want := s.eval(`log.join()`), `"input,change,input,change"`; got != want {
		t.Errorf("events %s, want %s", got, want)
	}
}
