package vault

import "time"

const (
	// MaxSecret is the longest value in bytes (secure-browser, section 6).
	MaxSecret = 64 << 10
	// maxPropertyKey and maxPropertyValue bound one static property in bytes; maxProperties
	// how many a reference has. Turnkey's own bounds are lower.
	maxPropertyKey   = 256
	maxPropertyValue = 8 << 10
	maxProperties    = 64
	// maxPattern bounds a URL pattern in bytes, maxProgram its compiled size in RE2
	// instructions (roughly): together with maxURL they bound one match to some 10^8 steps.
	maxPattern = 1 << 10
	maxProgram = 4 << 10
	// maxURL is the longest URL that is decided upon, in bytes; a longer one matches nothing.
	// Chromium's own limit is 2 MiB, no sign-in page's is near.
	maxURL = 16 << 10
	// maxSelector bounds a CSS selector in bytes, maxSelectorDepth its nesting.
	maxSelector      = 1 << 10
	maxSelectorDepth = 8
	// maxFields bounds the keys of a multi-field secret, maxFieldKey one key in bytes.
	maxFields   = 32
	maxFieldKey = 64
	// maxSubmitOrigins bounds the list in sbm:submit-origin.
	maxSubmitOrigins = 16
	// maxTargets bounds one request's targets, maxElements the elements of one key
	// (a code of 19 digits in boxes of one).
	maxTargets  = 32
	maxElements = 32
	// maxHandle bounds an element handle, and an id, in bytes (mcp.Symbol).
	maxHandle = 128
	// maxFrames bounds a frame chain; Chromium stops nesting at about 1,000 frames a page.
	maxFrames = 64
	// maxIncomplete is how many fills of one reference in one document may end incomplete
	// before a human must act (threats N6).
	maxIncomplete = 3
	// maxAttempts bounds the (reference, document) pairs that are counted at once.
	maxAttempts = 1024
	// clearTimeout bounds the clearing of fields after a failed fill, which goes on when
	// the caller has given up.
	clearTimeout = 10 * time.Second
)
