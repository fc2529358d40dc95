package local

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"browser-mcp/fsutil"
	"browser-mcp/vault"
)

// contentsOf reads the store with the key of ones.
func contentsOf(t testing.TB, d *fsutil.Dir) contents {
	t.Helper()
	b := file(t, d)
	h, err := readHeader(b)
	check(t, err)
	c, err := verify(b, h, bytes.Repeat([]byte{1}, keySize))
	check(t, err)
	return c
}

// everyOperation wants each of them to fail alike, and to leave the file alone.
func everyOperation(t *testing.T, what string, s *Store, want error) {
	t.Helper()
	path := filepath.Join(s.dir.Path(), storeName)
	before, _ := os.ReadFile(path)
	_, listErr := s.List(t.Context())
	_, exportErr := s.Export(t.Context(), "s-x")
	_, importErr := s.Import(t.Context(), login(t, "new", "value value"))
	for name, err := range map[string]error{"List": listErr, "Export": exportErr, "Import": importErr, "Remove": s.Remove(t.Context(), "s-x")} {
		if !errors.Is(err, want) {
			t.Errorf("%s: %s: %v, want %v", what, name, err, want)
		}
	}
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Errorf("%s: the file was changed", what)
	}
}

// TestThreatStoreFilesOfOthers: whose file it is, and who else may read it, comes first.
func TestThreatStoreFilesOfOthers(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(path string) error
		want  error
	}{
		{"open to the group", func(p string) error { return os.Chmod(p, 0o640) }, ErrMode},
		{"open to others", func(p string) error { return os.Chmod(p, 0o606) }, ErrMode},
		{"symbolic link", func(p string) error { return errors.Join(os.Rename(p, p+".real"), os.Symlink(p+".real", p)) }, ErrLink},
		{"dangling link", func(p string) error { return errors.Join(os.Remove(p), os.Symlink(p+".none", p)) }, ErrLink},
		{"second name", func(p string) error { return os.Link(p, p+".copy") }, ErrNames},
		{"directory", func(p string) error { return errors.Join(os.Remove(p), os.Mkdir(p, 0o700)) }, ErrNotStore},
		{"too large", func(p string) error { return os.Truncate(p, maxStore+1) }, ErrNotStore},
	} {
		d := testDir(t)
		s := openIn(t, d)
		mustImport(t, s, login(t, "a", "aaaa"))
		check(t, tt.spoil(filepath.Join(d.Path(), storeName)))
		everyOperation(t, tt.name, s, tt.want)
	}
}

// TestThreatStoreForeignOwner gives the file away where that can be done, and elsewhere
// looks at one that was never ours.
func TestThreatStoreForeignOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		etc, err := fsutil.OpenDir("/etc")
		check(t, err)
		defer etc.Close()
		if got := privacyFault(etc, "passwd"); got != ErrForeign {
			t.Errorf("privacyFault of root's file = %v, want ErrForeign", got)
		}
		return
	}
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	check(t, os.Chown(filepath.Join(d.Path(), storeName), 12345, 12345))
	everyOperation(t, "another user's", s, ErrForeign)
}

func TestStoreUnreadable(t *testing.T) {
	d := testDir(t)
	mustImport(t, openIn(t, d), login(t, "a", "aaaa"))
	check(t, d.Close())
	if err := readFault(d, storeName, os.ErrPermission); !errors.Is(err, ErrUnreadable) || !errors.Is(err, os.ErrPermission) {
		t.Errorf("readFault = %v, want ErrUnreadable and the cause", err)
	}
	if err := privacyFault(d, storeName); err != ErrUnreadable {
		t.Errorf("privacyFault on a closed directory = %v", err)
	}
}

func TestStoreWrongKey(t *testing.T) {
	d := testDir(t)
	mustImport(t, openIn(t, d), login(t, "a", "aaaa"))
	everyOperation(t, "another key", openWith(t, d, testKey(t, 2)), ErrWrongKey)
	ask := func() (*vault.Secret, error) { return vault.NewSecret([]byte("some passphrase")) }
	everyOperation(t, "a passphrase for a raw key", openWith(t, d, Passphrase(ask)), ErrKeyKind)
}

func TestStoreNewerVersion(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	b := file(t, d)
	binary.BigEndian.PutUint16(b[8:], formatVersion+1)
	put(t, d, b)
	everyOperation(t, "newer", s, ErrNewer)
	put(t, d, b[:12]) // what follows the version of a later format is not known
	everyOperation(t, "newer and short", s, ErrNewer)
	put(t, d, []byte("something else entirely"))
	everyOperation(t, "something else", s, ErrNotStore)
}

func TestStoreTruncated(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	whole := file(t, d)
	for n := range whole {
		h, err := readHeader(whole[:n])
		if !errors.Is(err, ErrTruncated) {
			t.Fatalf("%d of %d bytes: readHeader = %+v, %v, want ErrTruncated", n, len(whole), h, err)
		}
	}
	for _, n := range []int{0, 1, headerSize, len(whole) / 2, len(whole) - 1} {
		put(t, d, whole[:n])
		everyOperation(t, "cut", s, ErrTruncated)
	}
}

// TestThreatStoreTampered flips every bit's byte of a store: each is noticed, none changes
// what comes out, and the file stays as it is.
func TestThreatStoreTampered(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	whole := file(t, d)
	key := bytes.Repeat([]byte{1}, keySize)
	noticed := []error{ErrTampered, ErrTruncated, ErrNewer, ErrNotStore, ErrWrongKey, ErrParameters}
	for i := range whole {
		for _, flip := range []byte{1, 0x80} {
			b := slices.Clone(whole)
			b[i] ^= flip
			h, err := readHeader(b)
			if err == nil {
				_, err = verify(b, h, key)
			}
			if !slices.ContainsFunc(noticed, func(want error) bool { return errors.Is(err, want) }) {
				t.Errorf("byte %d flipped by %#x: %v", i, flip, err)
			}
			if i >= headerSize && !errors.Is(err, ErrTampered) {
				t.Errorf("byte %d, behind the header: %v, want ErrTampered", i, err)
			}
		}
	}
	b := slices.Clone(whole)
	b[len(b)-macSize-1] ^= 1
	put(t, d, b)
	everyOperation(t, "flipped", s, ErrTampered)
	put(t, d, append(slices.Clone(whole), 0))
	everyOperation(t, "longer", s, ErrTampered)
}

// TestThreatRecordIsOnePiece is threats rule 20, against someone who holds the store key
// but not the data key: what is sealed belongs to its metadata.
func TestThreatRecordIsOnePiece(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	mustImport(t, s, login(t, "b", "bbbb"))
	key := bytes.Repeat([]byte{1}, keySize)
	genuine := contentsOf(t, d)
	for name, change := range map[string]func(a, b *record){
		"id": func(a, _ *record) { a.metadata = bytes.Replace(a.metadata, []byte(`"id":"s-`), []byte(`"id":"s.`), 1) },
		"name": func(a, _ *record) {
			a.metadata = bytes.Replace(a.metadata, []byte(`"name":"a"`), []byte(`"name":"c"`), 1)
		},
		"origin": func(a, _ *record) {
			a.metadata = bytes.Replace(a.metadata, []byte("shop.example"), []byte("evil.example"), 1)
		},
		"kind":     func(a, _ *record) { a.metadata = bytes.Replace(a.metadata, []byte(`"password"`), []byte(`"text"`), 1) },
		"approval": func(a, _ *record) { a.metadata = bytes.Replace(a.metadata, []byte(`"none"`), []byte(`"cli"`), 1) },
		"class": func(a, _ *record) {
			a.metadata = bytes.Replace(a.metadata, []byte(`"guessable"`), []byte(`"strong"`), 1)
		},
		"another's value": func(a, b *record) { a.sealed, a.nonce = b.sealed, b.nonce },
		"another's key":   func(a, b *record) { a.wrap = b.wrap },
		"another's both":  func(a, b *record) { a.sealed, a.nonce, a.wrap = b.sealed, b.nonce, b.wrap },
	} {
		c := contents{header: genuine.header, records: slices.Clone(genuine.records)}
		before := slices.Clone(c.records[0].metadata)
		c.records[0].metadata = slices.Clone(before)
		change(&c.records[0], &c.records[1])
		c.records[0].raw = c.records[0].append(nil)
		b, err := c.encode(key)
		check(t, err)
		put(t, d, b)
		refs := list(t, s)
		if _, err := s.Export(t.Context(), refs[0].ID); !errors.Is(err, ErrTampered) {
			t.Errorf("%s changed: Export: %v, want ErrTampered", name, err)
		}
		if got := export(t, s, refs[1].ID); got != "bbbb" {
			t.Errorf("%s changed: the other record holds %q", name, got)
		}
	}
}

// TestThreatMetadataIsReadStrictly is threats rule 20: what a lenient decoder would take.
func TestThreatMetadataIsReadStrictly(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	key, genuine := bytes.Repeat([]byte{1}, keySize), contentsOf(t, d)
	for name, change := range map[string][2]string{
		"second approval":            {`"approval":"none"`, `"approval":"confirm","approval":"none"`},
		"approval in other letters":  {`"approval":"none"`, `"approval":"confirm","APPROVAL":"none"`},
		"unknown member":             {`"approval":"none"`, `"approval":"none","approve":"none"`},
		"missing member":             {`"approval":"none",`, ``},
		"PIN without its wrapping":   {`"approval":"none"`, `"approval":"pin"`},
		"property that is no string": {`"value":"mine"`, `"value":1`},
		"something after":            {`"approval":"none"`, `"approval":"none"}{`},
	} {
		c := contents{header: genuine.header, records: slices.Clone(genuine.records)}
		c.records[0].metadata = bytes.Replace(c.records[0].metadata, []byte(change[0]), []byte(change[1]), 1)
		c.records[0].raw = c.records[0].append(nil)
		b, err := c.encode(key)
		check(t, err)
		put(t, d, b)
		everyOperation(t, name, s, ErrTampered)
	}
	c := contents{header: genuine.header, records: slices.Repeat(genuine.records, 2)}
	b, err := c.encode(key)
	check(t, err)
	put(t, d, b)
	everyOperation(t, "one id twice", s, ErrTampered)
}
