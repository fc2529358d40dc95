package vault

import (
	"slices"
	"strings"
)

// opaque is how an opaque origin is serialized (HTML, section 7.1.1).
const opaque = "null"

// notObserved: the handle was of an earlier document, or never given out.
func notObserved(_ *decision, s subject) bool { return !s.observed }

// inconsistent refuses a chain that does not lead from the observed top document to the
// element's own, and one value over several documents.
func inconsistent(d *decision, s subject) bool {
	chain := s.seen.Chain
	if len(chain) == 0 || s.seen.frame().Document != s.seen.Document || s.seen.Document != s.shared {
		return true
	}
	top := chain[0]
	if top.Document != d.obs.Top || top.URL != d.obs.TopURL || top.Origin != d.obs.TopOrigin {
		return true
	}
	frames := map[string]bool{}
	return slices.ContainsFunc(chain, func(f FrameObservation) bool {
		again := frames[f.Document.Frame]
		frames[f.Document.Frame] = true
		return again || f.Document.Frame == "" || f.Document.Loader == "" || f.Origin == ""
	})
}

// unsupportedScheme refuses about:, srcdoc, data:, blob: and the like, also between the top
// and the element: such a document is whatever its creator wrote.
func unsupportedScheme(_ *decision, s subject) bool {
	return slices.ContainsFunc(s.seen.Chain, func(f FrameObservation) bool { return !isWeb(f.URL) })
}

// opaqueOrigin holds the whole chain to it: in a sandbox a document's address says nothing
// about who it is.
func opaqueOrigin(_ *decision, s subject) bool {
	return slices.ContainsFunc(s.seen.Chain, func(f FrameObservation) bool { return f.Origin == opaque })
}

// inFrame: the chain is the top document alone otherwise.
func inFrame(s subject) bool { return len(s.seen.Chain) > 1 }

// frameBindingRequired covers frames of the top's own origin too: the page that a user sees
// in the address bar need not be the one that put the frame there.
func frameBindingRequired(d *decision, s subject) bool {
	return inFrame(s) && d.binding.FrameOrigin == ""
}

// frameOriginMismatch wants both the frame's effective origin and its URL's.
func frameOriginMismatch(d *decision, s subject) bool {
	frame := s.seen.frame()
	fromURL, _, _ := splitURL(frame.URL)
	return inFrame(s) && (frame.Origin != d.binding.FrameOrigin || fromURL != d.binding.FrameOrigin)
}

// unboundIntermediate refuses a third party's frame around the bound one: it could cover it,
// and decides where it is.
func unboundIntermediate(d *decision, s subject) bool {
	return inFrame(s) && slices.ContainsFunc(s.seen.Chain[1:len(s.seen.Chain)-1], func(f FrameObservation) bool {
		return f.Origin != d.binding.Origin && f.Origin != d.binding.FrameOrigin
	})
}

// frameBoundTop: a value for a payment frame does not belong in the shop around it.
func frameBoundTop(d *decision, s subject) bool {
	return !inFrame(s) && d.binding.FrameOrigin != ""
}

// patternMismatch tests the top document's path even for a field in a frame.
func patternMismatch(d *decision, s subject) bool {
	b := d.binding
	return b.pattern != nil && !b.pattern.Match(d.obs.TopURL) ||
		b.framePattern != nil && !b.framePattern.Match(s.seen.frame().URL)
}

// unsupportedShadow leaves open roots alone; a closed one hides from the page's own scripts
// what is filled, and from a human's inspection where.
func unsupportedShadow(d *decision, s subject) bool {
	switch s.seen.Shadow {
	case "", "open":
		return false
	default:
		return s.seen.Shadow != "closed" || d.binding.Shadow != "closed"
	}
}

// evidence is found by the selector's text, so that an answer to another one never counts.
func evidence(d *decision, s subject) (matches, found bool) {
	selector := d.binding.selector(s.key)
	if selector == "" {
		return true, true
	}
	for _, e := range s.seen.Evidence {
		if e.Selector == selector {
			return e.Matches, true
		}
	}
	return false, false
}

// evidenceMissing: the browser could not test the selector, so nothing is known.
func evidenceMissing(d *decision, s subject) bool {
	_, found := evidence(d, s)
	return !found
}

// selectorMismatch is about the element itself, never one around it (section 5.5).
func selectorMismatch(d *decision, s subject) bool {
	matches, _ := evidence(d, s)
	return !matches
}

// kindMismatch is threats rule 9: without a selector the kind decides, and a password is
// not put into a public comment.
func kindMismatch(d *decision, s subject) bool {
	if d.binding.selector(s.key) != "" {
		return false
	}
	f := s.seen.Field
	if f.TextArea || f.ContentEditable || f.Search {
		return true
	}
	if f.Password {
		return false
	}
	switch d.ref.Kind {
	case Card:
		return !completes(f, func(token string) bool { return strings.HasPrefix(token, "cc-") })
	case Code:
		return !completes(f, func(token string) bool { return token == "one-time-code" })
	case Text:
		return f.Tag != "input" || !slices.Contains([]string{"", "text", "email", "tel", "url", "number"}, strings.ToLower(f.Type))
	default:
		return true
	}
}

// completes looks for an autofill field name among the tokens (HTML, section 4.10.18.7.1).
func completes(f Field, is func(token string) bool) bool {
	return (f.Tag == "input" || f.Tag == "select") && slices.ContainsFunc(strings.Fields(strings.ToLower(f.Autocomplete)), is)
}

// submitOriginMismatch is threats rule 23: a form that sends what it holds elsewhere is not
// filled, whatever page it stands on.
func submitOriginMismatch(d *decision, s subject) bool {
	return slices.ContainsFunc(s.seen.SubmitOrigins, func(origin string) bool {
		return !slices.Contains(submitOrigins(d.binding, s.seen.frame().Origin), origin)
	})
}

// submitOrigins are where a form in a document of that origin may be sent.
func submitOrigins(b Binding, origin string) []string {
	return append([]string{origin}, b.SubmitOrigins...)
}
