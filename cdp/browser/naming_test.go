package browser

import "testing"

func TestNamingFindsBothWays(t *testing.T) {
	var n naming
	n.add(1, 3)   // nodes 1 to 3 are e1 to e3
	n.add(4, 2)   // and 4 and 5 go on from there
	n.add(100, 2) // another document took the numbers between
	n.add(200, 1)
	want := []int64{1, 2, 3, 4, 5, 100, 101, 200}
	if len(n) != 3 || n.known() != int64(len(want)) {
		t.Errorf("%d runs of %d nodes, want 3 of %d", len(n), n.known(), len(want))
	}
	for i, uid := range want {
		node := int64(i + 1)
		if got := n.uid(node); got != uid {
			t.Errorf("uid(%d) = %d, want %d", node, got, uid)
		}
		if got, found := n.node(uid); got != node || !found {
			t.Errorf("node(%d) = %d, %v, want %d", uid, got, found, node)
		}
	}
	for _, uid := range []int64{-1, 0, 6, 99, 102, 199, 201} {
		if got, found := n.node(uid); found {
			t.Errorf("node(%d) = %d, want none", uid, got)
		}
	}
}

// A page may render everything anew at every look, for as long as somebody waits for it.
func TestNamingGrowsByLooksAlone(t *testing.T) {
	var n naming
	for look := range int64(100) {
		n.add(2*look*20_000+1, 20_000)
	}
	if len(n) != 100 {
		t.Errorf("%d runs after 100 looks at 20,000 new nodes each, want 100", len(n))
	}
	if got := n.uid(n.known()); got != 199*20_000 {
		t.Errorf("uid of the last = %d, want %d", got, 199*20_000)
	}
}
