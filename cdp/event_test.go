package cdp

import (
	"context"
	"errors"
	"fmt"
	"testing"
)

func TestSubscriptionTakesWhatItAskedForInOrder(t *testing.T) {
	c, p := newPeer(t)
	pages := c.Subscribe(SubscribeOptions{Prefixes: []string{"Page.", "DOM.x"}})
	all := c.Subscribe(SubscribeOptions{})
	for _, method := range []string{"Page.a", "DOM.y", "Network.b", "DOM.x", "Page.c"} {
		p.send(`{"method":%q,"params":{},"sessionId":"S"}`, method)
	}
	for _, want := range []Event{{Seq: 1, Method: "Page.a"}, {Seq: 4, Method: "DOM.x"}, {Seq: 5, Method: "Page.c"}} {
		got, err := pages.Next(t.Context())
		if err != nil || got.Method != want.Method || got.Seq != want.Seq || got.Session != "S" {
			t.Errorf("Next() = %+v, %v, want %+v", got, err, want)
		}
	}
	if n := all.Received(); n != 5 {
		t.Errorf("Received() = %d, want 5", n)
	}
	if _, ok, err := pages.TryNext(); ok || err != nil {
		t.Errorf("TryNext() = %t, %v on an empty queue", ok, err)
	}
}

func TestSubscriptionOverflow(t *testing.T) {
	const size = 4
	t.Run("lossy drops its oldest and counts", func(t *testing.T) {
		c, p := newPeer(t)
		lossy := c.Subscribe(SubscribeOptions{Size: size, Lossy: true})
		marker := c.Subscribe(SubscribeOptions{Prefixes: []string{"Z."}})
		for i := range size + 3 {
			p.send(`{"method":"A.%d"}`, i)
		}
		p.send(`{"method":"Z.end"}`)
		if _, err := marker.Next(t.Context()); err != nil {
			t.Fatal(err)
		}
		e, err := lossy.Next(t.Context())
		if err != nil || e.Method != "A.4" || lossy.Dropped() != 4 {
			t.Errorf("Next() = %s, %v with %d dropped, want A.4 with 4", e.Method, err, lossy.Dropped())
		}
	})
	t.Run("lossless ends the connection", func(t *testing.T) {
		c, p := newPeer(t)
		c.Subscribe(SubscribeOptions{Size: size})
		for i := range size + 1 {
			p.send(`{"method":"A.%d"}`, i)
		}
		<-c.Done()
		if err := c.Err(); !errors.Is(err, ErrOverflow) || !errors.Is(err, ErrClosed) {
			t.Errorf("Err() = %v, want ErrClosed by ErrOverflow", err)
		}
	})
}

func TestSubscriptionKeepsWhatItHadWhenTheConnectionEnds(t *testing.T) {
	c, p := newPeer(t)
	sub := c.Subscribe(SubscribeOptions{})
	p.send(`{"method":"A.a"}`)
	p.conn.Close()
	<-c.Done()
	if e, err := sub.Next(t.Context()); err != nil || e.Method != "A.a" {
		t.Errorf("Next() = %+v, %v, want A.a", e, err)
	}
	if _, err := sub.Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("Next() = %v, want ErrClosed", err)
	}
}

func TestSubscriptionCloseAndContext(t *testing.T) {
	c, _ := newPeer(t)
	sub := c.Subscribe(SubscribeOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := sub.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Next() = %v, want context.Canceled", err)
	}
	sub.Close()
	sub.Close()
	if _, err := sub.Next(t.Context()); !errors.Is(err, ErrClosed) {
		t.Errorf("Next() = %v, want ErrClosed", err)
	}
	if c.Err() != nil || len(c.subs) != 0 {
		t.Errorf("closing a subscription: connection %v, %d subscriptions left", c.Err(), len(c.subs))
	}
}

func ExampleConn() {
	browser, c := examplePeer() // in place of a process started with --remote-debugging-pipe
	defer browser.Close()
	defer c.Close()
	events := c.Subscribe(SubscribeOptions{Prefixes: []string{"Page."}})
	answer, err := c.Session("S").PageNavigate(context.Background(), "http://localhost/")
	fmt.Println(answer.LoaderID, err)
	event, _ := events.Next(context.Background())
	fmt.Println(event.Method)
	// Output:
	// L1 <nil>
	// Page.loadEventFired
}
