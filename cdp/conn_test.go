package cdp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestCallRoundTrip(t *testing.T) {
	c, p := newPeer(t)
	go func() { // ends with its one answer; the call below waits for it
		s := p.expect("Page.navigate")
		if s.SessionID != "S1" || string(s.Params) != `{"url":"http://h/"}` {
			t.Errorf("call = %+v", s)
		}
		p.answer(s, `{"frameId":"F","loaderId":"L"}`)
	}()
	var r PageNavigation
	err := c.Session("S1").Call(t.Context(), "Page.navigate", map[string]any{"url": "http://h/"}, &r)
	if err != nil || r.FrameID != "F" || r.LoaderID != "L" {
		t.Errorf("Call = %+v, %v", r, err)
	}
}

func TestCallErrors(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		check        func(error) bool
	}{
		{"refused", `{"id":%d,"error":{"code":-32000,"message":"no"}}`, func(err error) bool {
			refused, ok := errors.AsType[*Error](err)
			return ok && refused.Code == -32000 && !errors.Is(err, ErrDetached)
		}},
		{"no such session", `{"id":%d,"error":{"code":-32001,"message":"Session with given id not found."}}`, func(err error) bool {
			return errors.Is(err, ErrDetached)
		}},
		{"broken refusal", `{"id":%d,"error":7}`, func(err error) bool { return errors.Is(err, ErrFrame) }},
		{"result of another kind", `{"id":%d,"result":{"frameId":7}}`, func(err error) bool {
			return strings.Contains(err.Error(), "Page.navigate")
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, p := newPeer(t)
			go func() { p.send(tt.answer, p.expect("Page.navigate").ID) }() // ends with its one answer
			_, err := c.Root().PageNavigate(t.Context(), "x")
			if err == nil || !tt.check(err) {
				t.Errorf("PageNavigate = %v", err)
			}
		})
	}
}

func TestErrorTextIsCut(t *testing.T) {
	err := &Error{Code: 1, Message: strings.Repeat("x", 10*maxQuoted)}
	if len(err.Error()) > 2*maxQuoted {
		t.Errorf("error of %d bytes, want at most %d", len(err.Error()), 2*maxQuoted)
	}
}

func TestCallsArePipelinedInOrder(t *testing.T) {
	c, p := newPeer(t)
	go func() { // ends with the third answer; the Waits below wait for it
		var calls []sent
		for _, method := range []string{"A.a", "A.b", "A.c"} {
			calls = append(calls, p.expect(method))
		}
		for i := len(calls) - 1; i >= 0; i-- { // answers may come in any order
			p.answer(calls[i], fmt.Sprintf(`{"n":%d}`, i))
		}
	}()
	var pending []*Pending
	for _, method := range []string{"A.a", "A.b", "A.c"} {
		pending = append(pending, c.Root().Start(t.Context(), method, nil))
	}
	for i, call := range pending {
		var r struct{ N int }
		if err := call.Wait(t.Context(), &r); err != nil || r.N != i {
			t.Errorf("answer %d = %d, %v", i, r.N, err)
		}
	}
}

func TestCallCancelledDropsItsAnswer(t *testing.T) {
	c, p := newPeer(t)
	ctx, cancel := context.WithCancel(t.Context())
	first := c.Root().Start(ctx, "A.slow", nil)
	slow := p.expect("A.slow")
	cancel()
	if err := first.Wait(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("Wait = %v, want context.Canceled", err)
	}
	c.mu.Lock()
	left := len(c.pending)
	c.mu.Unlock()
	if left != 0 {
		t.Errorf("%d calls still wait, want 0", left)
	}
	second := c.Root().Start(t.Context(), "A.next", nil)
	next := p.expect("A.next")
	p.answer(slow, `{"late":true}`)
	p.answer(next, `{}`)
	if err := second.Wait(t.Context(), nil); err != nil {
		t.Errorf("call after a late answer = %v", err)
	}
}

func TestConnDeathReachesEveryWaiter(t *testing.T) {
	for _, tt := range []struct {
		name string
		end  func(*Conn, *peer)
		want error
	}{
		{"peer closes", func(_ *Conn, p *peer) { p.conn.Close() }, io.EOF},
		{"we close", func(c *Conn, _ *peer) { c.Close() }, ErrClosed},
		{"broken frame", func(_ *Conn, p *peer) { p.send(`{"id"`) }, ErrFrame},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, p := newPeer(t)
				sub := c.Subscribe(SubscribeOptions{})
				results := make(chan error, 3)
				go func() { results <- c.Root().Call(t.Context(), "A.a", nil, nil) }() // ends with the connection; read below
				go func() {                                                            // ends with the connection; read below
					_, err := sub.Next(t.Context())
					results <- err
				}()
				p.expect("A.a")
				synctest.Wait()
				tt.end(c, p)
				<-c.Done()
				for range 2 {
					if err := <-results; !errors.Is(err, ErrClosed) || !errors.Is(err, tt.want) {
						t.Errorf("waiter got %v, want ErrClosed and %v", err, tt.want)
					}
				}
				if err := c.Root().Call(t.Context(), "A.b", nil, nil); !errors.Is(err, ErrClosed) {
					t.Errorf("later call = %v, want ErrClosed", err)
				}
				if _, err := c.Subscribe(SubscribeOptions{}).Next(t.Context()); !errors.Is(err, ErrClosed) {
					t.Errorf("later subscription = %v, want ErrClosed", err)
				}
			})
		})
	}
}

func TestConnCloseWaitsForItsGoroutines(t *testing.T) {
	// synctest fails the test if a goroutine of the bubble is left when it returns.
	synctest.Test(t, func(t *testing.T) {
		c, _ := newPeer(t)
		pending := c.Root().Start(t.Context(), "A.a", nil) // nobody reads: the writer is stuck in the middle
		synctest.Wait()
		c.Close()
		c.Close()
		if err := pending.Wait(t.Context(), nil); !errors.Is(err, ErrClosed) {
			t.Errorf("Wait = %v, want ErrClosed", err)
		}
	})
}

func TestCallWaitsForTheWriterUnderItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStream() // holds up every write
		c := NewConn(s, Options{})
		defer c.Close()
		for range writeQueue + 1 {
			c.Root().Start(t.Context(), "A.a", nil)
			synctest.Wait()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := c.Root().Call(ctx, "A.b", nil, nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Call with a full queue = %v, want DeadlineExceeded", err)
		}
	})
}

func TestCallsInFlightAreBounded(t *testing.T) {
	c, p := newPeer(t)
	go io.Copy(io.Discard, p.conn) // ends with the connection
	for range maxInFlight {
		c.Root().Start(t.Context(), "A.a", nil)
	}
	if err := c.Root().Call(t.Context(), "A.a", nil, nil); !errors.Is(err, ErrBusy) {
		t.Errorf("call %d = %v, want ErrBusy", maxInFlight+1, err)
	}
}

func TestDetachFailsItsCalls(t *testing.T) {
	c, p := newPeer(t)
	gone := c.Session("GONE").Start(t.Context(), "A.a", nil)
	kept := c.Session("KEPT").Start(t.Context(), "A.b", nil)
	p.expect("A.a")
	answered := p.expect("A.b")
	p.send(`{"method":"Target.detachedFromTarget","params":{"sessionId":"GONE"}}`)
	if err := gone.Wait(t.Context(), nil); !errors.Is(err, ErrDetached) {
		t.Errorf("call of a detached session = %v, want ErrDetached", err)
	}
	p.answer(answered, `{}`)
	if err := kept.Wait(t.Context(), nil); err != nil {
		t.Errorf("call of another session = %v", err)
	}
}

func TestFinishedParametersAreSentAsTheyAre(t *testing.T) {
	c, p := newPeer(t)
	go func() { // ends with its one answer; the call below waits for it
		s := p.expect("A.a")
		if want := `{"x": "<&>"}`; string(s.Params) != want {
			t.Errorf("parameters = %s, want %s", s.Params, want)
		}
		p.answer(s, `{}`)
	}()
	if err := c.Root().Call(t.Context(), "A.a", json.RawMessage(`{"x": "<&>"}`), nil); err != nil {
		t.Errorf("Call = %v", err)
	}
}

func TestParametersThatDoNotEncode(t *testing.T) {
	c, _ := newPeer(t)
	err := c.Root().Call(t.Context(), "A.a", map[string]any{"x": make(chan int)}, nil)
	if _, ok := errors.AsType[*json.UnsupportedTypeError](err); !ok {
		t.Errorf("Call = %v, want UnsupportedTypeError", err)
	}
}
