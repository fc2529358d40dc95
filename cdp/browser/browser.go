package browser

import "sync"

// A Browser is the one Chromium that we own, running or not.
type Browser struct {
	mu       sync.Mutex
	contexts map[*Context]struct{}
}
