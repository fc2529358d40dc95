package browser

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// A Write is one value and where it goes. It is made by whoever decided on an observation, and repeats what that said:
// the page must still be so in the moment of writing.
type Write struct {
	UID           UID
	Spread        []UID // further boxes over which the value is spread, in order
	Doc           Generation
	Origin        string   // the document's, as it sees itself
	URL           string   // the document's, of which origin and path must still be so; empty for any
	Selectors     []string // all of which the element must match
	SubmitOrigins []string // to which the form that owns the element may go
	Marker        string   // by which a snapshot calls the element from now on
	Separators    bool     // the page may group or space the value
	Value         []byte   // UTF-8 in locked memory of the caller's
}

// An Outcome is all that is told of a write: never a length, never which characters.
type Outcome string

// What can become of a write. The last six are what the check in the writing task found.
const (
	OutcomeOK           Outcome = "ok"
	OutcomePartial      Outcome = "partial"      // the field did not take the value; it was emptied
	OutcomeEmpty        Outcome = "empty"        // the field stayed empty
	OutcomeUnverifiable Outcome = "unverifiable" // the page took the value away
	OutcomeFocusLost    Outcome = "focus_lost"   // the page moved the focus, and nothing more was written
	OutcomeNotFillable  Outcome = "not_fillable"
	OutcomeStale        Outcome = "stale"
	OutcomeOrigin       Outcome = "origin"
	OutcomeSelector     Outcome = "selector"
	OutcomeSubmitOrigin Outcome = "submit_origin"
	OutcomeNoOption     Outcome = "no_option"
)

var outcomes = []Outcome{
	OutcomeOK, OutcomePartial, OutcomeEmpty, OutcomeUnverifiable, OutcomeFocusLost, OutcomeNotFillable, OutcomeStale,
	OutcomeOrigin, OutcomeSelector, OutcomeSubmitOrigin, OutcomeNoOption,
}

// writeOrder is the order of js/write.js.
type writeOrder struct {
	Nodes         []int    `json:"nodes"`
	Origin        string   `json:"origin"`
	URL           string   `json:"url"`
	Selectors     []string `json:"selectors"`
	SubmitOrigins []string `json:"submitOrigins"`
	Marker        string   `json:"marker"`
	Separators    bool     `json:"separators"`
}

// Write writes a value into an element, after the element was tagged, in one task of its document that also makes the
// last checks (secure-browser 7.3). What the page did in spite of it is the outcome; an error means that the page or the
// browser could not be asked. The value goes from the caller's memory through locked memory to the browser.
func (t *Tab) Write(ctx context.Context, o Write) (Outcome, error) {
	w, order, err := t.order(o)
	if errors.Is(err, ErrStale) {
		return OutcomeStale, nil
	}
	if err != nil {
		return "", err
	}
	var outcome Outcome
	err = w.callSecret(ctx, "write", order, o.Value, &outcome)
	switch {
	case errors.Is(err, ErrStale):
		return OutcomeStale, nil
	case err != nil:
		return "", err
	case !slices.Contains(outcomes, outcome):
		return "", scriptError{text: "unknown outcome"}
	}
	if len(order.Nodes) == 1 && t.mayUseKeys(outcome, o) {
		return t.writeByKeys(ctx, w, order, o)
	}
	return outcome, nil
}

// order resolves the elements of a write, which must all live in the observed document.
func (t *Tab) order(o Write) (*world, writeOrder, error) {
	order := writeOrder{
		Origin: o.Origin, URL: o.URL, Marker: o.Marker, Separators: o.Separators,
		Selectors: append([]string{}, o.Selectors...), SubmitOrigins: append([]string{}, o.SubmitOrigins...),
	}
	uids := append([]UID{o.UID}, o.Spread...)
	if len(uids) > maxTargets {
		return nil, order, fmt.Errorf("%w: %d boxes, limit %d", ErrTooMany, len(uids), maxTargets)
	}
	var w *world
	for _, uid := range uids {
		e, err := t.element(uid)
		if err != nil {
			return nil, order, err
		}
		if e.world.doc != o.Doc || (w != nil && e.world != w) {
			return nil, order, ErrStale
		}
		w = e.world
		order.Nodes = append(order.Nodes, e.node)
	}
	return w, order, nil
}

// Clear empties an element and leaves it tagged. The error wraps ErrNotFillable if it did not stay empty.
func (t *Tab) Clear(ctx context.Context, uid UID) error {
	return t.tell(ctx, uid, "clear", func(node int) any { return map[string]any{"node": node} })
}

// tell calls a method about one element that answers with a word.
func (t *Tab) tell(ctx context.Context, uid UID, method string, argument func(node int) any) error {
	e, err := t.element(uid)
	if err != nil {
		return err
	}
	var word string
	if err := e.world.call(ctx, method, argument(e.node), &word); err != nil {
		return err
	}
	return outcomeError(word)
}
