package vault

import (
	"cmp"
	"sort"
	"strings"
)

// layer is a text with one level of escapes undone, and where it came from. The first one
// has nothing below it.
type layer struct {
	text  string
	edits []edit
	below *layer
	above *layer // nil where there was nothing to undo
}

// edit says that text[at:end] stands for below.text[from:to]; between edits the two are equal.
type edit struct{ at, end, from, to int }

// layers undoes escapes until nothing changes, at most maxLayers times.
func layers(s string) []*layer {
	all := []*layer{{text: s}}
	for range maxLayers {
		top := all[len(all)-1]
		top.above = top.undo(pageOpens, pageEscape)
		if top.above == nil {
			break
		}
		all = append(all, top.above)
	}
	return all
}

// mailLayers reads a text as mail encodes it. These stand apart: an address with ?id=42 is
// no quoted-printable, and would break what the other layers show.
func mailLayers(base *layer) (all []*layer) {
	joined := base.undo("=", softBreak) // may part the bytes of one character
	for _, l := range []*layer{joined, cmp.Or(joined, base).undo("=", quotedPrintable), base.undo("+", utf7)} {
		if l != nil {
			all = append(all, l)
		}
	}
	return all
}

// undo gives the layer above, nil if there is nothing to undo.
func (l *layer) undo(opens string, read escape[string]) *layer {
	if !strings.ContainsAny(l.text, opens) {
		return nil
	}
	text, edits := unescape(make([]byte, 0, len(l.text)), l.text, opens, read)
	if len(edits) == 0 {
		return nil
	}
	return &layer{text: string(text), edits: edits, below: l}
}

// source maps [a, b) down to the first layer; an escape touched is an escape covered.
func (l *layer) source(a, b int) (int, int) {
	for ; l.below != nil; l = l.below {
		a, b = l.down(a, false), l.down(b, true)
	}
	return a, b
}

func (l *layer) down(at int, isEnd bool) int {
	look := at
	if isEnd {
		look--
	}
	i := sort.Search(len(l.edits), func(i int) bool { return l.edits[i].at > look })
	if i == 0 {
		return at
	}
	e := l.edits[i-1]
	switch {
	case look >= e.end:
		return e.to + at - e.end
	case isEnd:
		return e.to
	}
	return e.from
}

// between gives the end of the last escape before from and the start of the first one
// behind to, in the text below.
func (l *layer) between(from, to, end int) (lo, hi int) {
	if i := sort.Search(len(l.edits), func(i int) bool { return l.edits[i].to > from }); i > 0 {
		lo = l.edits[i-1].to
	}
	hi = end
	if i := sort.Search(len(l.edits), func(i int) bool { return l.edits[i].from >= to }); i < len(l.edits) {
		hi = l.edits[i].from
	}
	return lo, hi
}
