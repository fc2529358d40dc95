package browser

import (
	"context"
	"errors"
	"unicode/utf8"
)

// A keyLock says for which marker and origin writing by keys is closed: there it went wrong once (threats.md rule 26).
type keyLock struct{ marker, origin string }

func (c *Context) keyless(l keyLock) bool {
	c.hands.mu.Lock()
	defer c.hands.mu.Unlock()
	return c.hands.keyless[l]
}

func (c *Context) lockKeys(l keyLock) {
	c.hands.mu.Lock()
	defer c.hands.mu.Unlock()
	if c.hands.keyless == nil {
		c.hands.keyless = make(map[keyLock]bool)
	}
	c.hands.keyless[l] = true
}

// mayUseKeys says whether a field that took nothing may be written to by key events, between which the page runs
// (secure-browser 7.3, step 5b). No other frame may be there that could take the focus: none of another process, and
// none of another origin in this one.
func (t *Tab) mayUseKeys(outcome Outcome, o Write) bool {
	if outcome != OutcomeEmpty && outcome != OutcomeUnverifiable {
		return false
	}
	if t.context.keyless(keyLock{o.Marker, o.Origin}) || utf8.RuneCount(o.Value) > maxByKeys {
		return false
	}
	frames := t.frameList()
	for _, f := range frames {
		if f.session.ID() != frames[0].session.ID() || f.origin != o.Origin {
			return false
		}
	}
	return true
}

// writeByKeys types a value key by key. After each key the document is asked whether the focus and the content are what
// they have to be; the first time they are not, the field is emptied and this way is closed for the marker there.
func (t *Tab) writeByKeys(ctx context.Context, w *world, order writeOrder, o Write) (Outcome, error) {
	var outcome Outcome
	err := w.call(ctx, "startKeys", order, &outcome)
	for end := 0; err == nil && outcome == OutcomeOK && end < len(o.Value); {
		_, size := utf8.DecodeRune(o.Value[end:])
		character := o.Value[end : end+size]
		end += size
		if err = w.pressSecret(ctx, "keyDown", character); err == nil {
			err = w.pressSecret(ctx, "keyUp", nil)
		}
		if err == nil {
			err = w.callSecret(ctx, "checkKeys", order, o.Value[:end], &outcome)
		}
	}
	if err == nil && outcome == OutcomeOK {
		err = w.callSecret(ctx, "endKeys", order, o.Value, &outcome)
	}
	if err == nil && outcome == OutcomeOK {
		return outcome, nil
	}
	t.context.lockKeys(keyLock{o.Marker, o.Origin})
	if err == nil {
		err = t.unwriteByKeys(ctx, w, order)
	}
	if errors.Is(err, ErrStale) {
		return OutcomeStale, nil
	}
	if err == nil && outcome == OutcomeEmpty {
		outcome = OutcomePartial // something was typed, whatever the page made of it
	}
	return outcome, err
}

// unwriteByKeys takes back what was typed the way it was typed: an editor that ignores editing commands ignores those
// that empty it, too.
func (t *Tab) unwriteByKeys(ctx context.Context, w *world, order writeOrder) error {
	var outcome Outcome
	if err := w.call(ctx, "startKeys", order, &outcome); err != nil || outcome != OutcomeOK {
		return err
	}
	return t.strokes(ctx, w.session, namedKeys["Backspace"])
}
