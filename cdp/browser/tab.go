package browser

import (
	"sync"

	"browser-mcp/cdp"
)

// A Tab is one page target that a context owns.
type Tab struct {
	id      TabID
	context *Context
	target  cdp.TargetID

	mu     sync.Mutex
	frames frameTree
	hands  hands
}

// ID is the tab's name within its context.
func (t *Tab) ID() TabID { return t.id }
