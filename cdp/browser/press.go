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

// guardKey asks every frame whether a key may be pressed, and returns the session to press it in. The focus is in one of
// those that say so; where none does, as in a window behind others, all count.
func (t *Tab) guardKey(ctx context.Context, name string) (*cdp.Session, error) {
	ctx, cancel := context.WithTimeout(ctx, worldTimeout)
	defer cancel()
	frames := t.frameList()
	worlds := make([]*world, 0, len(frames))
	asked := make([]*cdp.Pending, 0, len(frames))
	for _, f := range frames {
		w, err := t.world(ctx, f)
		if staleOnly(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		worlds = append(worlds, w)
		asked = append(asked, w.start(ctx, "guardKey", name))
	}
	var focused bool
	var refused, refusedBehind error
	for i, w := range worlds {
		var guard keyGuard
		if err := w.finish(ctx, asked[i], &guard); err != nil && !staleOnly(err) {
			return nil, err
		}
		if guard.Refused != "" {
			refusedBehind = outcomeError(guard.Refused)
		}
		if guard.Focus {
			focused = true
			refused = errors.Join(refused, outcomeError(guard.verdict()))
		}
	}
	if !focused {
		refused = refusedBehind
	}
	return frames[0].session, refused
}

func (g keyGuard) verdict() string {
	if g.Refused == "" {
		return "ok"
	}
	return g.Refused
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
	choosing := e.world.start(ctx, "select", map[string]any{"node": e.node, "values": values})
	effect, err := watch.wait(ctx, e.world.session) // asks behind the choice, not after it
	var word string
	if failed := e.world.finish(ctx, choosing, &word); failed != nil {
		return effect, failed
	}
	if failed := outcomeError(word); failed != nil {
		return effect, failed
	}
	return effect, err
}
