package browser

import "browser-mcp/cdp"

// An Asker is a document that may have sent a request.
type Asker struct {
	Doc    Generation
	Origin string
}

// askers lists the documents that a request may come from: the one that stood in the frame when it was sent, and for a
// frame's own document also those around it and the opener's, which may have sent the frame there. The network log runs
// beside the event loop, so the frame may show a later document by now, even the one that was asked for; it remembers
// when that came and what stood there before.
func (t *Tab) askers(id cdp.FrameID, navigation bool, seq uint64) []Asker {
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.frames.find(id)
	if f == nil {
		f = t.frames.top() // a worker's, or of a frame that is gone
	}
	list := []Asker{f.askedBy(seq)}
	if !navigation {
		return list
	}
	for up := f.parent; up != nil; up = up.parent {
		list = append(list, up.askedBy(seq))
	}
	if f.parent == nil && t.creator != "" && t.commits <= 1 {
		list = append(list, Asker{Origin: t.creator})
	}
	return list
}

// askedBy is the document that stood in the frame when the event with that number came.
func (f *frame) askedBy(seq uint64) Asker {
	if f.since > seq {
		return f.before
	}
	return f.asker()
}

func (f *frame) asker() Asker { return Asker{Doc: f.generation(), Origin: f.origin} }
