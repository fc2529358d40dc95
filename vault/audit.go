package vault

// AuditEvent is one line of the audit log. It holds no value and nothing that derives from
// one; origins and ids are safe to print.
type AuditEvent struct {
	Event   string // [AuditFill], [AuditFilled] or [AuditRefused]
	Owner   Owner
	Secret  SecretID // "" if the request named none that could exist
	Tab     string
	Keys    []string // that were asked for, "" for a single value
	Written []string // see [Refusal]
	Code    string   // of a refusal
	Reason  string

	TopOrigin, FrameOrigin string // of the document that was, or was to be, filled
}

// The events. AuditFill is written before the value leaves the store, and is followed by
// one of the others.
const (
	AuditFill    = "fill"
	AuditFilled  = "filled"
	AuditRefused = "fill_refused"
)
