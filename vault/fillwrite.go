package vault

import (
	"context"
	"errors"
	"fmt"
)

// write checks one target again on the live page and writes it.
func (f *fillRun) write(ctx context.Context, t Target) error {
	obs, err := f.observe(ctx, []Target{t})
	if err != nil {
		return err
	}
	if err := f.check([]Target{t}, obs); err != nil {
		return err
	}
	seen, err := f.unchanged(t, obs)
	if err != nil {
		return err
	}
	// Before the write: from here on the document may hold the value, whatever is reported.
	frame := seen.frame()
	f.request.Redactor.Filled(Doc{Tab: obs.Tab, Frame: seen.Document.Frame, Loader: seen.Document.Loader, Origin: frame.Origin, Entry: obs.Entry}, f.ref.ID, t.Key)
	outcome, err := f.request.Page.Write(ctx, f.writeRequest(t, seen))
	if err != nil || outcome.written() {
		f.touched = append(f.touched, t.elements()...)
	}
	if err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	return f.settle(t, seen, outcome)
}

// unchanged wants the documents that the fill was decided on: a value never follows its
// element's name to another one.
func (f *fillRun) unchanged(t Target, obs Observation) (TargetObservation, error) {
	var seen TargetObservation
	for i, element := range t.elements() {
		before, _ := f.first.target(element)
		now, _ := obs.target(element)
		if obs.Top != f.first.Top || obs.Tab != f.first.Tab || now.Document != before.Document {
			return seen, &Refusal{Code: codeStaleElement}
		}
		if i == 0 {
			seen = now
		}
	}
	return seen, nil
}

// writeRequest gives the browser all that it checks again in the writing task.
func (f *fillRun) writeRequest(t Target, seen TargetObservation) WriteRequest {
	b, _, _ := ParseBinding(f.ref.Properties)
	origin := seen.frame().Origin
	return WriteRequest{
		Elements: t.elements(), Document: seen.Document, Origin: origin, URL: seen.frame().URL,
		Selectors: f.selectors(t.Key), SubmitOrigins: submitOrigins(b, origin),
		Marker: FilledMarker, Separators: f.ref.Kind.ForKey(t.Key).grouped(), Value: f.values[t.Key],
	}
}

// settle turns the outcome into what the fill reports.
func (f *fillRun) settle(t Target, seen TargetObservation, outcome Outcome) error {
	refusal := outcome.refusal(inFrame(subject{seen: seen}))
	if refusal == nil {
		f.written = append(f.written, t.name())
		if outcome == OutcomeUnverifiable {
			f.unverified = append(f.unverified, t.name())
		}
		return nil
	}
	if refusal.Code == codeFillIncomplete {
		f.filler.incomplete(f.ref.ID, seen.Document)
	}
	return refusal
}

// undo empties every element that may hold something. It goes on when the caller has given
// up, for a bounded time.
func (f *fillRun) undo(ctx context.Context, cause error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), clearTimeout)
	defer cancel()
	cleared := true
	// All of them, even after one could not be cleared.
	for _, element := range f.touched {
		if err := f.request.Page.Clear(ctx, element); err != nil {
			cleared = false
		}
	}
	refusal, ok := errors.AsType[*Refusal](cause)
	if !ok {
		if len(f.written) == 0 {
			return cause
		}
		refusal = &Refusal{Code: codeInternalError, Err: cause}
	}
	refusal.Written, refusal.Cleared = f.written, cleared && len(f.touched) > 0
	return refusal
}

// name is the key, and for a single value the element.
func (t Target) name() string {
	if t.Key != "" {
		return t.Key
	}
	return t.elements()[0]
}
