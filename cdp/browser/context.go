package browser

import "sync"

// ContextOptions of a context.
type ContextOptions struct {
	Observer Observer // may be nil
}

// A Context is an off-the-record browser context and the tabs in it.
type Context struct {
	browser *Browser
	options ContextOptions

	mu   sync.Mutex
	tabs []*Tab
	uids int64
}
