package vault

// Class says how well a value resists guessing, and with it what the redactor may do with
// it (threats, part A). It is fixed at import, for each key of a secret alone.
type Class string

const (
	// Strong has at least 64 bits that nobody could know: compared everywhere.
	Strong Class = "strong"
	// Middling is a human password of 8 characters or more: compared whole, in fresh text
	// of the filled origin.
	Middling Class = "middling"
	// Guessable is everything else: never compared.
	Guessable Class = "guessable"
)

func (c Class) known() bool { return c == Strong || c == Middling || c == Guessable }
