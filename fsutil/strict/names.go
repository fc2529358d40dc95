package strict

import (
	"bytes"
	"hash/maphash"
)

// nameSet finds equal names in one object: pairwise while they are few, as they nearly always are, then by a table with open
// addressing. A Go map would copy every name; a document of nothing but names is where that counts.
type nameSet struct {
	base  int     // where the object's names begin in scanner.names
	table []int32 // numbers of names from 1, 0 where free; nil while few; a power of two and at most half full
}

// seed is drawn once a process, so that nobody can choose names that fall together.
var seed = maphash.MakeSeed()

// add reports whether the name was there already.
func (n *nameSet) add(s *scanner, name []byte) bool {
	if n.table == nil {
		for _, old := range s.names[n.base:] {
			if bytes.Equal(old, name) {
				return true
			}
		}
		s.names = append(s.names, name)
	} else {
		slot := n.slot(s, name)
		if n.table[slot] != 0 {
			return true
		}
		s.names = append(s.names, name)
		n.table[slot] = int32(len(s.names) - n.base)
	}
	if count := len(s.names) - n.base; count > max(fewNames, len(n.table)/2) {
		n.rebuild(s, 4*count)
	}
	return false
}

// rebuild makes a table of at least size places.
func (n *nameSet) rebuild(s *scanner, size int) {
	places := 1
	for places < size {
		places *= 2
	}
	n.table = make([]int32, places)
	for i, name := range s.names[n.base:] {
		n.table[n.slot(s, name)] = int32(i + 1)
	}
}

// slot is where the name is, or would be.
func (n *nameSet) slot(s *scanner, name []byte) int {
	mask := len(n.table) - 1
	for i := int(maphash.Bytes(seed, name)) & mask; ; i = (i + 1) & mask {
		at := n.table[i]
		if at == 0 || bytes.Equal(s.names[n.base+int(at)-1], name) {
			return i
		}
	}
}
