package vault

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"browser-mcp/fsutil"
)

// ErrClosed is what [Secret.Use] wraps after [Secret.Close].
var ErrClosed = errors.New("vault: secret already wiped")

const redacted = "[REDACTED]"

// Secret is a value in locked memory (see [fsutil.Pages]): 1 to [MaxSecret] bytes, any
// content. It prints [REDACTED] under every verb and encoder, and == does not compile.
// Its methods may be called from several goroutines.
//
// Whoever made a Secret closes it. Close does not reach what others copied out of Use.
type Secret struct {
	_ [0]func() // no ==
	b *body     // behind a pointer: printing a struct around a Secret shows an address
}

type body struct {
	mu    sync.RWMutex // Close waits for every Use, so that no reader meets unmapped pages
	pages *fsutil.Pages
}

// NewSecret copies value, which the caller wipes.
func NewSecret(value []byte) (*Secret, error) {
	return NewSecretFunc(len(value), func(b []byte) error {
		copy(b, value)
		return nil
	})
}

// NewSecretFunc lets write put n bytes straight into the locked memory, so that no other
// copy need exist. After an error of write nothing is kept.
func NewSecretFunc(n int, write func([]byte) error) (*Secret, error) {
	if n < 1 || n > MaxSecret {
		return nil, fmt.Errorf("vault: secret outside 1 to %d bytes", MaxSecret)
	}
	pages, err := fsutil.NewPages(n)
	if err != nil {
		return nil, fmt.Errorf("vault: memory for a secret: %w", err)
	}
	if err := write(pages.Bytes()); err != nil {
		return nil, errors.Join(err, pages.Close())
	}
	return &Secret{b: &body{pages: pages}}, nil
}

// Use calls f with the value itself, which f neither keeps nor changes. f must not use or
// close the same Secret. The error is f's, or wraps [ErrClosed].
func (s Secret) Use(f func(value []byte) error) error {
	s.b.mu.RLock()
	defer s.b.mu.RUnlock()
	if s.b.pages == nil {
		return ErrClosed
	}
	return f(s.b.pages.Bytes())
}

// Equal compares in time that depends on the lengths alone. A wiped Secret equals nothing.
func (s Secret) Equal(other *Secret) bool {
	if s.b == other.b {
		return s.Use(func([]byte) error { return nil }) == nil
	}
	equal := false
	_ = s.Use(func(a []byte) error {
		return other.Use(func(b []byte) error {
			equal = subtle.ConstantTimeCompare(a, b) == 1
			return nil
		})
	})
	return equal
}

// Close wipes the value once every Use has returned; it may be called again.
func (s Secret) Close() error {
	s.b.mu.Lock()
	defer s.b.mu.Unlock()
	if s.b.pages == nil {
		return nil
	}
	err := s.b.pages.Close()
	s.b.pages = nil
	return err
}

// Format implements [fmt.Formatter] for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(redacted)) }

// String implements [fmt.Stringer].
func (s Secret) String() string { return redacted }

// MarshalText implements [encoding.TextMarshaler], and with it JSON's and XML's.
func (s Secret) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue implements [slog.LogValuer].
func (s Secret) LogValue() slog.Value { return slog.StringValue(redacted) }
