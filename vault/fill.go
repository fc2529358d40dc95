package vault

import (
	"context"
	"fmt"
	"sync"
)

// Page is the browser's side of a fill: one tab. An error of its methods is passed on with
// what was being done.
type Page interface {
	// Observe looks at the elements. One that is gone is left out.
	Observe(ctx context.Context, probes []Probe) (Observation, error)
	// Record notes which text stands in the context's documents of these origins, so that
	// what appears later is known to be fresh (threats N4).
	Record(ctx context.Context, origins []string) error
	// Write checks again and writes, in one task of the document.
	Write(ctx context.Context, w WriteRequest) (Outcome, error)
	// Clear empties an element.
	Clear(ctx context.Context, element string) error
}

// WriteRequest is one value for one element, or for several that share it. All that it
// demands is checked again in the task that writes.
type WriteRequest struct {
	Elements      []string // the first is the element, the others take what it leaves over
	Document      Document
	Origin        string   // effective origin of Document
	URL           string   // address of Document, of which the path must still be so
	Selectors     []string // that each element must match
	SubmitOrigins []string // where the owning form may be sent
	Marker        string   // shown in place of the value from now on
	Separators    bool     // the page may put separators into the value
	Value         *Secret
}

// FilledMarker stands where a filled element's value would. It names no reference, because
// whoever shares the browser context sees it (decision 2).
const FilledMarker = "[REDACTED:secret-filled-field]"

// Registry is the part of a [Redactor] that a fill needs. Both are one browser context's.
type Registry interface {
	Register(owner Owner, ref SecretID, key string, kind Kind, class Class, origin string, value *Secret) error
	Filled(doc Doc, ref SecretID, key string)
	Scripted(origin string) bool
}

var _ Registry = (*Redactor)(nil)

// FillRequest asks for one reference in some elements of one page.
type FillRequest struct {
	Owner    Owner
	Secret   SecretID
	Targets  []Target
	Page     Page
	Redactor Registry
}

// FillResult is a fill that wrote every target. Unverified lists those whose content could
// not be compared, in the terms of [Refusal].Written.
type FillResult struct {
	Filled              bool
	Written, Unverified []string
}

// Filler carries out fills. One serves the whole process, since it knows which contexts are
// being filled and which references are locked; it must not be copied. The zero value with
// a Store is ready.
type Filler struct {
	Store Store
	Audit func(AuditEvent) // called before the effect that it records; nil for none

	mu       sync.Mutex
	busy     map[Registry]bool
	attempts attempts
}

// Fill decides, exports, registers, writes and forgets (secure-browser, section 6). The
// error is a [*Refusal], or wraps what the page or the end of ctx gave. Nothing is exported
// for a fill that the binding, the page as first seen, or the approval mode refuses; what is
// found out later, by the value or by looking again, is refused with the value in hand.
func (f *Filler) Fill(ctx context.Context, r FillRequest) (FillResult, error) {
	run := &fillRun{filler: f, request: r, event: AuditEvent{Owner: r.Owner}}
	err := run.exclusively(ctx)
	run.finish(err)
	if err != nil {
		return FillResult{}, err
	}
	return FillResult{Filled: true, Written: run.written, Unverified: run.unverified}, nil
}

// Unlock lets a reference be used again after its incomplete fills. It is for a human to
// ask for, never an agent.
func (f *Filler) Unlock(id SecretID) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.attempts.forget(id)
}

// enter takes the context for one fill; a second one at the same time is refused rather
// than queued, because what it was to fill may be gone by then.
func (f *Filler) enter(context Registry) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.busy[context] {
		return false
	}
	if f.busy == nil {
		f.busy = map[Registry]bool{}
	}
	f.busy[context] = true
	return true
}

// leave drops the entry, so that contexts which are gone leave nothing behind.
func (f *Filler) leave(context Registry) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.busy, context)
}

// reference reads the list anew for each fill: what the agent saw of it decides nothing.
func (f *Filler) reference(ctx context.Context, id SecretID) (Reference, error) {
	if !id.valid() {
		return Reference{}, &Refusal{Code: codeUnknownSecret}
	}
	refs, err := f.Store.List(ctx)
	if err != nil {
		return Reference{}, &Refusal{Code: codeBackendError, Err: fmt.Errorf("listing references: %w", err)}
	}
	for _, ref := range refs {
		if ref.ID == id {
			return ref, nil
		}
	}
	return Reference{}, &Refusal{Code: codeUnknownSecret}
}
