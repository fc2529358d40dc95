package vault

import (
	"slices"
	"strings"
)

// Reason is why a destination was refused; "" if it was not. Reasons are stable and safe to
// show to the agent.
type Reason string

// check is one rule of the decision; fails says that it is broken.
type check struct {
	reason Reason
	fails  func(*decision) bool
}

// checks are the rules in the order in which the first broken one wins (secure-browser,
// section 5.6; the last two are threats rules 9 and 23).
var checks = []check{
	{"request_invalid", (*decision).requestInvalid},
	{"no_targets", (*decision).noTargets},
	{"mixed_keyed_targets", (*decision).mixedKeys},
	{"duplicate_target", (*decision).duplicateTarget},
	{"binding_invalid", func(d *decision) bool { return d.state == Invalid || d.ref.State == Invalid }},
	{"unbound_secret", func(d *decision) bool { return d.state != Bound }},
	{"unkeyed_target_for_field_binding", each(unkeyedForFields)},
	{"unknown_field_key", each(unknownKey)},
	{"observation_invalid", (*decision).observationInvalid},
	{"top_level_origin_mismatch", (*decision).topOriginMismatch},
	{"target_not_observed", each(notObserved)},
	{"observation_inconsistent", each(inconsistent)},
	{"unsupported_document_scheme", each(unsupportedScheme)},
	{"opaque_origin", each(opaqueOrigin)},
	{"frame_binding_required", each(frameBindingRequired)},
	{"frame_origin_mismatch", each(frameOriginMismatch)},
	{"unbound_intermediate_frame", each(unboundIntermediate)},
	{"frame_bound_top_level_target", each(frameBoundTop)},
	{"url_pattern_mismatch", each(patternMismatch)},
	{"unsupported_shadow_root", each(unsupportedShadow)},
	{"selector_evidence_missing", each(evidenceMissing)},
	{"selector_mismatch", each(selectorMismatch)},
	{"kind_mismatch", each(kindMismatch)},
	{"submit_origin_mismatch", each(submitOriginMismatch)},
}

// Decide says whether the reference may be filled into the targets as observed. It is a
// pure function: no clock, no store, and the properties are parsed again each time, so that
// nothing that was derived from them earlier can widen them.
func Decide(ref Reference, targets []Target, obs Observation) Reason {
	d := &decision{ref: ref, targets: targets, obs: obs}
	d.binding, d.state, _ = ParseBinding(ref.Properties)
	for _, t := range targets {
		for i, element := range t.elements() {
			seen, ok := obs.target(element)
			s := subject{key: t.Key, element: element, seen: seen, observed: ok, shared: seen.Document}
			if i > 0 {
				s.shared = d.subjects[len(d.subjects)-1].shared
			}
			d.subjects = append(d.subjects, s)
		}
	}
	for _, c := range checks {
		if c.fails(d) {
			return c.reason
		}
	}
	return ""
}

// Reasons lists every reason that Decide gives, in order.
func Reasons() []Reason {
	var reasons []Reason
	for _, c := range checks {
		reasons = append(reasons, c.reason)
	}
	return reasons
}

type decision struct {
	ref      Reference
	binding  Binding
	state    BindingState
	targets  []Target
	obs      Observation
	subjects []subject
}

// subject is one element of the request with what was seen of it.
type subject struct {
	key, element string
	seen         TargetObservation
	observed     bool
	shared       Document // of the first element that has the same value
}

// each makes a rule for the request of a rule for one element.
func each(fails func(*decision, subject) bool) func(*decision) bool {
	return func(d *decision) bool {
		return slices.ContainsFunc(d.subjects, func(s subject) bool { return fails(d, s) })
	}
}

// requestInvalid bounds the request before anything is looked up for it.
func (d *decision) requestInvalid() bool {
	if len(d.targets) > maxTargets {
		return true
	}
	return slices.ContainsFunc(d.targets, func(t Target) bool {
		bothOrNeither := (t.Element == "") == (len(t.Elements) == 0)
		return bothOrNeither || len(t.Elements) > maxElements || len(t.Key) > maxFieldKey ||
			slices.ContainsFunc(t.elements(), func(e string) bool { return !validHandle(e) })
	})
}

// noTargets is no request at all; the reference took an empty list for one.
func (d *decision) noTargets() bool { return len(d.targets) == 0 }

// mixedKeys compares all with the first: keys everywhere or nowhere.
func (d *decision) mixedKeys() bool {
	return slices.ContainsFunc(d.targets, func(t Target) bool { return (t.Key == "") != (d.targets[0].Key == "") })
}

// duplicateTarget refuses one element twice, under one key or two: the second write would
// destroy the first.
func (d *decision) duplicateTarget() bool {
	seen := map[string]bool{}
	return slices.ContainsFunc(d.subjects, func(s subject) bool {
		again := seen[s.element]
		seen[s.element] = true
		return again
	})
}

// unkeyedForFields holds whatever sbm:selector says beside sbm:fields: the whole JSON text
// would land in the field.
func unkeyedForFields(d *decision, s subject) bool {
	return s.key == "" && len(d.binding.Fields) > 0
}

// unknownKey asks the binding and not the payload, which is not there yet.
func unknownKey(d *decision, s subject) bool {
	_, known := d.binding.Fields[s.key]
	return s.key != "" && !known
}

// observationInvalid refuses what no browser reports, such as one element twice.
func (d *decision) observationInvalid() bool {
	elements := map[string]bool{}
	for _, t := range d.obs.Targets {
		if elements[t.Element] || len(t.Chain) > maxFrames {
			return true
		}
		elements[t.Element] = true
	}
	return d.obs.Tab == "" || d.obs.TopURL == "" || d.obs.TopOrigin == "" || d.obs.Top == Document{}
}

// topOriginMismatch computes the origin from the URL. A top document that is sandboxed has
// the origin "null" instead, which opaqueOrigin refuses; one with a third origin is refused
// here.
func (d *decision) topOriginMismatch() bool {
	origin, _, ok := splitURL(d.obs.TopURL)
	effective := d.obs.TopOrigin
	return !ok || origin != d.binding.Origin || effective != opaque && effective != d.binding.Origin
}

// isWeb is the scheme alone; whether the rest is an origin is decided elsewhere.
func isWeb(url string) bool {
	return strings.HasPrefix(url, "https://") || strings.HasPrefix(url, "http://")
}
