package vault

import (
	"sort"
	"strings"
)

// joined is several runs as one text, a line feed between them, which counts as one
// dropped character and joins no tokens.
type joined struct {
	text   string
	pieces []stretch
}

type stretch struct{ run, from, to int }

func join(runs []string, include func(i int) bool) joined {
	var j joined
	size := 0
	for i, s := range runs {
		if s != "" && include(i) {
			size += len(s) + 1
			j.pieces = append(j.pieces, stretch{run: i})
		}
	}
	var b strings.Builder
	b.Grow(size)
	for n := range j.pieces {
		p := &j.pieces[n]
		if n > 0 {
			b.WriteByte('\n')
		}
		p.from = b.Len()
		b.WriteString(runs[p.run])
		p.to = b.Len()
	}
	j.text = b.String()
	return j
}

// split hands each run its share of the spans.
func (j joined) split(spans []span, hidden [][]span) {
	for _, sp := range spans {
		i := sort.Search(len(j.pieces), func(i int) bool { return j.pieces[i].to > sp.from })
		for ; i < len(j.pieces) && j.pieces[i].from < sp.to; i++ {
			p, own := j.pieces[i], sp
			own.from, own.to = max(sp.from, p.from)-p.from, min(sp.to, p.to)-p.from
			hidden[p.run] = append(hidden[p.run], own)
		}
	}
}
