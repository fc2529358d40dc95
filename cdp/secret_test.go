package cdp

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestCallSecretNeverCopies(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStream()
		c := NewConn(s, Options{})
		defer c.Close()
		params := []byte(`{"arguments":[{"value":"hunter2"}]}`)
		done := make(chan error, 1)
		go func() { done <- c.Session("S").CallSecret(t.Context(), "Runtime.callFunctionOn", params, nil) }() // ends with Close; read below
		for range 3 {
			s.hold <- struct{}{}
		}
		head, body, tail := <-s.written, <-s.written, <-s.written
		if !sameMemory(body, params) {
			t.Error("the parameters were copied on their way to the stream")
		}
		if want := `{"id":1,"sessionId":"S","method":"Runtime.callFunctionOn","params":`; string(head) != want || string(tail) != "}\x00" {
			t.Errorf("frame = %q … %q, want %q", head, tail, want)
		}
		c.Close()
		if err := <-done; !errors.Is(err, ErrClosed) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("CallSecret = %v", err)
		}
	})
}

func TestCallSecretCancelledLeavesItsMemoryAlone(t *testing.T) {
	for _, tt := range []struct {
		name    string
		before  int // frames that the writer is held up by
		wantEnd bool
	}{
		{"while it waits in the queue", 1, false},
		{"in the middle of its frame", 0, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStream()
				c := NewConn(s, Options{})
				defer c.Close()
				for range tt.before {
					c.Root().Start(t.Context(), "A.a", nil)
					synctest.Wait()
				}
				params := []byte(`{"value":"hunter2"}`)
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				err := c.Root().CallSecret(ctx, "A.b", params, nil)
				if err == nil {
					t.Fatal("CallSecret = nil, want an error")
				}
				clear(params) // the race detector watches that nobody reads it now
				if ended := c.Err() != nil; ended != tt.wantEnd {
					t.Errorf("connection ended = %t, want %t", ended, tt.wantEnd)
				}
				for range 10 {
					s.hold <- struct{}{}
				}
				synctest.Wait()
				for len(s.written) > 0 {
					if part := <-s.written; sameMemory(part, params) && !tt.wantEnd {
						t.Error("the secret's frame was written after its call had returned")
					}
				}
			})
		})
	}
}
