package vault

// Doc is one document: a frame of a tab, and the loader that filled the frame. Entry is the
// tab's history entry when it was shown, 0 if unknown.
type Doc struct {
	Tab, Frame, Loader string
	Origin             string
	Entry              int64
}

// CommittedDoc is a document that a frame now shows, or a new history entry of the one that
// it shows already (the loader is the same then). ByAgent and ByHistory say who asked for
// it; Opener is the tab that opened this one.
type CommittedDoc struct {
	Tab, Opener, Frame, Loader, Origin string

	Top                bool
	Entry              int64
	ByAgent, ByHistory bool
}

// taint is what fills have left in one browser context (threats rules 7, 8; N4, scope).
type taint struct {
	fills    []*fill
	tabs     map[string]*tabState
	filled   map[string]bool // origins, for as long as the context lives (rule 12)
	scripted map[string]bool // registrable parts of hosts (rule 1)
	flooded  bool            // more than can be told apart: everything is tainted
}

// tabState is what a tab shows now.
type tabState struct {
	entry   int64
	entries map[int64]bool    // that it stood on; more than maxPlaces are not told apart
	loaders map[string]string // by frame
}

// Filled begins taint and scope of a registered key's value. It is called before the write:
// an attempt counts.
func (r *Redactor) Filled(doc Doc, ref SecretID, key string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &r.taint
	if t.filled == nil {
		t.filled = map[string]bool{}
	}
	t.filled[doc.Origin] = true
	f := fill{origin: doc.Origin, ends: true}
	known := false
	for _, v := range r.values {
		if v.ref == ref && v.key == key {
			f.shapes |= v.shapes
			f.ends = f.ends && v.taintEnds()
			known = true
		}
	}
	f.ends = f.ends && known
	t.begin(f, doc)
}

// taintEnds is for passwords and one-time codes; what else a code may be, a PIN or a
// birthday, can be used again.
func (v *registered) taintEnds() bool {
	switch v.kind {
	case Password:
		return true
	case Code:
		return v.class != Guessable || v.shapes&^(shapeCode|shapeMixed|shapeAccount) == 0 && !hasWord(v.key, []string{"pin"}, []string{"pincode"})
	}
	return false
}

func (t *taint) begin(like fill, doc Doc) {
	f := t.fillLike(like)
	if f == nil {
		return
	}
	at := place{tab: doc.Tab, frame: doc.Frame, loader: doc.Loader}
	f.reach(at, doc.Entry)
	if tab := t.tabs[doc.Tab]; tab != nil {
		f.reach(at, tab.entry)
	}
}

func (t *taint) fillLike(like fill) *fill {
	for _, f := range t.fills {
		if f.origin == like.origin && f.shapes == like.shapes && f.ends == like.ends {
			return f
		}
	}
	if len(t.fills) >= maxFills {
		t.flooded = true
		return nil
	}
	f := &like
	f.open = map[string]bool{}
	t.fills = append(t.fills, f)
	return f
}

// Committed follows what the context shows. It returns true for a document that history
// may have given filled values back: its fields are to be tagged before anything reads
// them (rule 7).
func (r *Redactor) Committed(c CommittedDoc) (retag bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.taint.committed(c)
}

func (t *taint) committed(c CommittedDoc) (retag bool) {
	tab := t.tab(c.Tab)
	if !c.Top || c.Entry == 0 && tab.loaders[c.Frame] == c.Loader {
		c.Entry = tab.entry
	}
	at := place{tab: c.Tab, frame: c.Frame, loader: c.Loader}
	same := tab.loaders[c.Frame] == c.Loader
	if !same {
		for _, f := range t.fills {
			f.leave(func(old place) bool { return old.tab == c.Tab && (c.Top || old.frame == c.Frame) })
		}
		tab.shows(c)
	}
	known := c.Top && tab.stands(c.Entry) // a frame's own entry is not reported
	for _, f := range t.fills {
		if same {
			f.entered(c.Tab, c.Entry)
		} else {
			retag = f.committed(c, at, known) || retag
		}
	}
	t.forget()
	return retag || t.flooded && c.ByHistory
}

func (t *taint) tab(id string) *tabState {
	if tab := t.tabs[id]; tab != nil {
		return tab
	}
	if t.tabs == nil {
		t.tabs = map[string]*tabState{}
	}
	t.tabs[id] = &tabState{entries: map[int64]bool{}, loaders: map[string]string{}}
	return t.tabs[id]
}

// shows forgets what the commit replaced. A frame that merely disappeared is forgotten
// with its tab's document.
func (s *tabState) shows(c CommittedDoc) {
	if c.Top {
		clear(s.loaders)
	}
	if len(s.loaders) < maxPlaces {
		s.loaders[c.Frame] = c.Loader
	}
}

// stands notes the entry that the tab is on, and says whether it was on it before.
func (s *tabState) stands(entry int64) (known bool) {
	s.entry = entry
	known = s.entries[entry]
	if len(s.entries) < maxPlaces {
		s.entries[entry] = true
	}
	return known
}

// live says whether the document still stands in its frame.
func (t *taint) live(at place) bool {
	tab := t.tabs[at.tab]
	return tab != nil && tab.loaders[at.frame] == at.loader
}

// Closed ends a tab: its documents and its history.
func (r *Redactor) Closed(tab string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &r.taint
	delete(t.tabs, tab)
	for _, f := range t.fills {
		f.end(tab)
	}
	t.forget()
}

// forget drops fills of which nothing is left.
func (t *taint) forget() {
	kept := t.fills[:0]
	for _, f := range t.fills {
		if f.tainted() || f.near.some() || f.nearest.some() {
			kept = append(kept, f)
		}
	}
	clear(t.fills[len(kept):])
	t.fills = kept
}

// Tainted says whether an origin holds taint of a fill in this context.
func (r *Redactor) Tainted(origin string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	for _, f := range r.taint.fills {
		if f.origin == origin && f.tainted() {
			return true
		}
	}
	return r.taint.flooded
}
