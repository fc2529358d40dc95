package spawn

import (
	"errors"
	"fmt"
)

// ErrRefused is wrapped when the helper answered that it will not do it, with its reason.
var ErrRefused = errors.New("spawn: helper refused")

// ErrAnswer is wrapped when the helper ended or answered outside the protocol.
var ErrAnswer = errors.New("spawn: no proper answer from helper")

// ErrDirect is wrapped when a helper was started by hand, not by this package or a unit.
var ErrDirect = errors.New("spawn: not for direct use")

// bound refuses a message before it is sent or kept.
func bound(what string, size, limit int) error {
	if size > limit {
		return fmt.Errorf("%s of %d bytes, limit %d", what, size, limit)
	}
	return nil
}
