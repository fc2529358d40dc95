package browser

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"browser-mcp/cdp"
)

// TypeOptions say how text is typed.
type TypeOptions struct {
	Clear  bool // empty the element first
	Submit bool // press Enter afterwards
}

// A TypeResult is what typing led to.
type TypeResult struct {
	PasswordField bool // the text went where a secret should have been filled
	Effect
}

// typeOrder and typeAnswer are those of js/typing.js.
type typeOrder struct {
	Node   int    `json:"node"`
	Text   string `json:"text"`
	Clear  bool   `json:"clear"`
	Submit bool   `json:"submit"`
}

type typeAnswer struct {
	Outcome  string `json:"outcome"`
	Password bool   `json:"password"`
	Keys     bool   `json:"keys"` // the focus is there, the text is not: it is to be typed by the keyboard
}

// Type types the agent's own text into an element, behind what is in it. The error wraps ErrTagged if it holds a secret
// and is not cleared, ErrNotFillable if it takes no text, ErrFocusLost if the page moves the focus away, and
// ErrSubmitOrigin if Enter could send a form that holds a secret to an origin where that may not go.
//
// Fields are typed into in one task of their document; what the page may know better, editors and elements of its own
// making, by real keys.
func (t *Tab) Type(ctx context.Context, uid UID, text string, o TypeOptions) (TypeResult, error) {
	if len(text) > maxTyped {
		return TypeResult{}, fmt.Errorf("%w: text of %d bytes, limit %d", ErrTooMany, len(text), maxTyped)
	}
	e, err := t.element(uid)
	if err != nil {
		return TypeResult{}, err
	}
	order := typeOrder{Node: e.node, Text: text, Clear: o.Clear, Submit: o.Submit}
	watch := t.watchEffects()
	typing := e.world.start(ctx, "type", order)
	var result TypeResult
	if !o.Submit {
		result.Effect, err = watch.wait(ctx, e.world.session) // asks behind the typing, not after it
	}
	var answer typeAnswer
	if failed := e.world.finish(ctx, typing, &answer); failed != nil {
		return result, failed
	}
	result.PasswordField = answer.Password
	if failed := outcomeError(answer.Outcome); failed != nil {
		return result, failed
	}
	if answer.Keys {
		err = t.typeByKeys(ctx, e.world, order)
	}
	if err == nil && o.Submit {
		err = t.strokes(ctx, e.world.session, namedKeys["Enter"])
	}
	if err == nil && (answer.Keys || o.Submit) {
		result.Effect, err = watch.wait(ctx, e.world.session)
	}
	return result, err
}

// typeByKeys types by the keyboard. The focus was there when the page answered, before the first key is sent.
func (t *Tab) typeByKeys(ctx context.Context, w *world, order typeOrder) error {
	if err := t.stroke(ctx, w.session, order.Text); err != nil {
		return err
	}
	var word string
	if err := w.call(ctx, "endTyping", order, &word); err != nil {
		return err
	}
	return outcomeError(word)
}

// stroke types text key by key, as pages expect it; long texts, and characters that no key types, are inserted.
func (t *Tab) stroke(ctx context.Context, s *cdp.Session, text string) error {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if utf8.RuneCountInString(text) > maxKeyed {
		return t.worldError(s.InputInsertText(ctx, text))
	}
	var keys []key
	for _, r := range text {
		switch {
		case r == '\n':
			keys = append(keys, namedKeys["Enter"])
		case r < 0x80 && unicode.IsPrint(r):
			keys = append(keys, characterKey(r))
		default:
			keys = append(keys, key{text: string(r)})
		}
	}
	return t.strokes(ctx, s, keys...)
}

// strokes sends key strokes, a bounded number of events at a time.
func (t *Tab) strokes(ctx context.Context, s *cdp.Session, keys ...key) error {
	var waiting []*cdp.Pending
	for _, k := range keys {
		if k.name == "" {
			waiting = append(waiting, s.Start(ctx, "Input.insertText", map[string]any{"text": k.text}))
		} else {
			for _, event := range k.events() {
				waiting = append(waiting, s.InputDispatchKeyEvent(ctx, event))
			}
		}
		if len(waiting) >= maxPressed {
			if err := t.drain(ctx, waiting); err != nil {
				return err
			}
			waiting = waiting[:0]
		}
	}
	return t.drain(ctx, waiting)
}

// drain waits for events. One that ends its page, as Enter may, is not a failure.
func (t *Tab) drain(ctx context.Context, events []*cdp.Pending) error {
	var failed error
	for _, event := range events {
		if err := t.worldError(event.Wait(ctx, nil)); err != nil && !staleOnly(err) && failed == nil {
			failed = err
		}
	}
	return failed
}
