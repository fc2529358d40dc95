package browser

import (
	"context"
	"sync"
)

// AwaitChange returns when something in the tab changed since its last snapshot, or since the call where there was none:
// the tree or a value of a document, or the set of documents. It waits without a clock, by what the pages themselves
// say; ctx ends it.
func (t *Tab) AwaitChange(ctx context.Context) error {
	known := make(map[Generation]bool)
	for _, w := range t.hands.live() {
		known[w.doc] = true
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	frames := t.frameList()
	changed := make(chan error, len(frames)+1)
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	for _, f := range frames {
		if len(known) > 0 && !known[f.generation()] {
			return nil
		}
		// Owned by AwaitChange; ends with a change or with ctx, which is cancelled before it is waited for.
		wg.Go(func() { changed <- t.awaitFrame(ctx, f) })
	}
	before := documents(frames)
	wg.Go(func() { // as above
		changed <- t.await(ctx, func() bool { return documents(t.frames.order) != before })
	})
	return <-changed
}

// awaitFrame waits for a change of one document. That it went away is one.
func (t *Tab) awaitFrame(ctx context.Context, f *frame) error {
	w, err := t.world(ctx, f)
	if err == nil {
		var a answer
		err = w.worldEnd(w.wait(ctx, w.start(ctx, "changed", nil), &a))
	}
	return err
}

// worldEnd turns the end of a document into a change.
func (w *world) worldEnd(err error) error {
	if err == nil {
		return nil
	}
	if err = w.lost(err); staleOnly(err) {
		return nil
	}
	return err
}

// documents names the documents of frames, so that two sets can be compared.
func documents(frames []*frame) string {
	var names []byte
	for _, f := range frames {
		names = append(names, f.id...)
		names = append(names, '/')
		names = append(names, f.loader...)
		names = append(names, ' ')
	}
	return string(names)
}
