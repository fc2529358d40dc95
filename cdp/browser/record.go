package browser

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// contextHands is what the reading and writing half of the package keeps for a context.
type contextHands struct {
	mu       sync.Mutex
	recorded map[string]bool  // origins of which the record was taken
	keyless  map[keyLock]bool // where writing by keys went wrong
}

// recordedBefore says whether the record of an origin was taken already.
func (c *Context) recordedBefore(origin string) bool {
	c.hands.mu.Lock()
	defer c.hands.mu.Unlock()
	return c.hands.recorded[origin]
}

// Record remembers, inside every living document of these origins, which texts are there now. What a snapshot later
// tells as Fresh was not; documents that come later are fresh throughout (threats.md N4). An origin is recorded once in
// the life of a context: a second record would make what appeared after the first fill look old.
func (c *Context) Record(ctx context.Context, origins []string) error {
	origins = slices.DeleteFunc(slices.Clone(origins), c.recordedBefore)
	if len(origins) == 0 {
		return nil
	}
	for _, t := range c.everyTab() {
		if err := t.record(ctx, origins); err != nil {
			return err
		}
	}
	c.hands.mu.Lock()
	defer c.hands.mu.Unlock()
	if c.hands.recorded == nil {
		c.hands.recorded = make(map[string]bool)
	}
	for _, origin := range origins {
		c.hands.recorded[origin] = true
	}
	return nil
}

// record takes the records of a tab's documents. One that goes away meanwhile, alone or with its tab, needs none.
func (t *Tab) record(ctx context.Context, origins []string) error {
	for _, f := range t.frameList() {
		if !slices.Contains(origins, f.origin) {
			continue
		}
		w, err := t.world(ctx, f)
		if err == nil {
			err = w.call(ctx, "record", nil, nil)
		}
		if err != nil && !errors.Is(err, ErrStale) && !t.hasEnded() {
			return err
		}
	}
	return nil
}

func (c *Context) everyTab() []*Tab {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.tabs)
}

func (t *Tab) hasEnded() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.ended != nil
}
