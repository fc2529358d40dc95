package cdp

import (
	"errors"
	"fmt"
)

var (
	// ErrClosed is what every waiter gets once the connection is gone, whatever ended it.
	ErrClosed = errors.New("cdp: connection closed")

	// ErrOverflow is the cause of a connection that ended because a lossless subscription was full.
	ErrOverflow = errors.New("cdp: event queue overflow")

	// ErrDetached is what a call gets whose CDP session no longer exists: its tab, frame or worker is gone.
	ErrDetached = errors.New("cdp: session detached")

	// ErrFrame is the cause of a connection that ended because a frame broke the framing or its bound.
	ErrFrame = errors.New("cdp: bad frame")

	// ErrBusy is what a call gets when too many calls are in flight already.
	ErrBusy = errors.New("cdp: too many calls in flight")
)

// codeNoSession is the code of an answer to a call on a session that Chromium does not know (any more).
const codeNoSession = -32001

// An Error is the browser's own answer that a call was refused. Its message may hold words of the page: it is for
// logs at debug level and for tests, never for an agent.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string {
	message := e.Message
	if len(message) > maxQuoted {
		message = message[:maxQuoted]
	}
	return fmt.Sprintf("cdp: browser answered %d %q", e.Code, message)
}

// Is makes a refused session id match [ErrDetached], so that callers branch on one error whether the detach or the
// call came first.
func (e *Error) Is(target error) bool {
	return target == ErrDetached && e.Code == codeNoSession
}
