package vault

// ApprovalMode is who must agree before a reference is used (design.md, three planes).
type ApprovalMode string

// ApproveNone fills without asking; it is what a human typed at import, never a default.
// Records may carry the other modes. Until approvals exist a fill in one of them is refused:
// no mode is ever taken for ApproveNone, and neither is the empty string.
const (
	ApproveNone    ApprovalMode = "none"
	ApproveConfirm ApprovalMode = "confirm"
	ApprovePIN     ApprovalMode = "pin"
	ApproveElicit  ApprovalMode = "elicit"
	ApproveCLI     ApprovalMode = "cli"
	ApproveBackend ApprovalMode = "backend"
)

// Known says whether a stored mode is one that this version has a name for.
func (m ApprovalMode) Known() bool {
	switch m {
	case ApproveNone, ApproveConfirm, ApprovePIN, ApproveElicit, ApproveCLI, ApproveBackend:
		return true
	default:
		return false
	}
}
