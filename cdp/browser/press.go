package browser

import (
	"context"
	"errors"

	"browser-mcp/cdp"
)

// keyGuard is what js/guard.js says of a frame before a key is pressed.
type keyGuard struct {
	Focus   bool   `json:"focus"`   // the key would go here, or into a frame below
	Refused string `json:"refused"` // why it may not
}

// Press presses a key of a short list, without modifiers, where the focus of the tab is. The error wraps ErrBadKey for
// any other key, ErrTagged if an element that holds a secret has the focus and the key is none of Tab, Enter, Escape, and
// ErrSubmitOrigin if Enter could send a form that holds a secret to an origin where that may not go.
func (t *Tab) Press(ctx context.Context, name string) (Effect, error) {
	k, ok := namedKeys[name]
	if !ok {
		return Effect{}, ErrBadKey
	}
	session, err := t.guardKey(ctx, name)
	if err != nil {
		return Effect{}, err
	}
	watch := t.watchEffects()
	if err := t.strokes(ctx, session, k); err != nil {
		return Effect{}, err
	}
	return watch.wait(ctx, session)
}

// guardKey asks every frame whether a key may be pressed. The focus is in one of those that say so; where none does, as
// in a window behind others, all count.
func (t *Tab) guardKey(ctx context.Context, name string) (*cdp.Session, error) {
	ctx, cancel := context.WithTimeout(ctx, worldTimeout)
	defer cancel()
	var refused, refusedBehind error
	focused := false
	frames := t.frameList()
	for _, f := range frames {
		w, err := t.world(ctx, f)
		var guard keyGuard
		if err == nil {
			err = w.call(ctx, "guardKey", name, &guard)
		}
		if staleOnly(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if guard.Refused != "" {
			refusedBehind = outcomeError(guard.Refused)
			if guard.Focus {
				refused = refusedBehind
			}
		}
		focused = focused || guard.Focus
	}
	if !focused {
		refused = errors.Join(refused, refusedBehind)
	}
	return frames[0].session, refused
}

// SelectOption chooses options of a select by value or by label; a select that takes several gets exactly these. The
// error wraps ErrNoOption if one is not there, ErrTagged if what is chosen is a secret, and ErrNotFillable for any other
// element.
func (t *Tab) SelectOption(ctx context.Context, uid UID, values []string) (Effect, error) {
	if len(values) == 0 || len(values) > maxOptions {
		return Effect{}, ErrNoOption
	}
	e, err := t.element(uid)
	if err != nil {
		return Effect{}, err
	}
	watch := t.watchEffects()
	var word string
	if err := e.world.call(ctx, "select", map[string]any{"node": e.node, "values": values}, &word); err != nil {
		return Effect{}, err
	}
	if err := outcomeError(word); err != nil {
		return Effect{}, err
	}
	return watch.wait(ctx, e.world.session)
}
