package browser

import "errors"

// Callers branch on these. None holds a word of a page.
var (
	ErrUnavailable       = errors.New("browser: cannot start")
	ErrGone              = errors.New("browser: lost in mid-call")
	ErrCrashed           = errors.New("browser: tab crashed")
	ErrUnknownTab        = errors.New("browser: unknown tab")
	ErrStale             = errors.New("browser: stale document")
	ErrNavigationRefused = errors.New("browser: navigation refused")
	ErrNavigationFailed  = errors.New("browser: navigation failed")
	ErrNotFillable       = errors.New("browser: element takes no text")
	ErrFocusLost         = errors.New("browser: focus lost")
	ErrTagged            = errors.New("browser: element holds a secret")
	ErrTooMany           = errors.New("browser: too many")
	ErrClosed            = errors.New("browser: closed")
)
