package local

import "testing"

// TestResidualRollback pins threats rule 20: whoever can write the user's files can put an
// older store in place of a newer one. It is whole and sealed, so it is taken.
func TestResidualRollback(t *testing.T) {
	dir := testDir(t)
	store := openIn(t, dir)
	first := mustImport(t, store, login(t, "first", "an older password"))
	older := file(t, dir)
	if err := store.Remove(t.Context(), first.ID); err != nil {
		t.Fatal(err)
	}
	put(t, dir, older)
	if refs := list(t, store); len(refs) != 1 || refs[0].ID != first.ID {
		t.Errorf("references after the rollback = %v, want the removed one back", refs)
	}
}
