package vault

import "unicode/utf8"

// hit is a place in a layer's text where a value stands.
type hit struct {
	from, to int
	pattern  *pattern
	origin   int // kept index of the pattern's start: the same for all windows of one copy
	end      int // kept index of the last window seen in it
}

// search is one scan of one text. wanted says which values count here.
type search struct {
	ix     *index
	owner  Owner
	wanted func(*registered) bool
	layer  *layer
	hits   []hit // of the present layer and view
	spans  []span
	steps  int // left before the text is given up
}

// scan looks for every wanted value in every layer of a text. It reports false when the
// text takes more work than texts do: then nothing is known about it.
func (s *search) scan(all []*layer) bool {
	for _, s.layer = range all {
		for v, needed := range s.ix.views {
			if needed {
				s.view(view(v))
				s.finish()
			}
		}
	}
	return s.steps > 0
}

// keptBytes of a byte for the hot loop: 0 is dropped, wide needs the slow way.
type byteTable [256]byte

const wide = 0xFF

var byteTables = func() (tables [viewLiteral + 1]byteTable) {
	for v := range tables {
		for c := range 256 {
			if c >= 0x80 {
				tables[v][c] = wide
			} else if u := next(view(v), []byte{byte(c)}, 0); u.n > 0 {
				tables[v][c] = u.kept[0]
			}
		}
	}
	return tables
}()

// view keeps the last eight kept bytes in one word and asks the filter about it after
// each character.
func (s *search) view(v view) {
	table, filter, seed, shift := &byteTables[v], s.ix.filter, s.ix.seed, s.ix.shift-filterSlotBits
	t := s.layer.text
	w, k := uint64(0), 0
	for i := 0; i < len(t); {
		c := table[t[i]]
		if c == 0 {
			i++
			continue
		}
		if c == wide {
			u := next(v, t, i)
			i += u.size
			w = s.wide(v, u.kept[:u.n], w, i, k)
			k += u.n
			continue
		}
		i++
		k++
		w = w<<8 | uint64(c)
		if h := w * seed; filter[h>>shift>>3]&(1<<(h>>shift&7)) != 0 {
			s.lookup(v, w, i, k, nil)
		}
	}
}

// wide adds a character of several kept bytes, which ends at byte at of the text, to the
// word of the last eight. A pattern's window may end at any rune of them: the text may
// write as one character what a value has as two.
func (s *search) wide(v view, kept []byte, w uint64, at, k int) uint64 {
	for i, c := range kept {
		w = w<<8 | uint64(c)
		if rest := kept[i+1:]; (len(rest) == 0 || utf8.RuneStart(rest[0])) && s.ix.may(w) {
			s.lookup(v, w, at, k+i+1, rest)
		}
	}
	return w
}

// lookup takes a window to every entry that it equals. rest is what the last character
// keeps beyond it.
func (s *search) lookup(v view, w uint64, at, k int, rest []byte) {
	for e := range s.ix.find(w) {
		p := e.pattern
		n := min(len(rest), len(p.kept)-e.end)
		if string(rest[:n]) != string(p.kept[e.end:e.end+n]) {
			continue
		}
		if p.view == v && s.wanted(p.value) && s.steps > 0 && !s.known(p, k-e.end, k) {
			s.candidate(entry{p, e.end + n}, at, k+n)
		}
	}
}

// candidate holds the text around a window against the rest of the entry's pattern. The
// window ends at byte at of the text, kept byte k.
func (s *search) candidate(e entry, at, k int) {
	p := e.pattern
	from, first := s.left(p, at, e.end)
	to, last := s.right(p, at, e.end)
	if e.end-first < window || !s.enough(p, first, last) {
		return
	}
	if first == 0 {
		from = s.headOf(p, from)
	}
	if last == len(p.kept) {
		to = s.tailOf(p, to)
	}
	s.hits = append(s.hits, hit{from, to, p, k - e.end, k - e.end + last})
}

// known reports a window inside a copy that is a hit already.
func (s *search) known(p *pattern, origin, k int) bool {
	const recent = 16
	for i := len(s.hits) - 1; i >= 0 && i >= len(s.hits)-recent; i-- {
		if h := s.hits[i]; h.pattern == p && h.origin == origin && k <= h.end {
			return true
		}
	}
	return false
}

// enough reports whether kept[first:last] is the whole, or a part that nobody guesses.
func (s *search) enough(p *pattern, first, last int) bool {
	if first == 0 && last == len(p.kept) {
		return true
	}
	lo, hi := max(first, p.lo), min(last, p.hi)
	if p.need == 0 || hi-lo < p.need || distinct(p.kept[lo:hi]) < leastDistinct {
		return false
	}
	if p.raw == nil {
		return true
	}
	from, to := int(p.raw[lo]), int(p.raw[hi-1])
	from, to = min(from, to), max(from, to)+1
	n := min(to-from, estimateBytes)
	s.steps -= n * n / 16 // what the estimate costs
	return unknownBits(p.value.raw[from:to]) >= leastPartBits
}

func distinct(b []byte) int {
	var seen [256]bool
	n := 0
	for _, c := range b {
		if !seen[c] {
			seen[c] = true
			n++
		}
	}
	return n
}

// left follows the pattern backwards from kept[:at], which ends at i of the text. It
// returns where the agreement begins in both.
func (s *search) left(p *pattern, i, at int) (from, first int) {
	from, first = i, at
	var g gap
	for i > 0 && first > 0 {
		u := prev(p.view, s.layer.text, i)
		i -= u.size
		s.steps--
		if u.kind != foldItself {
			if g.drop(u); g.n > p.gap {
				break
			}
			continue
		}
		n := min(u.n, first)
		if string(u.kept[u.n-n:u.n]) != string(p.kept[first-n:first]) {
			break
		}
		from, first, g = i, first-n, gap{}
	}
	return from, first
}

// right follows the pattern forwards.
func (s *search) right(p *pattern, i, at int) (to, last int) {
	to, last = i, at
	var g gap
	for i < len(s.layer.text) && last < len(p.kept) {
		u := next(p.view, s.layer.text, i)
		i += u.size
		s.steps--
		if u.kind != foldItself {
			if g.drop(u); g.n > p.gap {
				break
			}
			continue
		}
		n := min(u.n, len(p.kept)-last)
		if string(u.kept[:n]) != string(p.kept[last:last+n]) {
			break
		}
		to, last, g = i, last+n, gap{}
	}
	return to, last
}

// headOf and tailOf take in what the view dropped at the ends of the pattern, as far as it
// stands in the text, so that no punctuation of a value is left beside its marker.
func (s *search) headOf(p *pattern, i int) int {
	for rest, from, skipped := p.head, i, 0; len(rest) > 0 && from > 0 && skipped <= maxGap; {
		r, size := utf8.DecodeLastRuneInString(s.layer.text[:from])
		want, n := utf8.DecodeLastRune(rest)
		switch u := unitOf(viewLoose, s.layer.text, from-size, r, size); {
		case u.n > 0:
			return i
		case u.kind == foldSeparator:
			skipped++
		}
		from -= size
		if narrow(r) == narrow(want) {
			i, rest, skipped = from, rest[:len(rest)-n], 0
		}
	}
	return i
}

func (s *search) tailOf(p *pattern, i int) int {
	for rest, to, skipped := p.tail, i, 0; len(rest) > 0 && to < len(s.layer.text) && skipped <= maxGap; {
		r, size := utf8.DecodeRuneInString(s.layer.text[to:])
		want, n := utf8.DecodeRune(rest)
		switch u := unitOf(viewLoose, s.layer.text, to, r, size); {
		case u.n > 0:
			return i
		case u.kind == foldSeparator:
			skipped++
		}
		to += size
		if narrow(r) == narrow(want) {
			i, rest, skipped = to, rest[n:], 0
		}
	}
	return i
}

// narrow takes full-width punctuation to ASCII (U+FF01 to U+FF5E stand in its order).
func narrow(r rune) rune {
	if 0xFF01 <= r && r <= 0xFF5E {
		return r - 0xFF01 + '!'
	}
	return r
}
