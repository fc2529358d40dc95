package vault

import (
	"errors"
	"slices"
)

// Refusal is how a fill fails when it is not the browser that failed. It says nothing about
// the value: not which characters a field took, nor how many.
type Refusal struct {
	Code   string // one of [RefusalCodes], safe to show
	Reason string // detail, safe to show: of [Decide], or "locked", "approval_mode_unsupported"; may be ""

	// After a fill that wrote some of its targets: the keys that were written (for a single
	// value the elements), and whether everything that was touched is empty again.
	Written []string
	Cleared bool

	Err error // cause, for the journal alone; may be nil
}

// Codes of a refusal (secure-browser, section 2; decision 3).
const (
	codeInvalidRequest     = "invalid_request"
	codeUnknownSecret      = "unknown_secret"
	codeDestinationDenied  = "destination_denied"
	codeDocumentScripted   = "document_scripted"
	codeElementNotFillable = "element_not_fillable"
	codeStaleElement       = "stale_element"
	codeFocusLost          = "focus_lost"
	codeFillIncomplete     = "fill_incomplete"
	codePayloadInvalid     = "payload_invalid"
	codeApprovalFailed     = "approval_failed"
	codeBackendError       = "backend_error"
	codeTooMany            = "too_many"
	codeBusy               = "busy"
	codeInternalError      = "internal_error"
)

// RefusalCodes lists every code that a fill gives, so that callers can prove that they know
// them all.
func RefusalCodes() []string {
	return []string{
		codeInvalidRequest, codeUnknownSecret, codeDestinationDenied, codeDocumentScripted, codeElementNotFillable,
		codeStaleElement, codeFocusLost, codeFillIncomplete, codePayloadInvalid, codeApprovalFailed, codeBackendError,
		codeTooMany, codeBusy, codeInternalError,
	}
}

// Error implements error.
func (r *Refusal) Error() string {
	text := "vault: fill refused: " + r.Code
	if r.Reason != "" {
		text += " (" + r.Reason + ")"
	}
	if r.Err != nil {
		text += ": " + r.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error { return r.Err }

// Reasons of a decision that find fault with the request itself.
var requestReasons = []Reason{"request_invalid", "no_targets", "mixed_keyed_targets", "duplicate_target"}

// denied tells a request that is wrong in itself from one that the binding refuses.
func denied(reason Reason) *Refusal {
	if slices.Contains(requestReasons, reason) {
		return &Refusal{Code: codeInvalidRequest, Reason: string(reason)}
	}
	return &Refusal{Code: codeDestinationDenied, Reason: string(reason)}
}

// Outcome is what a write came to, as found out in the document, by comparing there.
type Outcome string

// The outcomes. Up to OutcomeUnverifiable the element may hold something.
const (
	OutcomeOK           Outcome = "ok"
	OutcomePartial      Outcome = "partial"
	OutcomeEmpty        Outcome = "empty"
	OutcomeNoOption     Outcome = "no_option" // no choice of a list equals the value
	OutcomeUnverifiable Outcome = "unverifiable"
	OutcomeFocusLost    Outcome = "focus_lost"
	OutcomeNotFillable  Outcome = "not_fillable"
	OutcomeStale        Outcome = "stale"
	OutcomeOrigin       Outcome = "origin" // the last three: the re-check in the writing task
	OutcomeSelector     Outcome = "selector"
	OutcomeSubmitOrigin Outcome = "submit_origin"
)

// written says that the element may hold something of the value.
func (o Outcome) written() bool {
	switch o {
	case OutcomeFocusLost, OutcomeNotFillable, OutcomeStale, OutcomeOrigin, OutcomeSelector, OutcomeSubmitOrigin:
		return false
	default:
		return true
	}
}

// refusal is nil for a value that was written.
func (o Outcome) refusal(inFrame bool) *Refusal {
	switch o {
	case OutcomeOK, OutcomeUnverifiable:
		return nil
	case OutcomePartial, OutcomeEmpty, OutcomeNoOption:
		return &Refusal{Code: codeFillIncomplete}
	case OutcomeFocusLost:
		return &Refusal{Code: codeFocusLost}
	case OutcomeNotFillable:
		return &Refusal{Code: codeElementNotFillable}
	case OutcomeStale:
		return &Refusal{Code: codeStaleElement}
	case OutcomeSelector:
		return denied("selector_mismatch")
	case OutcomeSubmitOrigin:
		return denied("submit_origin_mismatch")
	case OutcomeOrigin:
		if inFrame {
			return denied("frame_origin_mismatch")
		}
		return denied("top_level_origin_mismatch")
	default:
		return &Refusal{Code: codeInternalError, Err: errors.New("vault: internal error: unknown outcome of a write")}
	}
}
