package vault

import (
	"cmp"
	"slices"
	"strings"
)

// span is a stretch of a text that is not shown, and what is shown in its place: because a
// value stands there, or by its shape alone.
type span struct {
	from, to int
	marker   string
	shape    bool
}

// finish takes the hits of one view to spans of the text that was given: whole token runs,
// so that no fragment stays beside a marker (threats N2).
func (s *search) finish() {
	slices.SortFunc(s.hits, func(a, b hit) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	done := -1
	for _, h := range s.hits {
		from, to := h.from, h.to
		if to > done {
			from, to = s.layer.tokenRun(from, to, h.pattern.base64)
			done = to
		}
		from, to = s.layer.source(from, to)
		s.spans = append(s.spans, span{from: from, to: to, marker: h.pattern.value.marker(s.owner)})
	}
	s.hits = s.hits[:0]
}

// tokenRun widens a hit to the letters, digits, _ and - that stand against it, for base64
// also to its other characters. What an escape of the layer above stands for is no part.
func (l *layer) tokenRun(from, to int, base64 bool) (int, int) {
	lo, hi := 0, len(l.text)
	if l.above != nil {
		lo, hi = l.above.between(from, to, hi)
	}
	for from > lo {
		u := prev(viewLoose, l.text, from)
		if u.kind == foldSeparator && !joins(l.text[from-1], base64) {
			break
		}
		from -= u.size
	}
	for to < hi {
		u := next(viewLoose, l.text, to)
		if u.kind == foldSeparator && !joins(l.text[to], base64) {
			break
		}
		to += u.size
	}
	for n := 0; base64 && n < 2 && to < len(l.text) && l.text[to] == '='; n++ {
		to++
	}
	return max(from, 0), to
}

func joins(c byte, base64 bool) bool {
	return c == '_' || c == '-' || base64 && (c == '+' || c == '/')
}

// merge sorts spans and joins those that overlap or touch.
func merge(spans []span) []span {
	slices.SortStableFunc(spans, func(a, b span) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	merged := spans[:0]
	for _, next := range spans {
		if len(merged) == 0 || next.from > merged[len(merged)-1].to {
			merged = append(merged, next)
			continue
		}
		last := &merged[len(merged)-1]
		last.to = max(last.to, next.to)
		last.marker, last.shape = together(*last, next)
	}
	return merged
}

// together chooses the marker of a joined span: a value's before a shape's, and nobody's
// where different values meet (secure-browser, section 8.3).
func together(a, b span) (marker string, shape bool) {
	switch {
	case b.shape:
		return a.marker, a.shape
	case a.shape || a.marker == b.marker:
		return b.marker, false
	}
	return redacted, false
}

// apply writes s with its spans replaced. What page text remains is escaped on request.
func apply(s string, spans []span, escape bool) string {
	if len(spans) == 0 && !(escape && imitates(s)) {
		return s
	}
	var b strings.Builder
	plain := func(part string) {
		if escape {
			part = escapeMarkers(part)
		}
		b.WriteString(part)
	}
	last := 0
	for _, sp := range spans {
		plain(s[last:sp.from])
		b.WriteString(sp.marker)
		last = sp.to
	}
	plain(s[last:])
	return b.String()
}
