package storetest_test

import (
	"context"
	"errors"
	"reflect"
	"testing"

	"browser-mcp/internal/storetest"
	"browser-mcp/vault"
)

// failing looks at the count while it is being called.
type failing struct{ check func() }

var errFailing = errors.New("failing")

func (f failing) List(context.Context) ([]vault.Reference, error) {
	f.check()
	return nil, errFailing
}

func (f failing) Export(context.Context, vault.SecretID) (*vault.Payload, error) {
	f.check()
	return nil, errFailing
}

func TestStoreCountsBeforeTheCall(t *testing.T) {
	var s *storetest.Store
	calls := 0
	s = storetest.Wrap(failing{func() {
		calls++
		if got := s.Lists() + len(s.Exports()); got != calls {
			t.Errorf("during call %d: %d counted", calls, got)
		}
	}})
	if _, err := s.List(t.Context()); !errors.Is(err, errFailing) {
		t.Errorf("List: %v, want the store's error", err)
	}
	for _, id := range []vault.SecretID{"a", "b"} {
		if _, err := s.Export(t.Context(), id); !errors.Is(err, errFailing) {
			t.Errorf("Export: %v, want the store's error", err)
		}
	}
	if got, want := s.Exports(), []vault.SecretID{"a", "b"}; s.Lists() != 1 || !reflect.DeepEqual(got, want) {
		t.Errorf("Lists = %d, Exports = %v, want 1 and %v", s.Lists(), got, want)
	}
}
