package browser

import "context"

// Tag marks an element as one that holds a secret: its value is never read out again, and until it is empty it can only
// be filled, cleared, focused and left.
func (t *Tab) Tag(ctx context.Context, uid UID, marker string) error {
	return t.tell(ctx, uid, "tag", func(node int) any { return map[string]any{"node": node, "marker": marker} })
}

// TagAll tags every text control and every select of a document, those that it has and those that it will have: all that
// a secret can be written into, and history give back. The error wraps ErrStale if the document is gone.
func (t *Tab) TagAll(ctx context.Context, doc Generation, marker string) error {
	f, err := t.frameOf(doc)
	if err != nil {
		return err
	}
	w, err := t.world(ctx, f)
	if err != nil {
		return err
	}
	if w.doc != doc {
		return ErrStale
	}
	var word string
	if err := w.call(ctx, "tagAll", map[string]any{"marker": marker}, &word); err != nil {
		return err
	}
	return outcomeError(word)
}
