package browser

import "errors"

// More that callers branch on. None holds a word of a page.
var (
	ErrNoOption     = errors.New("browser: no such option")
	ErrSubmitOrigin = errors.New("browser: form goes to another origin")
	ErrBadKey       = errors.New("browser: key not allowed")
	ErrUnknownFrame = errors.New("browser: unknown frame")
)

// A scriptError says that our own script threw in a page. Its text stays out of messages, for it could quote the page.
type scriptError struct{ text string }

func (scriptError) Error() string { return "browser: internal error: script threw" }

// outcomeError turns the word of a script into an error; "ok" gives nil.
func outcomeError(word string) error {
	switch word {
	case "ok":
		return nil
	case "stale":
		return ErrStale
	case "tagged":
		return ErrTagged
	case "focus_lost":
		return ErrFocusLost
	case "no_option":
		return ErrNoOption
	case "submit_origin":
		return ErrSubmitOrigin
	case "not_fillable", "partial":
		return ErrNotFillable
	}
	return scriptError{text: "unexpected outcome"}
}

// staleOnly says that a document went away, and nothing worse.
func staleOnly(err error) bool {
	return errors.Is(err, ErrStale) && !errors.Is(err, ErrCrashed) && !errors.Is(err, ErrGone)
}
