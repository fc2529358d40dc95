package browser

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"browser-mcp/cdp"
)

// A Tab is one page target that a context owns. It ends with its page or with the browser; then every call on it
// returns an error.
type Tab struct {
	id      TabID
	context *Context
	life    *life
	target  cdp.TargetID
	session *cdp.Session
	opener  TabID
	creator string // origin of the document that opened it, for a first document without an address

	changes broadcast
	acting  chan struct{} // holds one token while a tool navigates

	mu          sync.Mutex
	ended       error // why the tab is no more
	prepared    bool  // every call of the attachment was answered
	frames      frameTree
	commits     uint64         // documents of the top frame so far, without the first
	loaders     []cdp.LoaderID // of the newest of them, the latest last
	moves       uint64         // changes of address within a top document
	popups      uint64         // tabs that this one opened
	byAgent     bool           // a tool navigates, and nothing was committed since
	crashes     uint64         // deaths of the top document's renderer
	crashedNow  bool           // it is dead, and nothing was loaded since
	closing     bool           // a tool closes the tab
	violated    bool           // a response came from where the policy forbids
	request     documentRequest
	asked       asked
	navigations navigations
	reports     reports
	hands       hands
}

// A documentRequest is the newest request for a top document.
type documentRequest struct {
	loader cdp.LoaderID
	status int  // HTTP status of the answer, 0 if there is none yet
	away   bool // it was redirected to what is not on the network
}

// ID is the tab's name within its context.
func (t *Tab) ID() TabID { return t.id }

// URL is the address of the top document.
func (t *Tab) URL() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frames.top().url
}

// Origin is the origin of the top document as the browser process tells it.
func (t *Tab) Origin() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frames.top().origin
}

// Document is the generation of the top document.
func (t *Tab) Document() Generation {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frames.top().generation()
}

// gone tells the other half of the package about documents that no longer stand in their frames. The caller holds the
// tab's lock.
func (t *Tab) gone(docs []Generation) {
	for _, g := range docs {
		t.hands.documentGone(g)
	}
}

func (t *Tab) setPrepared() {
	t.mu.Lock()
	t.prepared = true
	t.mu.Unlock()
	t.changes.notify()
}

// end is called once, when the page or the browser is gone.
func (t *Tab) end(cause error) {
	t.mu.Lock()
	if t.ended == nil {
		t.ended = cause
		for _, f := range t.frames.order {
			t.gone([]Generation{f.generation()})
		}
	}
	t.mu.Unlock()
	t.changes.notify()
}

// await waits until done reports true, called under the tab's lock after each change. It ends with the tab's own error
// if the tab does.
func (t *Tab) await(ctx context.Context, done func() bool) error {
	for {
		changed := t.changes.next()
		t.mu.Lock()
		err, ok := t.ended, false
		if err == nil {
			ok = done()
		}
		t.mu.Unlock()
		if ok || err != nil {
			return err
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// caughtUp returns when everything that the browser said before the call is known here. After an answer of the browser
// it makes what frameList tells as fresh as that answer.
func (t *Tab) caughtUp(ctx context.Context) error { return t.life.caughtUp(ctx) }

// translate turns an error of a CDP call into the package's own: the tab's or the browser's end, a crash, or a document
// that went away meanwhile.
func (t *Tab) translate(err error) error {
	if err == nil {
		return nil
	}
	t.mu.Lock()
	ended, crashed := t.ended, t.crashedNow
	t.mu.Unlock()
	switch {
	case errors.Is(err, cdp.ErrClosed):
		return t.life.translate(err)
	case ended != nil:
		return ended
	case crashed:
		return fmt.Errorf("%w: %w", ErrCrashed, err)
	case errors.Is(err, cdp.ErrDetached):
		return fmt.Errorf("%w: %w", ErrStale, err)
	}
	return err
}
