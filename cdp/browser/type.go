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

// typeStart is what js/typing.js says of an element that is about to be typed into.
type typeStart struct {
	Outcome  string `json:"outcome"`
	Password bool   `json:"password"`
	Lines    bool   `json:"lines"` // takes line breaks
	Set      bool   `json:"set"`   // the value was set, for it cannot be typed
}

// Type types the agent's own text into an element, behind what is in it. The error wraps ErrTagged if it holds a secret
// and is not cleared, ErrNotFillable if it takes no text, ErrFocusLost if the page moves the focus away at once.
func (t *Tab) Type(ctx context.Context, uid UID, text string, o TypeOptions) (TypeResult, error) {
	if len(text) > maxTyped {
		return TypeResult{}, fmt.Errorf("%w: text of %d bytes, limit %d", ErrTooMany, len(text), maxTyped)
	}
	e, err := t.element(uid)
	if err != nil {
		return TypeResult{}, err
	}
	var start typeStart
	argument := map[string]any{"node": e.node, "clear": o.Clear, "text": text}
	if err := e.world.call(ctx, "startTyping", argument, &start); err != nil {
		return TypeResult{}, err
	}
	result := TypeResult{PasswordField: start.Password}
	if err := outcomeError(start.Outcome); err != nil {
		return result, err
	}
	watch := t.watchEffects()
	if !start.Set {
		if err := t.stroke(ctx, e.world.session, text, start.Lines); err != nil {
			return result, err
		}
		if err := e.world.call(ctx, "endTyping", argument, nil); err != nil && !staleOnly(err) {
			return result, err
		}
	}
	if o.Submit {
		if err := t.submit(ctx, e); err != nil {
			return result, err
		}
	}
	result.Effect, err = watch.wait(ctx, e.world.session)
	return result, err
}

// submit presses Enter in an element, unless that could send a secret where it may not go.
func (t *Tab) submit(ctx context.Context, e element) error {
	var word string
	if err := e.world.call(ctx, "submitFrom", map[string]any{"node": e.node}, &word); err != nil {
		return err
	}
	if err := outcomeError(word); err != nil {
		return err
	}
	return t.strokes(ctx, e.world.session, namedKeys["Enter"])
}

// stroke types text key by key, as pages expect it; long texts, and characters that no key types, are inserted. The
// focus was there when the page answered, before the first of these events is sent.
func (t *Tab) stroke(ctx context.Context, s *cdp.Session, text string, lines bool) error {
	if !lines {
		text = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ").Replace(text)
	}
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
