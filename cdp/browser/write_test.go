package browser

import (
	"bytes"
	"errors"
	"testing"

	"browser-mcp/internal/site"
)

const secret = `Tr0ub4dor&3 "quoted" <b>é`

// valueOf is what stands in a field or an editable region, by its id or name, as the page sees it.
func (s *stage) valueOf(name string) string {
	s.t.Helper()
	return s.eval(`(e => e.value ?? e.innerText)(document.getElementById('` + name + `') || document.querySelector('[name="` + name + `"]'))`)
}

func TestWriteFillsEachKindOfField(t *testing.T) {
	s := show(t, `<form>
<input name=text value=old><input name=password type=password><input name=email type=email><input name=tel type=tel>
<input name=url type=url><input name=search type=search><input name=number type=number value=7><textarea name=area>old</textarea>
<input name=date type=date><input name=month type=month><input name=time type=time><input name=color type=color>
<input name=range type=range max=100><input name=week type=week><input name=local type=datetime-local>
<div id=true contenteditable=true>old</div><div id=empty contenteditable>old</div><div id=plain contenteditable=plaintext-only>old</div>
<select name=select><option value="">-<option value=a>Apple</select>
</form>`)
	for _, tt := range []struct{ name, value, want string }{
		{"text", secret, `"Tr0ub4dor&3 \"quoted\" <b>é"`}, {"password", secret, `"Tr0ub4dor&3 \"quoted\" <b>é"`},
		{"email", "a@b.example", `"a@b.example"`}, {"tel", "+49 30 1", `"+49 30 1"`}, {"url", "https://x.example/", `"https://x.example/"`},
		{"search", "s", `"s"`}, {"number", "42", `"42"`}, {"area", "one\r\ntwo\t\x01", `"one\ntwo\t\u0001"`},
		{"date", "2034-12-31", `"2034-12-31"`}, {"month", "2034-12", `"2034-12"`}, {"time", "13:37", `"13:37"`},
		{"color", "#aabbcc", `"#aabbcc"`}, {"range", "40", `"40"`}, {"week", "2034-W10", `"2034-W10"`},
		{"local", "2034-12-31T13:37", `"2034-12-31T13:37"`}, {"select", "Apple", `"a"`},
		{"true", "new", `"new"`}, {"empty", secret, `"Tr0ub4dor&3 \"quoted\" <b>é"`}, {"plain", "new", `"new"`},
	} {
		if got := s.write(s.named(tt.name).UID, tt.value); got != OutcomeOK {
			t.Errorf("Write(%s) = %q, want ok", tt.name, got)
		}
		if got := s.valueOf(tt.name); got != tt.want {
			t.Errorf("%s holds %s, want %s", tt.name, got, tt.want)
		}
		if it := s.named(tt.name); it.Tagged != "REDACTED:test" || it.Value.S != "" || it.Validation.S != "" {
			t.Errorf("after the write %s is %+v, want it tagged and mute", tt.name, it)
		}
	}
}

func TestWriteRefusesWhatTakesNoText(t *testing.T) {
	s := show(t, `<style>body{height:4000px}</style>
<input name=readonly readonly><input name=disabled disabled><fieldset disabled><input name=fieldset></fieldset>
<div inert><input name=inert></div><input name=transparent style="opacity:0"><input name=away style="position:absolute;left:-9999px">
<input name=tiny style="width:0;height:0;padding:0;border:0"><input name=check type=checkbox><input name=radio type=radio>
<input name=file type=file><input name=go type=submit value=Go><input name=short maxlength=4>
<select name=many multiple><option>a</select><select name=sel><option>a<option disabled>b</select><input name=gone>`)
	uids := make(map[string]UID)
	for _, name := range []string{"readonly", "disabled", "fieldset", "inert", "transparent", "tiny"} {
		s.eval(`document.querySelector('[name=` + name + `]').style.cssText ? (window.css ??= {}, css.` + name + ` = document.querySelector('[name=` + name + `]').style.cssText, document.querySelector('[name=` + name + `]').style.cssText = '') : 0`)
		uids[name] = s.named(name).UID
		s.eval(`window.css?.` + name + ` ? document.querySelector('[name=` + name + `]').style.cssText = css.` + name + ` : 0`)
	}
	for _, tt := range []struct {
		name string
		want Outcome
	}{
		{"readonly", OutcomeNotFillable}, {"disabled", OutcomeNotFillable}, {"fieldset", OutcomeNotFillable},
		{"inert", OutcomeNotFillable}, {"transparent", OutcomeNotFillable}, {"away", OutcomeNotFillable},
		{"tiny", OutcomeNotFillable}, {"check", OutcomeNotFillable}, {"radio", OutcomeNotFillable},
		{"file", OutcomeNotFillable}, {"go", OutcomeNotFillable}, {"short", OutcomePartial},
		{"many", OutcomeNotFillable}, {"sel", OutcomeNoOption},
	} {
		uid := uids[tt.name]
		if uid == "" {
			uid = s.named(tt.name).UID
		}
		before := s.valueOf(tt.name)
		if got := s.write(uid, "hunter2hunter2"); got != tt.want {
			t.Errorf("Write(%s) = %q, want %q", tt.name, got, tt.want)
		}
		if got := s.valueOf(tt.name); got != before {
			t.Errorf("%s holds %s, was %s", tt.name, got, before)
		}
	}
	gone := s.named("gone").UID
	o, err := s.tab.Observe(t.Context(), []Target{{UID: gone}})
	if err != nil {
		t.Fatal(err)
	}
	s.eval(`document.querySelector('[name=gone]').remove()`)
	if got := s.writeObserved(o, "hunter2hunter2"); got != OutcomeStale {
		t.Errorf("Write into a removed field = %q, want stale", got)
	}
	if _, err := s.tab.Observe(t.Context(), []Target{{UID: gone}}); !errors.Is(err, ErrStale) {
		t.Errorf("Observe of a removed field = %v, want ErrStale", err)
	}
}

func TestWriteChecksAgainInTheSameTask(t *testing.T) {
	const form = `<form action="/submit"><input name=f class=ok></form>`
	for _, tt := range []struct {
		name, meanwhile string // what the page does when the field gets the focus
		change          func(*Write)
		want            Outcome
	}{
		{"nothing", `1`, func(w *Write) { w.Selectors = []string{"form .ok"} }, OutcomeOK},
		{"selector", `f.className = 'no'`, func(w *Write) { w.Selectors = []string{".ok"} }, OutcomeSelector},
		{"second selector", `1`, func(w *Write) { w.Selectors = []string{".ok", ".no"} }, OutcomeSelector},
		{"no selector", `1`, func(w *Write) { w.Selectors = []string{"<"} }, OutcomeSelector},
		{"action", `f.form.action = 'https://evil.example/'`, nil, OutcomeSubmitOrigin},
		{"formaction", `f.form.insertAdjacentHTML('beforeend', '<button formaction=https://evil.example/>')`, nil, OutcomeSubmitOrigin},
		{"image", `f.form.insertAdjacentHTML('beforeend', '<input type=image formaction=https://evil.example/>')`, nil, OutcomeSubmitOrigin},
		{"foreign button", `(f.form.id = 'F', document.body.insertAdjacentHTML('beforeend', '<button form=F formaction=javascript:1>'))`, nil, OutcomeSubmitOrigin},
		{"base", `document.head.insertAdjacentHTML('beforeend', '<base href=https://evil.example/>')`, nil, OutcomeSubmitOrigin},
		{"path", `history.pushState({}, '', '/elsewhere')`, nil, OutcomeStale},
		{"query only", `history.pushState({}, '', '?x#y')`, nil, OutcomeOK},
		{"origin", `1`, func(w *Write) { w.Origin = "https://other.example" }, OutcomeOrigin},
		{"read-only", `f.readOnly = true`, nil, OutcomeNotFillable},
		{"hidden", `f.style.visibility = 'hidden'`, nil, OutcomeNotFillable},
		{"transparent", `f.style.opacity = 0`, nil, OutcomeNotFillable},
		{"type", `f.type = 'checkbox'`, nil, OutcomeNotFillable},
		{"removed", `f.remove()`, nil, OutcomeFocusLost},
		{"moved", `document.body.append(f)`, nil, OutcomeFocusLost},
		{"swapped", `f.replaceWith(f.cloneNode())`, nil, OutcomeFocusLost},
		{"frozen text", `f.form.insertAdjacentHTML('beforeend', '<p>more')`, nil, OutcomeOK},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := show(t, form+`<script>const f = document.querySelector('input'); f.onfocus = () => { `+tt.meanwhile+` };</script>`)
			var changes []func(*Write)
			if tt.change != nil {
				changes = append(changes, tt.change)
			}
			if got := s.write(s.named("f").UID, "hunter2hunter2", changes...); got != tt.want {
				t.Errorf("Write = %q, want %q", got, tt.want)
			}
			if got := s.eval(`f.value`); (got == `"hunter2hunter2"`) != (tt.want == OutcomeOK) {
				t.Errorf("Write = %q, and the field holds %s", tt.want, got)
			}
		})
	}
}

func TestWriteHoldsOutAgainstFormatters(t *testing.T) {
	separators := func(w *Write) { w.Separators = true }
	for _, tt := range []struct {
		path, field, value string
		change             func(*Write)
		want               Outcome
	}{
		{"/formatting/grouped.html", "number", "4242424242424242", separators, OutcomeOK},
		{"/formatting/blur.html", "number", "4242424242424242", separators, OutcomeOK},
		{"/formatting/recreate.html", "number", "4242424242424242", separators, OutcomeOK},
		{"/formatting/expiry.html", "expiry", "1234", separators, OutcomeOK},
		{"/formatting/phone.html", "phone", "2025550123", separators, OutcomeOK},
		{"/formatting/iban.html", "iban", "gb82west12345698765432", separators, OutcomeOK},
		{"/formatting/upper.html", "code", "ab12cd", separators, OutcomeOK},
		{"/formatting/bullets.html", "shown", "0420", nil, OutcomeOK},
		{"/formatting/revert.html", "", "not a number", nil, OutcomePartial},
		{"/framework/controlled.html", "password", "hunter2hunter2", nil, OutcomeOK},
		{"/framework/debounced.html", "password", "hunter2hunter2", nil, OutcomeOK},
		{"/framework/remount.html", "password", "hunter2hunter2", nil, OutcomeOK},
		{"/framework/trusted.html", "password", "hunter2hunter2", nil, OutcomeOK},
		{"/framework/touched.html", "password", "hunter2hunter2", nil, OutcomeOK},
		{"/editable/rich.html", "editor", "new text", nil, OutcomeOK},
		{"/editable/code.html", "editor", "new text", nil, OutcomeOK},
	} {
		t.Run(tt.path, func(t *testing.T) {
			s := visit(t, site.New(t), tt.path)
			field := s.find(func(it Item) bool {
				return it.UID != "" && (it.Name.S == tt.field || tt.field == "" && it.Tag == "input")
			})
			var changes []func(*Write)
			if tt.change != nil {
				changes = append(changes, tt.change)
			}
			if got := s.write(field.UID, tt.value, changes...); got != tt.want {
				t.Errorf("Write = %q, want %q", got, tt.want)
			}
			for _, it := range s.snapshot(SnapshotOptions{}).Items {
				if it.Name == field.Name && it.Value.S != "" && it.Value.S != maskedPassword {
					t.Errorf("afterwards a snapshot tells %q", it.Value.S)
				}
			}
			t.Log(s.eval(`document.body.innerText`))
		})
	}
}

func TestSelectsTakeTheOptionThatIsMeant(t *testing.T) {
	s := show(t, `<select name=mm><option>-<option value=01>01 - January<option value=12>12 - December</select>
<select name=m><option>-<option value=1>1<option value=12>12</select><select name=mon><option>-<option value=A>Jan<option value=B>Dec</select>
<select name=yyyy><option>-<option>2034<option>2035</select><select name=yy><option>-<option>34<option>35</select>
<select name=twice><option value=1>Same<option value=2>Same</select>`)
	for _, tt := range []struct {
		name, value string
		want        Outcome
		holds       string
	}{
		{"mm", "1", OutcomeOK, `"01"`}, {"mm", "12", OutcomeOK, `"12"`}, {"m", "01", OutcomeOK, `"1"`}, {"mon", "12", OutcomeOK, `"B"`},
		{"yyyy", "34", OutcomeOK, `"2034"`}, {"yy", "2035", OutcomeOK, `"35"`}, {"yy", "36", OutcomeNoOption, `"35"`},
		{"m", "13", OutcomeNoOption, `"1"`}, {"twice", "Same", OutcomeNoOption, `"1"`},
	} {
		if got := s.write(s.named(tt.name).UID, tt.value); got != tt.want {
			t.Errorf("Write(%s, %s) = %q, want %q", tt.name, tt.value, got, tt.want)
		}
		if got := s.valueOf(tt.name); got != tt.holds {
			t.Errorf("after %s, %s holds %s, want %s", tt.value, tt.name, got, tt.holds)
		}
	}
}

func TestSelectIsCheckedAgainAfterItsFocus(t *testing.T) {
	s := show(t, `<select name=m class=ok onfocus="this.className = 'no'"><option>1<option>2</select>`)
	selector := func(w *Write) { w.Selectors = []string{".ok"} }
	if got := s.write(s.named("m").UID, "2", selector); got != OutcomeSelector {
		t.Errorf("Write = %q, want %q", got, OutcomeSelector)
	}
	if got := s.valueOf("m"); got != `"1"` {
		t.Errorf("the select holds %s, want what it held", got)
	}
}

func TestWriteFiresTheEventsOfAPerson(t *testing.T) {
	s := show(t, `<input name=f><script>const log = [];
for (const type of ['focus', 'beforeinput', 'input', 'change', 'blur']) {
  document.querySelector('input').addEventListener(type, e => log.push(type + e.isTrusted));
}</script>`)
	if got := s.write(s.named("f").UID, "hunter2hunter2"); got != OutcomeOK {
		t.Fatalf("Write = %q", got)
	}
	if got, want := s.eval(`log.join()`), `"focustrue,inputtrue,changetrue,blurtrue"`; got != want {
		t.Errorf("events %s, want %s", got, want)
	}
}

func TestEscapeWritesJSONStrings(t *testing.T) {
	for _, in := range []string{"", "plain", `"\`, "\x00\x1f\n\t", "é漢😀", `</script>`} {
		pages, err := joinSecret([]byte(`"`), []byte(in), []byte(`"`))
		if err != nil {
			t.Fatal(err)
		}
		if got := decodeJSON(t, bytes.Clone(pages.Bytes())); got != in {
			t.Errorf("joinSecret(%q) reads back as %q", in, got)
		}
		pages.Close()
	}
	if _, err := joinSecret(nil, []byte("\xff"), nil); !errors.Is(err, ErrNotFillable) {
		t.Errorf("joinSecret of bad UTF-8 = %v, want ErrNotFillable", err)
	}
	if _, err := joinSecret(nil, make([]byte, maxSecret+1), nil); !errors.Is(err, ErrTooMany) {
		t.Errorf("joinSecret of too much = %v, want ErrTooMany", err)
	}
}
