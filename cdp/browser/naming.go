package browser

import (
	"cmp"
	"slices"
)

// A naming holds which uids the nodes of a document have. A page that renders all the time has new nodes at every look,
// and none of their numbers comes again; so it holds runs, of which a look adds one, and not each number.
type naming []nameRun

// A nameRun names count nodes from node on by as many uids from uid on. In a naming both ascend.
type nameRun struct{ node, uid, count int64 }

// known is how many nodes have a uid: 1, 2, … up to it.
func (n naming) known() int64 {
	if len(n) == 0 {
		return 0
	}
	last := n[len(n)-1]
	return last.node + last.count - 1
}

// add names the next count nodes.
func (n *naming) add(uid, count int64) {
	if runs := *n; len(runs) > 0 {
		if last := &runs[len(runs)-1]; last.uid+last.count == uid {
			last.count += count
			return
		}
	}
	*n = append(*n, nameRun{node: n.known() + 1, uid: uid, count: count})
}

// uid is that of a node that is known.
func (n naming) uid(node int64) int64 {
	r := n[n.search(node, func(r nameRun) int64 { return r.node })]
	return r.uid + node - r.node
}

// node finds the node of a uid.
func (n naming) node(uid int64) (node int64, found bool) {
	at := n.search(uid, func(r nameRun) int64 { return r.uid })
	if at < 0 || uid >= n[at].uid+n[at].count {
		return 0, false
	}
	return n[at].node + uid - n[at].uid, true
}

// search finds the last run that begins at wanted or before it, -1 if none does.
func (n naming) search(wanted int64, begin func(nameRun) int64) int {
	at, exact := slices.BinarySearchFunc(n, wanted, func(r nameRun, wanted int64) int { return cmp.Compare(begin(r), wanted) })
	if exact {
		return at
	}
	return at - 1
}
