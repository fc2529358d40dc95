package browser

import (
	"context"

	"browser-mcp/cdp"
)

// An aim is where js/pointer.js says that a press reaches an element.
type aim struct {
	Refused string  `json:"refused"`
	Done    bool    `json:"done"` // nothing is to be pressed
	DOM     bool    `json:"dom"`  // no point can be hit
	X       float64 `json:"x"`
	Y       float64 `json:"y"`
}

// Click presses an element with the mouse, after it was brought into view, and waits for a navigation that this starts.
// An element that no point reaches gets the click of its own method. On an element that holds a secret it only moves
// the focus. The error wraps ErrTagged for a tagged box or button that a click would change, and ErrSubmitOrigin if the
// click would send a form that holds a secret to an origin where that may not go.
func (t *Tab) Click(ctx context.Context, uid UID) (Effect, error) {
	e, err := t.element(uid)
	if err != nil {
		return Effect{}, err
	}
	at, err := t.aimAt(ctx, e)
	if err != nil {
		return Effect{}, err
	}
	if at.Refused != "" {
		return Effect{}, outcomeError(at.Refused)
	}
	if at.Done {
		return Effect{}, nil
	}
	watch := t.watchEffects()
	if at.DOM {
		err = t.pressDirectly(ctx, e)
	} else {
		err = t.press(ctx, e.world.session, at)
	}
	if err != nil {
		return Effect{}, err
	}
	return watch.wait(ctx, e.world.session)
}

// aimAt finds the point to press, in the viewport of the element's session.
func (t *Tab) aimAt(ctx context.Context, e element) (aim, error) {
	var at aim
	err := e.world.call(ctx, "aim", map[string]any{"node": e.node}, &at)
	f := e.world.frame
	if err != nil || at.Refused != "" || at.Done || at.DOM || f.parent == nil || f.parent.session.ID() != f.session.ID() {
		return at, err
	}
	return e.world.outward(ctx, at)
}

// outward turns a point of a frame that lives in its parent's process into one of that process's outermost frame. The
// browser says where the frame's own element is painted there, the frame where it is for itself.
func (w *world) outward(ctx context.Context, at aim) (aim, error) {
	root := w.invocation("root", nil)
	root.ReturnByValue = false
	evaluated, err := w.session.RuntimeCallFunctionOn(ctx, root)
	if err != nil || evaluated.Result.ObjectID == "" {
		return at, w.lost(err)
	}
	var quads struct {
		Quads []cdp.Quad `json:"quads"`
	}
	object := map[string]any{"objectId": evaluated.Result.ObjectID}
	painted := w.session.Start(ctx, "DOM.getContentQuads", object)
	defer func() { w.session.Start(ctx, "Runtime.releaseObject", object).Forget() }()
	var own struct{ X, Y, Width, Height float64 }
	if err := w.call(ctx, "corner", nil, &own); err != nil {
		return at, err
	}
	if err := painted.Wait(ctx, &quads); err != nil || len(quads.Quads) == 0 || len(quads.Quads[0]) != 8 {
		at.DOM = true // not painted
		return at, nil
	}
	q := quads.Quads[0]
	if own.Width > 0 && own.Height > 0 { // corners in order: top left, top right, bottom right, bottom left
		right, down := (at.X-own.X)/own.Width, (at.Y-own.Y)/own.Height
		at.X = q[0] + right*(q[2]-q[0]) + down*(q[6]-q[0])
		at.Y = q[1] + right*(q[3]-q[1]) + down*(q[7]-q[1])
	}
	return at, nil
}

// press sends the three events of a click together.
func (t *Tab) press(ctx context.Context, s *cdp.Session, at aim) error {
	moved := s.InputDispatchMouseEvent(ctx, cdp.MouseEvent{Type: "mouseMoved", X: at.X, Y: at.Y})
	down := s.InputDispatchMouseEvent(ctx, cdp.MouseEvent{Type: "mousePressed", X: at.X, Y: at.Y, Button: "left", Buttons: 1, ClickCount: 1})
	up := s.InputDispatchMouseEvent(ctx, cdp.MouseEvent{Type: "mouseReleased", X: at.X, Y: at.Y, Button: "left", ClickCount: 1})
	for _, event := range []*cdp.Pending{moved, down, up} {
		if err := event.Wait(ctx, nil); err != nil && !staleOnly(t.worldError(err)) { // the click may have closed the page
			return t.worldError(err)
		}
	}
	return nil
}

// pressDirectly calls the element's own click, as a person's: pages open windows only then.
func (t *Tab) pressDirectly(ctx context.Context, e element) error {
	call := e.world.invocation("pressDirectly", map[string]any{"node": e.node})
	call.UserGesture = true
	var a answer
	if err := e.world.wait(ctx, e.world.session.Start(ctx, "Runtime.callFunctionOn", call), &a); err != nil {
		return e.world.lost(err)
	}
	var word string
	if err := e.world.read(a, &word); err != nil {
		return err
	}
	return outcomeError(word)
}
