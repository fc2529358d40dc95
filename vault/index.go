package vault

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math/bits"

	"browser-mcp/fsutil"
)

// ErrTooMany is wrapped when a context holds as many values as it may.
var ErrTooMany = errors.New("vault: too many values in one browser context")

// index finds the windows of all patterns in a text: a filter of one bit a hash answers
// nearly always no, a table behind it knows the windows. Both hold pieces of secrets, so
// both are locked memory. The hash is seeded: a page cannot aim at it.
type index struct {
	memory  [2]*fsutil.Pages
	filter  []byte // 16 bits a slot
	slots   []byte // open addressing, at most half full: a window, and 1 + its entry
	shift   int    // of a hash, to its slot
	seed    uint64
	entries []entry
	views   [viewLiteral + 1]bool // which ones any pattern needs
	signs   bool                  // some value has more than ASCII letters and digits
}

// entry is one window of a pattern: kept[end-window:end].
type entry struct {
	pattern *pattern
	end     int
}

const (
	slotSize       = 16
	filterSlotBits = 4 // log2 of filter bits a slot
	leastSlots     = 1 << 9
)

func newIndex(values []*registered) (*index, error) {
	ix := &index{}
	for _, v := range values {
		for i := range v.patterns {
			ix.collect(&v.patterns[i])
		}
		ix.signs = ix.signs || !onlyAlphanumeric(v.raw)
	}
	if len(ix.entries) > maxEntries {
		return nil, fmt.Errorf("%w: %d windows, limit %d", ErrTooMany, len(ix.entries), maxEntries)
	}
	if err := ix.allocate(max(leastSlots, 1<<bits.Len(uint(2*len(ix.entries)-1)))); err != nil {
		return nil, errors.Join(err, ix.close())
	}
	for n, e := range ix.entries {
		ix.insert(e.window(), n)
	}
	return ix, nil
}

func (ix *index) collect(p *pattern) {
	ix.views[p.view] = true
	for _, end := range p.anchors() {
		ix.entries = append(ix.entries, entry{p, end})
	}
}

func onlyAlphanumeric(b []byte) bool {
	for _, c := range b {
		if !isAlphanumeric(c) {
			return false
		}
	}
	return true
}

func (ix *index) allocate(slots int) (err error) {
	var seed [8]byte
	rand.Read(seed[:])
	ix.seed = binary.LittleEndian.Uint64(seed[:]) | 1
	ix.shift = 64 - bits.Len(uint(slots-1))
	for i, size := range []int{slots << filterSlotBits / 8, slots * slotSize} {
		if ix.memory[i], err = fsutil.NewPages(size); err != nil {
			return err
		}
	}
	ix.filter, ix.slots = ix.memory[0].Bytes(), ix.memory[1].Bytes()
	return nil
}

func (ix *index) close() error {
	var all error
	for _, p := range ix.memory {
		if p != nil {
			all = errors.Join(all, p.Close())
		}
	}
	return all
}

func (e entry) window() uint64 {
	return binary.BigEndian.Uint64(e.pattern.kept[e.end-window:])
}

func (ix *index) insert(w uint64, n int) {
	h := w * ix.seed
	bit := h >> (ix.shift - filterSlotBits)
	ix.filter[bit>>3] |= 1 << (bit & 7)
	slot := ix.slotOf(h)
	for ; binary.LittleEndian.Uint32(slot[8:]) != 0; slot = ix.after(slot) {
	}
	binary.BigEndian.PutUint64(slot, w)
	binary.LittleEndian.PutUint32(slot[8:], uint32(n+1))
}

func (ix *index) slotOf(h uint64) []byte { return ix.slots[h>>ix.shift*slotSize:] }

func (ix *index) after(slot []byte) []byte {
	if len(slot) == slotSize {
		return ix.slots
	}
	return slot[slotSize:]
}

// may asks the filter.
func (ix *index) may(w uint64) bool {
	bit := w * ix.seed >> (ix.shift - filterSlotBits)
	return ix.filter[bit>>3]&(1<<(bit&7)) != 0
}

// find gives the entries that have this window.
func (ix *index) find(w uint64) iter.Seq[entry] {
	return func(yield func(entry) bool) {
		h := w * ix.seed
		for slot := ix.slotOf(h); ; slot = ix.after(slot) {
			n := binary.LittleEndian.Uint32(slot[8:])
			if n == 0 || binary.BigEndian.Uint64(slot) == w && !yield(ix.entries[n-1]) {
				return
			}
		}
	}
}

// anchors chooses windows so that every part that is long enough to count holds one
// whole. They end where a character ends: a text is looked up once a character.
func (p *pattern) anchors() []int {
	lo, hi, stride := p.lo, p.hi, p.need-window+1
	if p.need == 0 {
		lo, hi, stride = 0, len(p.kept), max(window, len(p.kept)/4)
	}
	stride = max(1, stride, (hi-lo)/maxAnchors)
	var ends []int
	for end := lo + window; end <= hi; end += stride {
		whole := end
		for whole < hi && p.kept[whole]&0xC0 == 0x80 {
			whole++
		}
		ends = append(ends, whole)
	}
	return ends
}
