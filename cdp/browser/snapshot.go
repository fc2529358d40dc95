package browser

import (
	"context"
	"errors"
	"slices"
	"sync"

	"browser-mcp/cdp"
)

// SnapshotOptions say what a snapshot tells.
type SnapshotOptions struct {
	Text  bool     // the words of the page too, not only what one can do something with
	Frame FrameRef // of this frame only; empty for all
	Max   int      // items; 0 or too many means maxItems
	Skip  int      // items that are left out at the beginning, for a further page of results
}

// A Snapshot is what a tab shows.
type Snapshot struct {
	URL, Title String
	Frames     []FrameInfo
	Items      []Item // frame by frame, in the order of Frames
	Truncated  bool   // there is more than Max, or more than a page may hold
}

// FrameInfo describes a frame of a snapshot.
type FrameInfo struct {
	Ref, Parent FrameRef
	Doc         Generation
	URL         String
	Origin      string // as the document sees itself
	Name        String
	Opaque      bool
}

// A view is a walk of one frame.
type view struct {
	frame  *frame
	world  *world
	answer *walkAnswer
	err    error
}

// Snapshot tells what is in the tab: in every frame, also those of other processes, and in every shadow root, also
// closed ones. It is read in isolated worlds, in one call per frame. The error wraps ErrUnknownFrame if the options name
// a frame that is not there, and ErrStale if the page kept navigating.
func (t *Tab) Snapshot(ctx context.Context, o SnapshotOptions) (*Snapshot, error) {
	if o.Max <= 0 || o.Max > maxItems {
		o.Max = maxItems
	}
	o.Skip = max(o.Skip, 0)
	for try := 1; ; try++ {
		s, err := t.snapshot(ctx, o)
		if !errors.Is(err, ErrStale) || try == maxStale {
			return s, err
		}
		if err := t.caughtUp(ctx); err != nil {
			return nil, t.translate(err)
		}
	}
}

func (t *Tab) snapshot(ctx context.Context, o SnapshotOptions) (*Snapshot, error) {
	frames := t.frameList()
	if o.Frame != "" {
		frames = slices.DeleteFunc(frames, func(f *frame) bool { return f.ref != o.Frame })
		if len(frames) == 0 {
			return nil, ErrUnknownFrame
		}
	}
	// Each frame may have to skip all that is skipped, so each is asked for as much as all together may tell.
	views := t.look(ctx, frames, walkRequest{Text: o.Text, Max: o.Max + o.Skip})
	if first := views[0]; first.err != nil {
		return nil, first.err
	}
	return assemble(views, o)
}

// look walks frames. The walks of documents that are known are on their way together.
func (t *Tab) look(ctx context.Context, frames []*frame, wanted walkRequest) []view {
	views := make([]view, len(frames))
	var wg sync.WaitGroup
	for i, f := range frames {
		views[i].frame = f
		// Owned by look, which waits below; ends with the answers of the page or the context.
		wg.Go(func() { t.lookAt(ctx, &views[i], wanted) })
	}
	wg.Wait()
	return views
}

func (t *Tab) lookAt(ctx context.Context, v *view, wanted walkRequest) {
	ctx, cancel := context.WithTimeout(ctx, worldTimeout)
	defer cancel()
	if v.world, v.err = t.world(ctx, v.frame); v.err != nil {
		return
	}
	first := v.world.wantsPiercing(0)
	walking := v.world.start(ctx, "walk", wanted)
	var looking piercing
	if first {
		looking = v.world.startPiercing(ctx)
	}
	v.answer, v.err = v.world.finishWalk(ctx, walking)
	switch {
	case v.err != nil:
		if first {
			looking.forget()
		}
		return
	case first:
	case v.world.wantsPiercing(v.answer.Elements):
		looking = v.world.startPiercing(ctx)
	default:
		return
	}
	found, err := looking.finish(ctx)
	if err != nil {
		v.err = err
	} else if found {
		v.answer, v.err = v.world.finishWalk(ctx, v.world.start(ctx, "walk", wanted))
	}
}

func (w *world) finishWalk(ctx context.Context, p *cdp.Pending) (*walkAnswer, error) {
	var text string
	if err := w.finish(ctx, p, &text); err != nil {
		return nil, err
	}
	return parseWalk(text, w.tab.context.recordedBefore)
}

// assemble puts the walks together. A frame that went away meanwhile is left out.
func assemble(views []view, o SnapshotOptions) (*Snapshot, error) {
	s := &Snapshot{}
	skip := o.Skip
	for i, v := range views {
		if errors.Is(v.err, ErrStale) {
			continue
		}
		if v.err != nil {
			return nil, v.err
		}
		if i == 0 {
			s.URL, s.Title = v.answer.str(v.answer.URL), v.answer.str(v.answer.Title)
		}
		s.Frames = append(s.Frames, v.info())
		s.Truncated = s.Truncated || v.answer.Truncated
		var err error
		if skip, err = s.take(v, skip, o.Max); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (v view) info() FrameInfo {
	info := FrameInfo{
		Ref: v.frame.ref, Doc: v.world.doc, URL: v.answer.str(v.answer.URL), Origin: v.answer.Origin,
		Name: String{S: v.frame.name}, Opaque: v.answer.Origin == "null",
	}
	if v.frame.parent != nil {
		info.Parent = v.frame.parent.ref
	}
	return info
}

// take adds the items of one frame, and returns how many are still to be skipped.
func (s *Snapshot) take(v view, skip, most int) (int, error) {
	items, highest, err := v.answer.count()
	if err != nil {
		return 0, err
	}
	v.world.name(highest)
	s.Items = slices.Grow(s.Items, max(0, min(items-skip, most-len(s.Items))))
	err = v.answer.each(func(raw rawItem) error {
		if skip > 0 {
			skip--
			return nil
		}
		if len(s.Items) >= most {
			s.Truncated = true
			return nil
		}
		it, err := v.answer.item(raw)
		if raw.node > 0 {
			it.UID = v.world.uidOf(raw.node)
		}
		it.Frame, it.Doc, it.Origin = v.frame.ref, v.world.doc, v.answer.Origin
		s.Items = append(s.Items, it)
		return err
	})
	return skip, err
}
