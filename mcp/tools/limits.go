package tools

import "time"

// The bounds of this package.
const (
	maxPageBytes  = 60_000  // of text in one page of results (MCP clients cut near 100 KB; decision 6)
	maxElements   = 1_000   // elements in one page of results
	maxWalk       = 20_000  // elements and texts that one snapshot looks at
	maxViewBytes  = 4 << 20 // of lines kept of one tab's last snapshot, for its cursor and changes_since
	maxTextRunes  = 500     // of one paragraph of page text
	maxLabelRunes = 120     // of one element's name, value or message
	maxWordRunes  = 40      // of a tag, role, type, or a name without quotation marks
	maxFooter     = 128     // bytes kept free for the line that ends a page
	maxURLRunes   = 2_000   // of one reported address
	maxMarker     = 192     // bytes that a marker may have, for not cutting through one
	maxOptions    = 20      // options of one select that the text form lists
	maxEvents     = 20      // events in one result (decision 5)
	maxUntagged   = 256     // documents of a tab that wait to be tagged one by one; as many as it may have frames
	maxRewalks    = 3       // walks repeated because a document had to be tagged first

	// Bounds of arguments stand in the tags of the argument types, from which the schemas are made.

	maxRefsBytes    = 20_000 // of references in one result, before escapes; it is written twice
	maxRequestRest  = 300    // bytes of one request beside its address and type
	defaultRequests = 50
	defaultWait     = 30 * time.Second // navigation and wait_for
	maxWait         = 120 * time.Second

	lastLook      = 5 * time.Second  // for the look that wait_for takes when its time is over
	marginToWait  = 15 * time.Second // above the caller's timeout: starting the browser, shaping the result
	closeDeadline = 3 * time.Second  // to close a session's tabs when its connection ends
)
