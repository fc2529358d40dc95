package vault

// attempts counts fills that ended incomplete (threats N6): each tells whoever can shape
// the field a little about the value, so a reference and document have few. The oldest pair
// is forgotten when maxAttempts are kept; a page gets a new document by loading again, so
// being forgotten gives an attacker nothing more. The Filler's lock guards it.
type attempts struct {
	count map[attempt]int
	order []attempt
}

type attempt struct {
	secret   SecretID
	document Document
}

// add is not undone by a fill that succeeds: an agent could have one in between.
func (a *attempts) add(secret SecretID, document Document) {
	key := attempt{secret, document}
	if a.count[key] == 0 {
		if len(a.order) == maxAttempts {
			delete(a.count, a.order[0])
			a.order = a.order[1:]
		}
		if a.count == nil {
			a.count = map[attempt]int{}
		}
		a.order = append(a.order, key)
	}
	a.count[key]++
}

// locked stays true for as long as the pair is kept, whatever happens to the document.
func (a *attempts) locked(secret SecretID, document Document) bool {
	return a.count[attempt{secret, document}] >= maxIncomplete
}

// forget is for a human's word that the reference may be used again.
func (a *attempts) forget(secret SecretID) {
	kept := a.order[:0]
	for _, key := range a.order {
		if key.secret == secret {
			delete(a.count, key)
		} else {
			kept = append(kept, key)
		}
	}
	a.order = kept
}
