package local

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"browser-mcp/fsutil"
	"browser-mcp/internal/storetest"
	"browser-mcp/vault"
)

func TestStoreKeepsWhatWasImported(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	if refs := list(t, s); refs != nil {
		t.Errorf("a store that does not exist lists %v", refs)
	}
	a := mustImport(t, s, login(t, "shop", `Tr0ub4dor&3 "quoted" <b>é`))
	card := Import{
		Name: "card", Kind: vault.Card, Approval: vault.ApproveNone, Value: secretOf(t, `{"number":"4242424242424242","cvc":"123"}`),
		Properties: []vault.Property{{Key: "sbm:origin", Value: shop}, {Key: "sbm:fields", Value: `{"number":"#n","cvc":"#c"}`}},
	}
	b := mustImport(t, s, card)
	check(t, s.Close())

	again := storetest.Wrap(openIn(t, d))
	refs, err := again.List(t.Context())
	check(t, err)
	if want := []vault.Reference{a, b}; !reflect.DeepEqual(stripped(refs), stripped(want)) {
		t.Errorf("List = %+v, want what Import returned: %+v", refs, want)
	}
	if refs[0].Kind != vault.Password || refs[0].State != vault.Bound || refs[0].Approval != vault.ApproveNone || refs[0].Classes[""] != vault.Middling {
		t.Errorf("first reference %+v", refs[0])
	}
	if want := map[string]vault.Class{"number": vault.Guessable, "cvc": vault.Guessable}; !reflect.DeepEqual(refs[1].Classes, want) || !slices.Equal(refs[1].Keys, []string{"cvc", "number"}) {
		t.Errorf("second reference %+v", refs[1])
	}
	if got := export(t, openIn(t, d), a.ID); got != `Tr0ub4dor&3 "quoted" <b>é` {
		t.Errorf("Export = %q", got)
	}
	if got := export(t, openIn(t, d), b.ID); got != `{"number":"4242424242424242","cvc":"123"}` {
		t.Errorf("Export = %q", got)
	}
	if len(again.Exports()) != 0 {
		t.Errorf("List exported %v", again.Exports())
	}
}

// stripped leaves out compiled patterns, which are equal in effect only.
func stripped(refs []vault.Reference) []vault.Reference {
	out := slices.Clone(refs)
	for i := range out {
		out[i].Binding = vault.Binding{}
	}
	return out
}

func TestStoreHoldsNoPlaintext(t *testing.T) {
	d := testDir(t)
	mustImport(t, openIn(t, d), login(t, "shop", "correct horse battery"))
	if b := file(t, d); bytes.Contains(b, []byte("correct")) || !bytes.Contains(b, []byte(shop)) {
		t.Errorf("file of %d bytes: want the origin and not the value in it", len(b))
	}
}

func TestStoreRemove(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	if err := s.Remove(t.Context(), "s-x"); !errors.Is(err, vault.ErrUnknownSecret) {
		t.Errorf("Remove without a store: %v", err)
	}
	if _, err := s.Export(t.Context(), "s-x"); !errors.Is(err, vault.ErrUnknownSecret) {
		t.Errorf("Export without a store: %v", err)
	}
	a, b, c := mustImport(t, s, login(t, "a", "aaaa")), mustImport(t, s, login(t, "b", "bbbb")), mustImport(t, s, login(t, "c", "cccc"))
	before := file(t, d)
	for _, id := range []vault.SecretID{"s-x", "", a.ID + "x"} {
		if err := s.Remove(t.Context(), id); !errors.Is(err, vault.ErrUnknownSecret) {
			t.Errorf("Remove(%q): %v", id, err)
		}
		if _, err := s.Export(t.Context(), id); !errors.Is(err, vault.ErrUnknownSecret) {
			t.Errorf("Export(%q): %v", id, err)
		}
	}
	if !bytes.Equal(before, file(t, d)) {
		t.Error("a refused removal changed the file")
	}
	check(t, s.Remove(t.Context(), b.ID))
	if refs := list(t, s); len(refs) != 2 || refs[0].ID != a.ID || refs[1].ID != c.ID || export(t, s, c.ID) != "cccc" {
		t.Errorf("after Remove: %+v", refs)
	}
	mustImport(t, s, login(t, "b", "bbbb")) // the name is free again
}

func TestStoreImportRefuses(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	with := func(change func(*Import)) Import {
		in := login(t, "name", "value value")
		change(&in)
		return in
	}
	property := func(key, value string) func(*Import) {
		return func(in *Import) { in.Properties = append(in.Properties, vault.Property{Key: key, Value: value}) }
	}
	fields := func(value string) func(*Import) {
		return func(in *Import) {
			property("sbm:fields", `{"a":"#a","b":"#b"}`)(in)
			in.Value = secretOf(t, value)
		}
	}
	for name, in := range map[string]Import{
		"no name":              with(func(in *Import) { in.Name = "" }),
		"long name":            with(func(in *Import) { in.Name = strings.Repeat("n", 129) }),
		"name with line break": with(func(in *Import) { in.Name = "a\nb" }),
		"name not UTF-8":       with(func(in *Import) { in.Name = "\xff" }),
		"name with space":      with(func(in *Import) { in.Name = " a" }),
		"name with bidi":       with(func(in *Import) { in.Name = "a\u202eb" }),
		"unknown kind":         with(func(in *Import) { in.Kind = "cards" }),
		"no approval":          with(func(in *Import) { in.Approval = "" }),
		"approval of later":    with(func(in *Import) { in.Approval = vault.ApprovePIN }),
		"no value":             with(func(in *Import) { in.Value = nil }),
		"malformed binding":    with(property("sbm:selecter", "x")),
		"duplicate":            with(property("sbm:origin", shop)),
		"control in value":     with(func(in *Import) { in.Value = secretOf(t, "a\x00b") }),
		"value not UTF-8":      with(func(in *Import) { in.Value = secretOf(t, "a\xffb") }),
		"fields: no JSON":      with(fields("secret")),
		"fields: key missing":  with(fields(`{"a":"1"}`)),
		"fields: key too many": with(fields(`{"a":"1","b":"2","c":"3"}`)),
		"fields: empty":        with(fields(`{"a":"1","b":""}`)),
		"fields: control":      with(fields(`{"a":"1","b":"\u0000"}`)),
		"metadata too large": with(func(in *Import) {
			in.Properties = slices.Repeat([]vault.Property{{Key: "k", Value: strings.Repeat("v", 8<<10)}}, 9)
		}),
	} {
		if ref, err := s.Import(t.Context(), in); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: Import = %+v, %v, want ErrRefused", name, ref, err)
		}
	}
	if _, err := d.Open(storeName); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a refused import made a store: %v", err)
	}
	mustImport(t, s, with(func(*Import) {}))
	if _, err := s.Import(t.Context(), with(func(*Import) {})); !errors.Is(err, ErrTaken) {
		t.Errorf("name again: %v, want ErrTaken", err)
	}
	unbound := mustImport(t, s, with(func(in *Import) { in.Name, in.Properties = "unbound", nil }))
	if unbound.State != vault.Unbound {
		t.Errorf("without properties: %+v, want it unbound", unbound)
	}
}

func TestStoreFull(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	first := mustImport(t, s, login(t, "first", "value value"))
	c, key := contentsOf(t, d), bytes.Repeat([]byte{1}, keySize)
	for i := len(c.records); i < maxRecords; i++ {
		meta := first
		r, err := seal(counting(byte(i)), key, c.header.salt, metadata{
			ID: vault.SecretID(fmt.Sprint("s-", i)), Name: fmt.Sprint("n", i), Kind: meta.Kind, Approval: meta.Approval, Properties: meta.Properties, Classes: meta.Classes,
		}, secretOf(t, "v"))
		check(t, err)
		c.records = append(c.records, r)
	}
	b, err := c.encode(key)
	check(t, err)
	put(t, d, b)
	if n := len(list(t, s)); n != maxRecords {
		t.Errorf("%d references, want %d", n, maxRecords)
	}
	if _, err := s.Import(t.Context(), login(t, "one more", "value value")); !errors.Is(err, ErrFull) {
		t.Errorf("Import beyond %d: %v, want ErrFull", maxRecords, err)
	}
	if !bytes.Equal(b, file(t, d)) {
		t.Error("a refused import changed the file")
	}
}

// TestStoreManyAtOnce: several stores on one directory, as several processes have them.
func TestStoreManyAtOnce(t *testing.T) {
	d := testDir(t)
	const writers, each = 4, 5
	var wg sync.WaitGroup
	for w := range writers {
		s := openIn(t, d)
		wg.Go(func() {
			for i := range each {
				if _, err := s.Import(t.Context(), login(t, fmt.Sprint(w, "-", i), fmt.Sprint("value ", w, i))); err != nil {
					t.Errorf("Import: %v", err)
				}
				if _, err := s.List(t.Context()); err != nil {
					t.Errorf("List: %v", err)
				}
			}
		})
	}
	wg.Wait()
	s := openIn(t, d)
	refs := list(t, s)
	if len(refs) != writers*each {
		t.Errorf("%d references, want %d", len(refs), writers*each)
	}
	for _, ref := range refs {
		if got, want := export(t, s, ref.ID), "value "+strings.ReplaceAll(ref.Name, "-", ""); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s holds %q, want %q", ref.Name, got, want)
		}
	}
	if names, err := d.Names(8); err != nil || !slices.Equal(names, []string{lockName, storeName}) {
		t.Errorf("the directory holds %q, %v", names, err)
	}
}

func TestStoreWaitsForTheLock(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	lock, err := d.Lock(lockName)
	check(t, err)
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("given up")
	cancel(cause)
	if _, err := s.List(ctx); !errors.Is(err, fsutil.ErrLocked) || !errors.Is(err, cause) {
		t.Errorf("List while locked: %v, want it locked and given up", err)
	}
	check(t, lock.Close())
	if len(list(t, s)) != 1 {
		t.Error("List after the lock was given back finds nothing")
	}
}

func TestStoreClosed(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	ref := mustImport(t, s, login(t, "a", "aaaa"))
	for range 2 {
		check(t, s.Close())
	}
	if _, err := s.List(t.Context()); !errors.Is(err, os.ErrClosed) {
		t.Errorf("List after Close: %v", err)
	}
	if _, err := s.Export(t.Context(), ref.ID); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Export after Close: %v", err)
	}
}

func TestStoreWantsAPrivateDirectory(t *testing.T) {
	d := testDir(t)
	check(t, os.Chmod(d.Path(), 0o750))
	if s, err := Open(d, testKey(t, 1)); !errors.Is(err, fsutil.ErrNotPrivate) {
		t.Errorf("Open = %v, %v, want ErrNotPrivate", s, err)
	}
}
