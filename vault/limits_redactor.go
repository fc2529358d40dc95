package vault

import "unicode/utf8"

const (
	// window is how many kept bytes the filter looks at: one machine word, and the least
	// that a form may keep for loose matching (secure-browser, table 8.3).
	window = 8
	// maxGap is how many dropped characters may stand between two kept ones (table 8.3).
	maxGap = 3
	// leastPartBits is what a part of a value must hold beyond guessing before it is compared
	// on its own (threats N2), in bits.
	leastPartBits = 64
	// leastDistinct is how many different bytes a matching part must have, so that the
	// zeros inside a key do not match the zeros of another.
	leastDistinct = 6
	// maxLayers is how often escapes are undone (table 8.4: percent up to three times).
	maxLayers = 3
	// maxReference bounds an HTML character reference in bytes; the longest has 33.
	maxReference = 34
	// maxShifted bounds one shifted sequence of UTF-7, in UTF-16 units.
	maxShifted = 128
	// maxRegistered bounds the values of one context, maxAnchors the anchors of one form,
	// maxEntries all of them: the index stays below fsutil.MaxPages (16 bytes a slot, half full).
	maxRegistered = 256
	maxAnchors    = 512
	maxEntries    = 1 << 15
	// workFactor bounds the steps of one scan for each byte of its text; a text that needs
	// more is withheld whole.
	workFactor = 64
	// leastSteps is what a short text may take however short.
	leastSteps = 1 << 14
	// maxFills bounds the fills of one context that are told apart, maxPlaces the documents
	// or history entries of one; beyond them everything counts as reached by the fill.
	maxFills  = 1024
	maxPlaces = 1024
)

// shortRuns are the longest runs, in bytes, that may be pieces of a value spread over
// elements with labels between them: any short ones, and single characters.
var shortRuns = []int{8, utf8.UTFMax}
