package robust

import "time"

const (
	// patience is when something that does not come counts as never coming. Nothing is measured by it: the machine may be
	// as slow as it likes, and what hangs, hangs.
	patience = 2 * time.Minute

	// unanswered is the end of one call: less than the 60 s after which the program itself gives a call up, so that a call
	// which was lost cannot pass for one that was answered.
	unanswered = 50 * time.Second
)
