package vault

import "maps"

// fill is what all fills into one origin that leave the same traces share.
type fill struct {
	origin string
	shapes shapes
	ends   bool // with its last document and history entry (rule 7)

	docs, near       places          // live documents: filled, or in the scope of short classes
	past             places          // documents near once that are gone; what they said may be reported later
	entries, nearest places          // history entries of these, by tab
	open             map[string]bool // tabs whose next document is the submission's
}

// place is a document, or a history entry where frame and loader are empty.
type place struct {
	tab, frame, loader string
	entry              int64
}

// places is bounded: past maxPlaces it holds everything.
type places struct {
	set  map[place]bool
	full bool
}

func (p *places) add(at place) {
	if at == (place{tab: at.tab}) || p.full {
		return // an entry that nobody knows
	}
	if p.set == nil {
		p.set = map[place]bool{}
	}
	p.set[at] = true
	p.full = len(p.set) > maxPlaces
}

func (p *places) has(at place) bool { return p.full || p.set[at] }
func (p *places) some() bool        { return p.full || len(p.set) > 0 }

// in says whether any of them is in the tab.
func (p *places) in(tab string) bool {
	for at := range p.set {
		if at.tab == tab {
			return true
		}
	}
	return p.full
}

func (p *places) remove(gone func(place) bool) {
	maps.DeleteFunc(p.set, func(at place, _ bool) bool { return gone(at) })
}

// leave takes documents that are gone out of the live ones.
func (f *fill) leave(gone func(place) bool) {
	for at := range f.near.set {
		if gone(at) {
			f.past.add(at)
		}
	}
	f.docs.remove(gone)
	f.near.remove(gone)
}

// end forgets a tab: its documents and its history.
func (f *fill) end(tab string) {
	for _, p := range []*places{&f.docs, &f.near, &f.past, &f.entries, &f.nearest} {
		p.remove(func(at place) bool { return at.tab == tab })
	}
	delete(f.open, tab)
}

// reach marks a document that holds the value or may have been given it back.
func (f *fill) reach(at place, entry int64) {
	f.docs.add(at)
	f.near.add(at)
	f.entries.add(place{tab: at.tab, entry: entry})
	f.nearest.add(place{tab: at.tab, entry: entry})
	f.open[at.tab] = true
}

// entered adds a history entry to what a tab shows already: pushState, fragments. An entry is of all frames together, so
// a document belongs to it whichever frame made it.
func (f *fill) entered(tab string, entry int64) {
	if f.docs.in(tab) {
		f.entries.add(place{tab: tab, entry: entry})
	}
	if f.near.in(tab) {
		f.nearest.add(place{tab: tab, entry: entry})
	}
}

// committed places one new document: given back by history, brought back with what was
// near the fill, loaded by the submission, or none of these. known says that the tab was told to stand on the entry
// before; one that only frames made may hold what was filled as well.
func (f *fill) committed(c CommittedDoc, at place, known bool) (retag bool) {
	entry := place{tab: c.Tab, entry: c.Entry}
	unknown := c.ByHistory && (c.Entry == 0 && c.Origin == f.origin || !known && f.entries.in(c.Tab))
	switch {
	case (c.Top || c.Origin == f.origin) && (f.entries.has(entry) || unknown):
		f.reach(at, c.Entry)
		return true
	case f.nearest.has(entry):
		f.near.add(at)
		f.open[c.Tab] = true
	case c.ByAgent:
		if c.Top {
			delete(f.open, c.Tab)
		}
	case f.open[c.Tab] || c.Opener != "" && f.open[c.Opener]: // forms may name a window
		f.near.add(at)
		f.nearest.add(entry)
		f.open[c.Tab] = true
	}
	return false
}

func (f *fill) tainted() bool { return !f.ends || f.docs.some() || f.entries.some() }

// shapesAt gives the shapes that are masked at a place.
func (t *taint) shapesAt(p Place) (set shapes) {
	if !p.Fresh || p.Own {
		return 0
	}
	at := place{tab: p.Tab, frame: p.Frame, loader: p.Loader}
	for _, f := range t.fills {
		switch {
		case f.near.has(at), f.past.has(at) && !t.live(at):
			set |= f.shapes
		case f.origin == p.Origin && f.tainted():
			set |= f.shapes & lastingShapes
		}
	}
	if t.flooded {
		for _, known := range shapeMarkers {
			set |= known.shape
		}
	}
	return set
}
