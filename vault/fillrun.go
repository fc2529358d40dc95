package vault

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// fillRun is one fill under way.
type fillRun struct {
	filler  *Filler
	request FillRequest
	event   AuditEvent
	ref     Reference
	first   Observation // what the fill was decided on
	values  map[string]*Secret

	written, unverified []string
	touched             []string // elements that may hold something
}

// exclusively wants the browser context for this fill alone.
func (f *fillRun) exclusively(ctx context.Context) error {
	if !f.filler.enter(f.request.Redactor) {
		return &Refusal{Code: codeBusy}
	}
	defer f.filler.leave(f.request.Redactor)
	return f.do(ctx)
}

// do keeps the payload open only as long as it is needed: every way out wipes it.
func (f *fillRun) do(ctx context.Context) error {
	if err := f.allow(ctx); err != nil {
		return err
	}
	f.event.Event = AuditFill
	f.audit()
	payload, err := f.export(ctx)
	if err != nil {
		return err
	}
	err = f.fill(ctx, payload)
	return errors.Join(err, payload.Close())
}

// allow is everything that is checked before the store is asked for the value.
func (f *fillRun) allow(ctx context.Context) (err error) {
	r := f.request
	if f.ref, err = f.filler.reference(ctx, r.Secret); err != nil {
		return err
	}
	f.event.Secret = r.Secret
	for _, t := range r.Targets[:min(len(r.Targets), maxTargets)] {
		f.event.Keys = append(f.event.Keys, cut(t.Key, maxFieldKey))
	}
	// A request that contradicts itself or the binding needs no look at the page: the empty
	// observation breaks no rule before observation_invalid.
	if reason := Decide(f.ref, r.Targets, Observation{}); reason != "observation_invalid" {
		return denied(reason)
	}
	if f.first, err = f.observe(ctx, r.Targets); err != nil {
		return err
	}
	if err := f.check(r.Targets, f.first); err != nil {
		return err
	}
	if f.ref.Approval != ApproveNone {
		return &Refusal{Code: codeApprovalFailed, Reason: "approval_mode_unsupported"}
	}
	return nil
}

// check is what must hold before the export and again before each write.
func (f *fillRun) check(targets []Target, obs Observation) error {
	if reason := Decide(f.ref, targets, obs); reason != "" {
		return denied(reason)
	}
	for _, seen := range obs.Targets {
		f.event.Tab, f.event.TopOrigin, f.event.FrameOrigin = obs.Tab, obs.TopOrigin, seen.frame().Origin
		if f.request.Redactor.Scripted(obs.TopOrigin) || f.request.Redactor.Scripted(seen.frame().Origin) {
			return &Refusal{Code: codeDocumentScripted}
		}
		if !seen.Field.fillable() {
			return &Refusal{Code: codeElementNotFillable}
		}
		if f.filler.locked(f.ref.ID, seen.Document) {
			return &Refusal{Code: codeFillIncomplete, Reason: "locked"}
		}
	}
	return nil
}

// observe asks for exactly the evidence that the decision needs.
func (f *fillRun) observe(ctx context.Context, targets []Target) (Observation, error) {
	var probes []Probe
	for _, t := range targets {
		for _, element := range t.elements() {
			probes = append(probes, Probe{Element: element, Selectors: f.selectors(t.Key)})
		}
	}
	obs, err := f.request.Page.Observe(ctx, probes)
	if err != nil {
		return Observation{}, fmt.Errorf("observing the targets: %w", err)
	}
	return obs, nil
}

// selectors reads the properties again, as the decision does.
func (f *fillRun) selectors(key string) []string {
	b, _, _ := ParseBinding(f.ref.Properties)
	if selector := b.selector(key); selector != "" {
		return []string{selector}
	}
	return nil
}

// export keeps a backend's own words for the journal.
func (f *fillRun) export(ctx context.Context) (*Payload, error) {
	payload, err := f.filler.Store.Export(ctx, f.ref.ID)
	switch {
	case errors.Is(err, ErrUnknownSecret):
		return nil, &Refusal{Code: codeUnknownSecret, Err: err}
	case errors.Is(err, ErrPayload):
		return nil, &Refusal{Code: codePayloadInvalid, Err: err}
	case err != nil:
		return nil, &Refusal{Code: codeBackendError, Err: fmt.Errorf("exporting: %w", err)}
	}
	return payload, nil
}

// fill registers the values, then writes them one after the other. If one cannot be
// written, those before it are cleared.
func (f *fillRun) fill(ctx context.Context, payload *Payload) error {
	if err := f.takeValues(payload); err != nil {
		return &Refusal{Code: codePayloadInvalid, Err: err}
	}
	if err := f.register(); err != nil {
		return err
	}
	if err := f.request.Page.Record(ctx, f.origins()); err != nil {
		return fmt.Errorf("recording what stands in the page: %w", err)
	}
	for _, t := range f.request.Targets {
		if err := f.write(ctx, t); err != nil {
			return f.undo(ctx, err)
		}
	}
	return nil
}

// takeValues finds the value of each target and holds it against what can be filled.
func (f *fillRun) takeValues(payload *Payload) (err error) {
	f.values = payload.Parts
	switch {
	case f.request.Targets[0].Key == "":
		if payload.Single == nil {
			return fmt.Errorf("%w: several parts for a single value", ErrPayload)
		}
		f.values = map[string]*Secret{"": payload.Single}
	case payload.Parts == nil && payload.Single != nil:
		if payload.Parts, err = SplitFields(payload.Single); err != nil { // closed with the payload
			return err
		}
		f.values = payload.Parts
	}
	for _, t := range f.request.Targets {
		value, ok := f.values[t.Key]
		if !ok || value == nil {
			return fmt.Errorf("%w: a key that was asked for is missing", ErrPayload)
		}
		if err := CheckValue(value, f.takesLines(t)); err != nil {
			return err
		}
	}
	return nil
}

// takesLines wants a textarea for every element: anywhere else a line break becomes a space,
// or submits.
func (f *fillRun) takesLines(t Target) bool {
	return !slices.ContainsFunc(t.elements(), func(element string) bool {
		seen, _ := f.first.target(element)
		return !seen.Field.TextArea
	})
}

// register makes every value known to the redactor before any of them is written.
func (f *fillRun) register() error {
	r := f.request
	for _, t := range r.Targets {
		seen, _ := f.first.target(t.elements()[0])
		err := r.Redactor.Register(r.Owner, f.ref.ID, t.Key, f.ref.Kind, f.ref.class(t.Key), seen.frame().Origin, f.values[t.Key])
		switch {
		case errors.Is(err, ErrTooMany):
			return &Refusal{Code: codeTooMany, Err: err}
		case err != nil:
			return &Refusal{Code: codeInternalError, Err: fmt.Errorf("registering before the write: %w", err)}
		}
	}
	return nil
}

// origins lists those of the documents to be filled, each once.
func (f *fillRun) origins() (origins []string) {
	for _, seen := range f.first.Targets {
		if origin := seen.frame().Origin; !slices.Contains(origins, origin) {
			origins = append(origins, origin)
		}
	}
	return origins
}

// finish writes the last line of the fill, which every fill has.
func (f *fillRun) finish(err error) {
	f.event.Event = AuditFilled
	if err != nil {
		f.event.Event, f.event.Code = AuditRefused, codeInternalError
		if refusal, ok := errors.AsType[*Refusal](err); ok {
			f.event.Code, f.event.Reason = refusal.Code, refusal.Reason
		}
	}
	f.audit()
}

// audit is called before an effect, or once nothing more will happen.
func (f *fillRun) audit() {
	f.event.Written = f.written
	if f.filler.Audit != nil {
		f.filler.Audit(f.event)
	}
}

// locked says whether a human must act first (threats N6).
func (f *Filler) locked(id SecretID, document Document) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.attempts.locked(id, document)
}

// incomplete counts across contexts: the page that learns from attempts is the same one.
func (f *Filler) incomplete(id SecretID, document Document) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attempts.add(id, document)
}
