package local

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"browser-mcp/fsutil"
	"browser-mcp/vault"
)

// Children of the tests are this binary again, told by a variable which one to be.
func TestMain(m *testing.M) {
	if step, ok := os.LookupEnv(killEnv); ok {
		importAndDie(step)
	}
	os.Exit(m.Run())
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func testDir(t testing.TB) *fsutil.Dir {
	t.Helper()
	d, err := fsutil.MakeDir(filepath.Join(t.TempDir(), "vault"))
	check(t, err)
	t.Cleanup(func() { _ = d.Close() })
	return d
}

func pagesOf(t testing.TB, b []byte) *fsutil.Pages {
	t.Helper()
	p, err := fsutil.NewPages(len(b))
	check(t, err)
	copy(p.Bytes(), b)
	return p
}

// testKey is a key of equal bytes, in its raw form.
func testKey(t testing.TB, b byte) KeySource {
	return CredentialKey(pagesOf(t, bytes.Repeat([]byte{b}, keySize)))
}

// openIn opens a store with the key of ones.
func openIn(t testing.TB, d *fsutil.Dir) *Store { return openWith(t, d, testKey(t, 1)) }

func openWith(t testing.TB, d *fsutil.Dir, key KeySource) *Store {
	t.Helper()
	s, err := Open(d, key)
	check(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func secretOf(t testing.TB, value string) *vault.Secret {
	t.Helper()
	s, err := vault.NewSecret([]byte(value))
	check(t, err)
	t.Cleanup(func() { _ = s.Close() })
	return s
}

const shop = "https://shop.example"

func login(t testing.TB, name, value string) Import {
	return Import{
		Name: name, Properties: []vault.Property{{Key: "sbm:origin", Value: shop}, {Key: "note", Value: "mine"}},
		Approval: vault.ApproveNone, Value: secretOf(t, value),
	}
}

func mustImport(t testing.TB, s *Store, in Import) vault.Reference {
	t.Helper()
	ref, err := s.Import(t.Context(), in)
	check(t, err)
	return ref
}

func list(t testing.TB, s *Store) []vault.Reference {
	t.Helper()
	refs, err := s.List(t.Context())
	check(t, err)
	return refs
}

// export returns the plaintext, for tests alone.
func export(t testing.TB, s *Store, id vault.SecretID) (value string) {
	t.Helper()
	p, err := s.Export(t.Context(), id)
	check(t, err)
	check(t, p.Single.Use(func(b []byte) error { value = string(b); return nil }))
	check(t, p.Close())
	return value
}

func file(t testing.TB, d *fsutil.Dir) []byte {
	t.Helper()
	b, err := d.ReadPrivate(storeName, maxStore)
	check(t, err)
	return b
}

func put(t testing.TB, d *fsutil.Dir, b []byte) {
	t.Helper()
	check(t, d.Replace(storeName, func(f *os.File) error {
		_, err := f.Write(b)
		return err
	}))
}
