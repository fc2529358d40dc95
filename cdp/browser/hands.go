package browser

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// hands is what the reading and writing half of the package keeps for a tab: the worlds of its documents. The zero value
// is ready.
type hands struct {
	mu     sync.Mutex
	worlds map[Generation]*making
}

// A making is a world, or one that somebody is making.
type making struct {
	done  chan struct{} // closed when world and err are there
	world *world
	err   error
}

// documentGone is called by the event loop, under the tab's lock, when a document no longer stands in its frame.
func (h *hands) documentGone(g Generation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(g)
}

// drop takes out a world and wakes those who wait for it. The caller holds the lock.
func (h *hands) drop(g Generation) {
	m := h.worlds[g]
	if m == nil {
		return
	}
	delete(h.worlds, g)
	select {
	case <-m.done:
		if m.world != nil {
			close(m.world.gone)
		}
	default: // whoever makes it will find that out
	}
}

func (h *hands) forget(w *world) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for g, m := range h.worlds {
		if m.world == w {
			h.drop(g)
		}
	}
}

// world returns the world of a frame's present document. It is made once per document. The error wraps ErrStale if
// the document went away meanwhile.
func (t *Tab) world(ctx context.Context, f *frame) (*world, error) {
	for {
		m, mine := t.hands.claim(f.generation())
		if mine {
			m.world, m.err = t.makeWorld(ctx, f)
			t.hands.made(f.generation(), m)
		}
		select {
		case <-m.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		gaveUp := errors.Is(m.err, context.Canceled) || errors.Is(m.err, context.DeadlineExceeded)
		if m.err == nil || mine || !gaveUp || ctx.Err() != nil {
			return m.world, t.worldError(m.err)
		}
	}
}

// makeWorld is makeWorld as long as the tab lives: a renderer that died answers nothing any more.
func (t *Tab) makeWorld(ctx context.Context, f *frame) (w *world, err error) {
	if f.parent != nil && f.loader == "" {
		return nil, ErrStale // nothing stands there yet, or nothing any more
	}
	ctx, cancel := context.WithTimeout(ctx, worldTimeout)
	var wg sync.WaitGroup
	// Owned by makeWorld, which waits below; ends with the context, which is cancelled before.
	wg.Go(func() {
		if t.await(ctx, func() bool { return t.crashedNow }) == nil {
			cancel()
		}
	})
	defer wg.Wait()
	defer cancel()
	return makeWorld(ctx, f)
}

// claim returns the making of a document's world, and whether it is the caller's to do.
func (h *hands) claim(g Generation) (m *making, mine bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if m := h.worlds[g]; m != nil {
		return m, false
	}
	m = &making{done: make(chan struct{})}
	h.put(g, m)
	return m, true
}

// put enters a world, and drops those of earlier documents of its frame. The caller holds the lock.
func (h *hands) put(g Generation, m *making) {
	if h.worlds == nil {
		h.worlds = make(map[Generation]*making)
	}
	for old := range h.worlds {
		if old.Frame == g.Frame && old != g {
			h.drop(old)
		}
	}
	h.worlds[g] = m
}

// made moves a finished world to the name of the document that it turned out to be of, and drops a failed one.
func (h *hands) made(g Generation, m *making) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.worlds[g] == m {
		delete(h.worlds, g)
	}
	close(m.done)
	if m.err == nil {
		h.put(m.world.doc, m)
	}
}

// live lists the worlds that stand.
func (h *hands) live() []*world {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]*world, 0, len(h.worlds))
	for _, m := range h.worlds {
		select {
		case <-m.done:
			if m.err == nil {
				list = append(list, m.world)
			}
		default:
		}
	}
	return list
}

// An element is a node of one document, by its number in the document's world.
type element struct {
	world *world
	node  int
}

// element resolves a uid. The error wraps ErrStale if its document is gone or there never was one.
func (t *Tab) element(uid UID) (element, error) {
	number, ok := parseUID(uid)
	if !ok {
		return element{}, fmt.Errorf("%w: no such element", ErrStale)
	}
	for _, w := range t.hands.live() {
		w.mu.Lock()
		node, found := w.uids.node(number)
		w.mu.Unlock()
		if found {
			return element{world: w, node: int(node)}, nil
		}
	}
	return element{}, fmt.Errorf("%w: element of no living document", ErrStale)
}

// parseUID reads e1, e2, … in the one way in which it is written.
func parseUID(uid UID) (int64, bool) {
	digits, ok := strings.CutPrefix(string(uid), "e")
	if !ok || digits == "" || digits[0] == '0' || digits[0] == '+' || digits[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

func formatUID(n int64) UID { return UID("e" + strconv.FormatInt(n, 10)) }

// name gives the first n nodes of the world their uids. The numbers of a context never repeat.
func (w *world) name(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	missing := int64(n) - w.uids.known()
	if missing <= 0 {
		return
	}
	c := w.tab.context
	c.mu.Lock()
	next := c.uids + 1
	c.uids += missing
	c.mu.Unlock()
	w.uids.add(next, missing)
}

// uidOf is the uid of a node that has one.
func (w *world) uidOf(node int) UID {
	w.mu.Lock()
	defer w.mu.Unlock()
	return formatUID(w.uids.uid(int64(node)))
}
