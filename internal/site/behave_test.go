package site_test

import (
	"testing"

	"browser-mcp/internal/site"
)

// TestPagesBehave types into the pages that do something of their own and looks at what they made of it. A fixture
// that does not do its mischief proves nothing about those who withstand it.
func TestPagesBehave(t *testing.T) {
	s := site.New(t)
	b, page := open(t)
	for _, test := range []struct {
		path  string
		focus string // script that puts the focus where the text goes
		text  string
		look  string // script whose value is the outcome
		want  string
	}{
		{"/formatting/grouped.html", "number.focus()", "4242424242424242", "number.value", "4242 4242 4242 4242"},
		{"/formatting/blur.html", "number.focus()", "4242424242424242", "number.blur(), number.value", "4242 4242 4242 4242"},
		{"/formatting/recreate.html", "number.focus()", "42424242", "number.blur(), summary.value + '|' + pay.textContent + '|' + document.getElementById('number').value",
			"4242 4242|Pay with 4242 4242|4242 4242"},
		{"/formatting/expiry.html", "expiry.focus()", "1234", "expiry.value", "12 / 34"},
		{"/formatting/phone.html", "phone.focus()", "5551234567", "phone.value", "(555) 123-4567"},
		{"/formatting/iban.html", "iban.focus()", "de89370400440532013000", "iban.value", "DE89 3704 0044 0532 0130 00"},
		{"/formatting/upper.html", "code.focus()", "abc", "code.value", "ABC"},
		{"/formatting/bullets.html", "shown.focus()", "0420", "shown.value + pin.value", "••••0420"},
		{"/formatting/revert.html", "customer.focus()", "no", "customer.value", "C-1"},
		{"/framework/controlled.html", "password.focus()", "typed", "password.value + state.password", "typedtyped"},
		{"/framework/controlled.html", "password.value = 'set', password.dispatchEvent(new Event('input')), go.focus()", "",
			"password.value + '|' + state.password", "|"},
		{"/framework/remount.html", "window.old = password, password.focus()", "typed", "(old === password) + password.value + state.password", "falsetypedtyped"},
		{"/framework/trusted.html", "password.focus()", "typed", "String(go.disabled)", "false"},
		{"/framework/trusted.html", "password.dispatchEvent(new Event('input')), go.focus()", "", "String(go.disabled)", "true"},
		{"/framework/touched.html", "password.focus()", "", "password.blur(), message.textContent", "Password is required."},
		{"/framework/formatted.html", "username.focus()", "ADA", "username.value + state.username", "adaada"},
		{"/editable/code.html", "getSelection().selectAllChildren(editor), editor.focus()", "new", "model + '|' + editor.textContent", "new|new"},
		{"/editable/code.html", "editor.textContent = 'set', editor.focus()", "", "new Promise(r => setTimeout(() => r(editor.textContent)))", "old text"},
		{"/editable/rich.html", "getSelection().selectAllChildren(editor), editor.focus()", "new", "editor.innerText + editor.children[0].tagName", "newP"},
		{"/focus/handler.html", "password.focus()", "stray", "password.value + '|' + comment.value", "|stray"},
		{"/focus/beforeinput.html", "password.focus()", "stray", "password.value + '|' + comment.value", "|stray"},
		{"/focus/delegate.html", "document.querySelector('x-password').shadowRoot.firstChild.focus()", "stray", "comment.value", "stray"},
		{"/inner/blank.html", "frame.contentDocument.getElementById('number').focus()", "42", "frame.contentDocument.getElementById('number').value", "42"},
		{"/shadow/closed.html", "0", "", "String(document.querySelector('x-login').shadowRoot)", "null"},
		{"/shadow/open.html", "document.querySelector('x-login').shadowRoot.getElementById('password').focus()", "typed",
			"document.querySelector('x-login').shadowRoot.getElementById('password').value", "typed"},
		{"/shadow/associated.html", "document.querySelector('x-password').shadowRoot.getElementById('password').focus()", "typed",
			"new FormData(document.forms[0]).get('password')", "typed"},
		{"/hostile/?patch=value,matches,active,rect", "decoy.focus()", "", "[password.value, password.matches('a'), document.activeElement.id, decoy.getBoundingClientRect().width].join()",
			"a lie,true,decoy,0"},
		{"/autocomplete/wrong.html", "0", "", "document.querySelector('[autocomplete=one-time-code]').type", "password"},
		{"/checkout/accordion.html?ms=0", "card.click()", "", "new Promise(r => setTimeout(() => r(document.querySelectorAll('input').length + ''), 1))", "3"},
		{"/checkout/save.html", "save.click()", "", "String(phone.required)", "false"},
		{"/login/hidden.html", "next.click()", "typed", "password.value", "typed"},
	} {
		t.Run(test.path, func(t *testing.T) {
			if err := b.Navigate(page, s.Shop+test.path); err != nil {
				t.Fatal(err)
			}
			if err := b.Evaluate(page, test.focus, nil); err != nil {
				t.Fatal(err)
			}
			if test.text != "" {
				if err := b.Call(page, "Input.insertText", map[string]any{"text": test.text}, nil); err != nil {
					t.Fatal(err)
				}
			}
			var got string
			if err := b.Evaluate(page, test.look, &got); err != nil || got != test.want {
				t.Errorf("%s = %q, %v, want %q", test.look, got, err, test.want)
			}
		})
	}
}

func TestHostedFieldsPayAtProviderOnly(t *testing.T) {
	s := site.New(t)
	b, page := open(t)
	// The provider's own page holds the same frames, so that one script reaches into all of them.
	s.Page("/both", `<!doctype html><iframe src="/hosted/together.html"></iframe><iframe src="/hosted/controller.html"></iframe>
		<script>onmessage = event => { if (event.data === 'complete') frames[1].postMessage('pay', '*'); };</script>`)
	if err := b.Navigate(page, s.Pay+"/both"); err != nil {
		t.Fatal(err)
	}
	script := `for (const [name, value] of Object.entries({number: '4242424242424242', expiry: '1234', cvc: '123'})) {
		const field = frames[0].document.getElementById(name);
		field.value = value;
		field.dispatchEvent(new Event('input', {bubbles: true}));
	}`
	if err := b.Evaluate(page, script, nil); err != nil {
		t.Fatal(err)
	}
	got, err := s.AwaitPath(t.Context(), "POST", "/submit")
	if err != nil || got.Origin != s.Pay || got.Form().Get("number") != "4242424242424242" || got.Form().Get("cvc") != "123" {
		t.Errorf("payment = %+v, %v, want the card at %s", got, err, s.Pay)
	}
}

func TestWaysOutArrive(t *testing.T) {
	s := site.New(t)
	b, page := open(t)
	for _, way := range []struct{ button, method string }{
		{"json-evil", "POST"}, {"beacon-evil", "POST"}, {"pixel-evil", "GET"}, {"socket-evil", "WEBSOCKET"}, {"post-evil", "POST"}, {"get-evil", "GET"},
	} {
		t.Run(way.button, func(t *testing.T) {
			s.Forget()
			if err := b.Navigate(page, s.Shop+"/network/"); err != nil {
				t.Fatal(err)
			}
			mark := "mark of " + way.button
			if err := b.Evaluate(page, "value.value = '"+mark+"', document.getElementById('"+way.button+"').click()", nil); err != nil {
				t.Fatal(err)
			}
			_, err := s.Await(t.Context(), func(r site.Request) bool { return r.Method == way.method && r.Contains(mark) })
			if err != nil {
				t.Error(err)
			}
		})
	}
}

func TestRedirectLeavesWhenTold(t *testing.T) {
	s := site.New(t)
	b, page := open(t)
	left := func(r site.Request) bool { return r.Origin == s.Evil && r.Query == "left" }
	for _, when := range []string{"focus", "beforeinput", "timer", "fetch"} {
		s.Forget()
		url := s.Shop + "/redirect/?when=" + when
		if when == "focus" || when == "beforeinput" {
			if err := b.Navigate(page, url); err != nil {
				t.Fatal(err)
			}
			if err := b.Evaluate(page, "password.focus()", nil); err != nil {
				t.Fatal(err)
			}
			// The page that has left at the focus takes no text any more, and says so.
			b.Call(page, "Input.insertText", map[string]any{"text": "x"}, nil)
		} else if err := b.Call(page, "Page.navigate", map[string]any{"url": url}, nil); err != nil {
			t.Fatal(err) // these leave before they have loaded
		}
		if _, err := s.Await(t.Context(), left); err != nil {
			t.Errorf("when=%s: %v", when, err)
		}
	}
	s.Forget()
	if err := b.Navigate(page, s.Shop+"/redirect/?when=tell"); err != nil {
		t.Fatal(err)
	}
	if err := s.Tell(t.Context(), "leave"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Await(t.Context(), left); err != nil {
		t.Error(err)
	}
}

func TestFrameThiefTakesTheFocus(t *testing.T) {
	s := site.New(t)
	b, page := open(t)
	if err := b.Navigate(page, s.Shop+"/focus/frame.html"); err != nil {
		t.Fatal(err)
	}
	// The straightforward way, which the fixture exists to catch: focus, then insert. Sooner or later it goes astray.
	for range 500 {
		if err := b.Evaluate(page, "password.focus()", nil); err != nil {
			t.Fatal(err)
		}
		if err := b.Call(page, "Input.insertText", map[string]any{"text": "loot"}, nil); err != nil {
			t.Fatal(err)
		}
		if s.Received(s.Evil, "loot") {
			return
		}
	}
	t.Error("500 naive writes and not one was stolen")
}
