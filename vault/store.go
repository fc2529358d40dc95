package vault

import (
	"context"
	"errors"
)

// Store is what a backend must do. Both methods may be called from several goroutines.
type Store interface {
	// List returns every reference of this daemon's user, fresh enough to decide a fill.
	List(ctx context.Context) ([]Reference, error)
	// Export returns the value of one reference, which the caller closes. The error wraps
	// [ErrUnknownSecret] if there is none.
	Export(ctx context.Context, id SecretID) (*Payload, error)
}

// ErrUnknownSecret is for an id that the store does not have.
var ErrUnknownSecret = errors.New("vault: unknown secret")

// Payload is an exported value: Single, or Parts by key. A store may return a multi-field
// secret as Single, its JSON text; a fill takes that apart.
type Payload struct {
	Single *Secret
	Parts  map[string]*Secret
}

// Close wipes every value; it may be called again.
func (p *Payload) Close() error {
	var all error
	if p.Single != nil {
		all = p.Single.Close()
	}
	return errors.Join(all, closeAll(p.Parts))
}

// closeAll wipes every part even if one cannot be unmapped.
func closeAll(parts map[string]*Secret) error {
	var all error
	for _, part := range parts {
		all = errors.Join(all, part.Close())
	}
	return all
}
