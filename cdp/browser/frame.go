package browser

import (
	"fmt"
	"slices"
	"strings"

	"browser-mcp/cdp"
)

// A frame is one frame of a tab and the document in it. The event loop changes it under the tab's lock; what frameList
// and frameOf return are copies that stay as they are, so they may be stale but never torn.
type frame struct {
	tab     *Tab
	id      cdp.FrameID
	ref     FrameRef
	parent  *frame // nil for the top frame
	session *cdp.Session
	loader  cdp.LoaderID // empty until the first document is known
	url     string
	name    string
	origin  string // "null" if opaque
	failed  bool   // an error page of the browser stands here
	orphan  bool   // its process is gone, and whether it lives on in its parent's is not known yet

	before Asker  // the document that stood here until then
	since  uint64 // the number of the event that brought the present one

	marks   marks
	history cdp.LoaderID // the loader of a history navigation on its way
}

// marks are the milestones that a document has reached (CDP Page.lifecycleEvent).
type marks struct {
	loader             cdp.LoaderID
	parsed, load, idle bool
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

// A frameTree holds the frames of a tab in the order in which they were attached, so parents come first and the top
// frame is the very first. The caller of its methods holds the tab's lock.
type frameTree struct {
	order []*frame
	count int // of all frames that ever were, for their references
}

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

func (ft *frameTree) top() *frame { return ft.order[0] }

func (ft *frameTree) find(id cdp.FrameID) *frame {
	for _, f := range ft.order {
		if f.id == id {
			return f
		}
	}
	return nil
}

// add takes in a new frame. Beyond the bound it is left out, and so is everything below it.
func (ft *frameTree) add(f *frame) bool {
	if len(ft.order) >= maxFrames {
		return false
	}
	ft.count++
	f.ref = FrameRef(fmt.Sprintf("f%d", ft.count))
	ft.order = append(ft.order, f)
	return true
}

// remove takes a frame out together with all that is below it, and returns the documents that are gone.
func (ft *frameTree) remove(f *frame) []Generation {
	gone := ft.removeBelow(f)
	if f.loader != "" {
		gone = append(gone, f.generation())
	}
	ft.order = slices.DeleteFunc(ft.order, func(other *frame) bool { return other == f })
	return gone
}

func (ft *frameTree) removeBelow(f *frame) []Generation {
	var gone []Generation
	ft.order = slices.DeleteFunc(ft.order, func(other *frame) bool {
		below := false
		for up := other.parent; up != nil && !below; up = up.parent {
			below = up == f
		}
		if below && other.loader != "" {
			gone = append(gone, other.generation())
		}
		return below
	})
	return gone
}

// originOf is the origin of a document as far as the browser process tells it. Documents without an address of their
// own have their creator's origin. A sandboxed document is only known to be opaque by asking it.
func originOf(security, url, creator string) string {
	switch {
	case strings.HasPrefix(security, "http://"), strings.HasPrefix(security, "https://"):
		return security
	case url == "", strings.HasPrefix(url, "about:"):
		if creator != "" {
			return creator
		}
	}
	return "null"
}
