package vault_test

import (
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"browser-mcp/vault"
)

// secret makes a Secret that the test's end wipes.
func secret(t testing.TB, value string) *vault.Secret {
	t.Helper()
	s, err := vault.NewSecret([]byte(value))
	if err != nil {
		t.Fatalf("NewSecret: %v", err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// reveal is for tests alone.
func reveal(t testing.TB, s *vault.Secret) (value string) {
	t.Helper()
	if err := s.Use(func(b []byte) error { value = string(b); return nil }); err != nil {
		t.Fatalf("Use: %v", err)
	}
	return value
}

func TestSecretBounds(t *testing.T) {
	for _, tt := range []struct {
		n    int
		want bool
	}{{0, false}, {1, true}, {vault.MaxSecret, true}, {vault.MaxSecret + 1, false}} {
		s, err := vault.NewSecret(make([]byte, tt.n))
		if (err == nil) != tt.want {
			t.Errorf("NewSecret of %d bytes: %v, want success %v", tt.n, err, tt.want)
		}
		if err == nil {
			_ = s.Close()
		}
	}
}

func TestSecretKeepsItsOwnCopy(t *testing.T) {
	value := []byte("hunter22")
	s, err := vault.NewSecret(value)
	if err != nil {
		t.Fatal(err)
	}
	clear(value)
	if got := reveal(t, s); got != "hunter22" {
		t.Errorf("after the caller's wipe: %q, want the value", got)
	}
	for range 2 {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if err := s.Use(func([]byte) error { return nil }); !errors.Is(err, vault.ErrClosed) {
		t.Errorf("Use after Close: %v, want ErrClosed", err)
	}
}

func TestSecretFuncErrorKeepsNothing(t *testing.T) {
	cause := errors.New("cause")
	var kept []byte
	s, err := vault.NewSecretFunc(4, func(b []byte) error { kept = b; return cause })
	if s != nil || !errors.Is(err, cause) {
		t.Errorf("NewSecretFunc = %v, %v, want nil and the cause", s, err)
	}
	if len(kept) != 4 {
		t.Errorf("write saw %d bytes, want 4", len(kept))
	}
}

func TestSecretEqual(t *testing.T) {
	a, b, c, d := secret(t, "same"), secret(t, "same"), secret(t, "else"), secret(t, "longer")
	for _, tt := range []struct {
		x, y *vault.Secret
		want bool
	}{{a, a, true}, {a, b, true}, {a, c, false}, {a, d, false}} {
		if got := tt.x.Equal(tt.y); got != tt.want {
			t.Errorf("Equal = %v, want %v", got, tt.want)
		}
	}
	_ = b.Close()
	if a.Equal(b) || b.Equal(b) {
		t.Error("a wiped secret equals something")
	}
}

func TestSecretCloseWaitsForUse(t *testing.T) {
	s := secret(t, "in use")
	inside, leave := make(chan struct{}), make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = s.Use(func(b []byte) error {
			close(inside)
			<-leave
			if string(b) != "in use" {
				t.Errorf("wiped under a reader: %q", b)
			}
			return nil
		})
	})
	<-inside
	closed := make(chan struct{})
	wg.Go(func() { _ = s.Close(); close(closed) })
	select {
	case <-closed:
		t.Error("Close returned while a reader was inside")
	default:
	}
	close(leave)
	wg.Wait()
}

func TestSecretPrints(t *testing.T) {
	s := secret(t, "hunter22")
	type around struct {
		P *vault.Secret
		V vault.Secret
		v vault.Secret
	}
	outer := around{P: s, V: *s, v: *s}
	var out strings.Builder
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%p", "%T", "%w", "%t"} {
		for _, arg := range []any{s, *s, outer, &outer, []*vault.Secret{s}, map[string]vault.Secret{"k": *s}} {
			fmt.Fprintf(&out, verb+"\n", arg)
		}
	}
	type document struct{ S *vault.Secret }
	for _, encode := range []func(any) ([]byte, error){json.Marshal, xml.Marshal} {
		b, err := encode(document{s})
		if err != nil {
			t.Errorf("encoding: %v", err)
		}
		out.Write(b)
	}
	for _, h := range []slog.Handler{slog.NewJSONHandler(&out, nil), slog.NewTextHandler(&out, nil)} {
		slog.New(h).Info("x", "s", s, "v", *s, "outer", outer)
	}
	for _, form := range []string{"hunter22", "68756e746572", "68756E746572", "104 117 110", "0x68"} {
		if strings.Contains(out.String(), form) {
			t.Errorf("printed as %q", form)
		}
	}
	if n := strings.Count(out.String(), "[REDACTED]"); n < 40 {
		t.Errorf("%d markers, want one in most lines of:\n%s", n, out.String())
	}
}
