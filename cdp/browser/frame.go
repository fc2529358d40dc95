package browser

import "browser-mcp/cdp"

// A frame is one frame of a tab and the document in it. The event loop replaces a frame's value under the tab's lock;
// what frameList and frameOf return are copies that stay as they are, so they may be stale but never torn.
type frame struct {
	tab     *Tab
	id      cdp.FrameID
	ref     FrameRef
	parent  *frame // nil for the top frame
	session *cdp.Session
	loader  cdp.LoaderID
	url     string
	name    string
	origin  string // "null" if opaque
}

// generation identifies the document that stood in the frame when f was copied.
func (f *frame) generation() Generation { return Generation{Frame: f.id, Loader: f.loader} }

// frameList returns a copy of the tab's frames, the top one first and parents before their children.
func (t *Tab) frameList() []*frame {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.frames.snapshot()
}

// frameOf returns a copy of the frame in which a document lives. The error is ErrStale if it lives no longer.
func (t *Tab) frameOf(g Generation) (*frame, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.frames.snapshot() {
		if f.generation() == g {
			return f, nil
		}
	}
	return nil, ErrStale
}

// A frameTree holds the frames of a tab in the order in which they were attached, so parents come first.
type frameTree struct {
	order []*frame
	count int // of all frames that ever were, for their references
}

// snapshot copies the frames. The caller holds the tab's lock.
func (ft *frameTree) snapshot() []*frame {
	copies := make(map[*frame]*frame, len(ft.order))
	list := make([]*frame, 0, len(ft.order))
	for _, f := range ft.order {
		c := *f
		c.parent = copies[f.parent]
		copies[f] = &c
		list = append(list, &c)
	}
	return list
}
