package browser

import "time"

// Every bound of reading and writing pages, with its unit and its reason. Those of the house stand in limits.go.
const (
	// maxItems bounds the items of one snapshot. A page of results of the tools is a tenth of it.
	maxItems = 20_000

	// worldTimeout bounds one call into a page: a page may never return from its own script.
	worldTimeout = 20 * time.Second

	// maxDigits bounds a number of a walk's answer, so that it fits an int.
	maxDigits = 15

	// maxStale is how often a snapshot begins anew because the page navigated under it.
	maxStale = 3

	// maxPierced bounds what a pierced read may send, in bytes by our estimate: half of what a frame of the protocol may
	// hold. A page beyond it keeps its closed shadow roots to itself.
	maxPierced = 32 << 20

	// piercedElement and piercedCharacter estimate what a pierced read sends, in bytes: an element's members, and a
	// character in its longest escape.
	piercedElement, piercedCharacter = 320, 6

	// maxClosedRoots bounds the closed shadow roots of one document that are looked into.
	maxClosedRoots = 1000

	// maxPieces bounds the pieces of trees in which closed shadow roots are looked for, maxPipelined how many of these
	// questions are on their way at a time.
	maxPieces, maxPipelined = 2000, 64

	// pierceDepth is how deep one answer goes, in elements: the browser nests two levels for each, and writes 300.
	pierceDepth = 100

	// repierceElements and repierceShare say after how many new elements closed roots are looked for again: this many,
	// and one in so many of the document.
	repierceElements, repierceShare = 32, 20

	// maxTargets bounds the elements of one observation, and of one value that is spread over boxes.
	maxTargets = 64

	// maxSelector bounds one selector of a binding, in bytes.
	maxSelector = 4 << 10

	// maxSecret bounds a value that is written, in bytes (secure-browser 6).
	maxSecret = 64 << 10

	// maxTyped bounds one text that an agent types, in bytes.
	maxTyped = 64 << 10

	// maxKeyed is up to how many characters a text is typed key by key. A longer one is inserted: each key is two
	// events for the page and two for us.
	maxKeyed = 256

	// maxPressed bounds the key events that are on their way to a page at a time.
	maxPressed = 64

	// maxOptions bounds the options that one select is asked to choose.
	maxOptions = 64

	// maxByKeys bounds a value that is written by key events, in characters: each costs two calls.
	maxByKeys = 256
)

// pageLimits are the bounds that the script keeps inside a page. Lengths are UTF-16 units.
var pageLimits = struct {
	String      int `json:"string"`      // one string: longer ones are left out whole
	Total       int `json:"total"`       // all strings of one walk
	Name        int `json:"name"`        // the text of a link or button; longer texts are told as text
	OtherName   int `json:"otherName"`   // the same for elements that only act like one
	NameDepth   int `json:"nameDepth"`   // how deep a name is looked for
	Depth       int `json:"depth"`       // how deep a document is walked
	References  int `json:"references"`  // ids in one aria- attribute
	Options     int `json:"options"`     // options of one select
	Boxes       int `json:"boxes"`       // boxes of one element that are tried for a press
	Keyed       int `json:"keyed"`       // characters that are typed one by one; a longer text is inserted whole
	Watched     int `json:"watched"`     // fields of one tree whose values are watched
	PierceDepth int `json:"pierceDepth"` // levels between the elements at which a pierced read goes on
	Alike       int `json:"alike"`       // elements of one kind that are asked before the rest is taken to be the same
	Line        int `json:"line"`        // CSS pixels that are taken for one line of controls
}{
	String: 64 << 10, Total: 4 << 20, Name: 2000, OtherName: 300, NameDepth: 64, Depth: 5000,
	References: 32, Options: 500, Boxes: 8, Keyed: maxKeyed, Watched: 1000, PierceDepth: pierceDepth, Alike: 8, Line: 24,
}
