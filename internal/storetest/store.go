package storetest

import (
	"context"
	"sync"

	"browser-mcp/vault"
)

// Store is a [vault.Store] that counts.
type Store struct {
	store vault.Store

	mu      sync.Mutex
	lists   int
	exports []vault.SecretID
}

var _ vault.Store = (*Store)(nil)

// Wrap counts the calls to store.
func Wrap(store vault.Store) *Store { return &Store{store: store} }

// List implements [vault.Store].
func (s *Store) List(ctx context.Context) ([]vault.Reference, error) {
	s.mu.Lock()
	s.lists++
	s.mu.Unlock()
	return s.store.List(ctx)
}

// Export implements [vault.Store].
func (s *Store) Export(ctx context.Context, id vault.SecretID) (*vault.Payload, error) {
	s.mu.Lock()
	s.exports = append(s.exports, id)
	s.mu.Unlock()
	return s.store.Export(ctx, id)
}

// Lists is how often the references were asked for.
func (s *Store) Lists() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lists
}

// Exports is every id that an export was requested for, in order.
func (s *Store) Exports() []vault.SecretID {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]vault.SecretID(nil), s.exports...)
}
