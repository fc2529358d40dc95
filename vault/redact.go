package vault

import "slices"

// Place says where a text was seen. The zero Place is nowhere: no fill's scope covers it.
type Place struct {
	Tab, Frame, Loader, Origin string

	// Fresh text is not in the record that was taken before the fill (threats N4). Options of
	// a closed set never count as fresh: what is hidden of them would tell (rule 11).
	Fresh bool
	// Own text is the agent's own, unchanged (threats N5).
	Own bool
}

// Redact is the choke point of everything that leaves: it hides strong values in every
// encoding, and leaves our own markers as they are.
func (r *Redactor) Redact(owner Owner, s string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.lostLocked() {
		return withheld(s)
	}
	return apply(s, merge(r.strongLocked(owner, s)), false)
}

// RedactAt is for text of a page, once: beyond what Redact hides, it hides middling values
// in fresh text of the origin that they were filled into, masks by shape what is fresh in
// the scope of a guessable one, and escapes what imitates a marker.
func (r *Redactor) RedactAt(owner Owner, p Place, s string) string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if r.lostLocked() {
		return withheld(s)
	}
	spans := r.strongLocked(owner, s)
	if p.Fresh && !p.Own {
		spans = append(spans, r.middlingLocked(owner, p.Origin, s)...)
	}
	if set := r.taint.shapesAt(p); set != 0 {
		spans = append(spans, maskSpans(s, set)...)
	}
	return apply(s, merge(spans), !p.Own)
}

// RedactRuns is [Redactor.RedactAt] for the strings of one result in the order in which a
// reader meets them, each with its place. A value that is spread over several of them is
// hidden in each. runs stays as it is; what changes is in the result, of the same length.
func (r *Redactor) RedactRuns(owner Owner, p []Place, runs []string) []string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	out := make([]string, len(runs))
	hidden := make([][]span, len(runs))
	if !r.lostLocked() {
		r.compareLocked(owner, p, runs, hidden)
		r.maskLocked(p, runs, hidden)
	}
	for i, s := range runs {
		if r.lostLocked() {
			out[i] = withheld(s)
		} else {
			out[i] = apply(s, merge(hidden[i]), !p[i].Own)
		}
	}
	return out
}

// compareLocked finds strong values in all runs, and across the short ones that labels
// keep apart; middling ones across the fresh runs of each origin that has any.
func (r *Redactor) compareLocked(owner Owner, p []Place, runs []string, hidden [][]span) {
	if r.index == nil {
		return
	}
	all := join(runs, func(int) bool { return true })
	all.split(r.strongLocked(owner, all.text), hidden)
	for _, most := range shortRuns {
		short := join(runs, func(i int) bool { return len(runs[i]) <= most })
		if n := len(short.pieces); n > 1 && n < len(runs) {
			short.split(r.strongLocked(owner, short.text), hidden)
		}
	}
	for _, origin := range r.middling {
		fresh := join(runs, func(i int) bool { return p[i].Fresh && !p[i].Own && p[i].Origin == origin })
		fresh.split(r.middlingLocked(owner, origin, fresh.text), hidden)
	}
}

// maskLocked masks by shape alone: no value is looked at (threats N4).
func (r *Redactor) maskLocked(p []Place, runs []string, hidden [][]span) {
	at := make([]shapes, len(runs))
	var distinct []shapes
	for i := range runs {
		if at[i] = r.taint.shapesAt(p[i]); at[i] != 0 {
			distinct = addTo(distinct, at[i])
		}
	}
	for _, set := range distinct {
		in := join(runs, func(i int) bool { return at[i] == set })
		in.split(maskSpans(in.text, set), hidden)
	}
}

func (r *Redactor) strongLocked(owner Owner, s string) []span {
	return r.searchLocked(owner, s, func(v *registered) bool { return v.class == Strong })
}

func (r *Redactor) middlingLocked(owner Owner, origin, s string) []span {
	if !slices.Contains(r.middling, origin) {
		return nil
	}
	return r.searchLocked(owner, s, func(v *registered) bool { return v.class == Middling && v.filledInto(origin) })
}

func (r *Redactor) searchLocked(owner Owner, s string, wanted func(*registered) bool) []span {
	if r.index == nil || len(s) < window {
		return nil
	}
	search := search{ix: r.index, owner: owner, wanted: wanted, steps: workFactor*len(s) + leastSteps}
	all := layers(s)
	if r.index.signs {
		all = append(all, mailLayers(all[0])...)
	}
	if !search.scan(all) {
		return []span{{to: len(s), marker: redacted}}
	}
	return search.spans
}

// lostLocked reports that values were known here and no longer are.
func (r *Redactor) lostLocked() bool { return r.closed && len(r.values) > 0 }

func withheld(s string) string {
	if s == "" {
		return ""
	}
	return redacted
}
