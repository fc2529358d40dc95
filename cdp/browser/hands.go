package browser

// hands is what the reading and writing half of the package keeps for a tab: worlds, element references, tags.
type hands struct{}

// documentGone is called by the event loop, under the tab's lock, when a document no longer stands in its frame.
func (h *hands) documentGone(Generation) {}
