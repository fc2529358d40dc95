package vault

// reduction is what a view keeps of a text, written over kept's spare capacity and never
// beyond it: kept is locked memory.
type reduction struct {
	view   view
	kept   []byte
	full   bool  // there was more than fits
	lo, hi int   // offsets into the text, then into kept
	at     []int // of the text, for each kept byte
	end    int   // of the text, behind the last kept byte
	gap    int   // the longest run of dropped characters between two kept ones
}

func reduce[T text](r *reduction, s T) {
	lo, hi := r.lo, r.hi
	r.lo, r.hi, r.gap = 0, 0, 0
	var g gap
	for i := 0; i < len(s); {
		u := next(r.view, s, i)
		if i < lo {
			r.lo = len(r.kept) + u.n
		}
		if i < hi {
			r.hi = len(r.kept) + u.n
		}
		i += u.size
		if u.kind != foldItself {
			g.drop(u)
			continue
		}
		if len(r.kept)+u.n > cap(r.kept) {
			r.full = true
			return
		}
		if len(r.kept) > 0 {
			r.gap = max(r.gap, g.n)
		}
		g = gap{}
		r.kept, r.end = append(r.kept, u.kept[:u.n]...), i
		for range u.n {
			r.at = append(r.at, i-u.size)
		}
	}
}

// gap counts dropped characters since the last kept one.
type gap struct {
	n     int
	space bool
}

func (g *gap) drop(u unit) {
	if u.kind == foldIgnored || u.space && g.space {
		return
	}
	g.n++
	g.space = u.space
}
