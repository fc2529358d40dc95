package local

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/vault"
)

func TestCredentialKeyForms(t *testing.T) {
	d := testDir(t)
	mustImport(t, openIn(t, d), login(t, "a", "aaaa"))
	raw := bytes.Repeat([]byte{1}, keySize)
	digits := hex.EncodeToString(raw)
	for _, tt := range []struct {
		key  string
		want error
	}{
		{string(raw), nil},
		{digits, nil},
		{digits + "\n", nil},
		{digits + "\r\n", nil},
		{strings.ToUpper(digits), nil},
		{digits[1:], ErrBadKey},
		{digits + "0", ErrBadKey},
		{"g" + digits[1:], ErrBadKey},
		{string(raw[1:]), ErrBadKey},
		{" " + digits, ErrBadKey},
		{"x", ErrBadKey},
	} {
		s := openWith(t, d, CredentialKey(pagesOf(t, []byte(tt.key))))
		if refs, err := s.List(t.Context()); !errors.Is(err, tt.want) || err == nil && len(refs) != 1 {
			t.Errorf("key of %d bytes: %v, %v, want %v", len(tt.key), refs, err, tt.want)
		}
	}
}

func TestCredentialKeyWiped(t *testing.T) {
	pages := pagesOf(t, bytes.Repeat([]byte{1}, keySize))
	s, err := Open(testDir(t), CredentialKey(pages))
	check(t, err)
	check(t, s.Close())
	if pages.Len() != 0 {
		t.Error("the key outlived its store")
	}
}

func TestFileKeyMadeAtFirstImport(t *testing.T) {
	d := testDir(t)
	path := filepath.Join(d.Path(), "vault.key")
	s := openWith(t, d, FileKey(d, "vault.key", true))
	_ = list(t, s)
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("listing made a key: %v", err)
	}
	ref := mustImport(t, s, login(t, "a", "aaaa"))
	info, err := os.Lstat(path)
	check(t, err)
	if info.Mode() != 0o600 || info.Size() != keySize {
		t.Errorf("key file of mode %v and %d bytes, want 0600 and %d", info.Mode(), info.Size(), keySize)
	}
	first, err := os.ReadFile(path)
	check(t, err)
	mustImport(t, openWith(t, d, FileKey(d, "vault.key", true)), login(t, "b", "bbbb"))
	if second, _ := os.ReadFile(path); !bytes.Equal(first, second) {
		t.Error("the second import made another key")
	}
	if got := export(t, openWith(t, d, FileKey(d, "vault.key", false)), ref.ID); got != "aaaa" {
		t.Errorf("Export = %q", got)
	}
	other := testDir(t)
	mustImport(t, openWith(t, other, FileKey(other, "vault.key", true)), login(t, "a", "aaaa"))
	if third, _ := os.ReadFile(filepath.Join(other.Path(), "vault.key")); bytes.Equal(first, third) {
		t.Error("two stores have one key")
	}
}

func TestFileKeyFaults(t *testing.T) {
	for _, tt := range []struct {
		name  string
		spoil func(path string) error
		want  error
	}{
		{"missing", os.Remove, ErrNoKey},
		{"open to the group", func(p string) error { return os.Chmod(p, 0o640) }, ErrMode},
		{"link", func(p string) error { return errors.Join(os.Rename(p, p+".real"), os.Symlink(p+".real", p)) }, ErrLink},
		{"second name", func(p string) error { return os.Link(p, p+".copy") }, ErrNames},
		{"short", func(p string) error { return os.Truncate(p, 31) }, ErrBadKey},
		{"long", func(p string) error { return os.Truncate(p, 1<<20) }, ErrBadKey},
		{"empty", func(p string) error { return os.Truncate(p, 0) }, ErrUnreadable},
		{"another", func(p string) error { return os.WriteFile(p, make([]byte, keySize), 0o600) }, ErrWrongKey},
	} {
		d := testDir(t)
		s := openWith(t, d, FileKey(d, "vault.key", true))
		mustImport(t, s, login(t, "a", "aaaa"))
		check(t, tt.spoil(filepath.Join(d.Path(), "vault.key")))
		everyOperation(t, "key "+tt.name, s, tt.want)
	}
}

func TestFileKeyNotMadeUnlessAllowed(t *testing.T) {
	d := testDir(t)
	s := openWith(t, d, FileKey(d, "vault.key", false))
	if _, err := s.Import(t.Context(), login(t, "a", "aaaa")); !errors.Is(err, ErrNoKey) {
		t.Errorf("Import: %v, want ErrNoKey", err)
	}
	if names, err := d.Names(4); err != nil || len(names) != 1 {
		t.Errorf("the directory holds %q, %v, want the lock alone", names, err)
	}
}

// asking answers with the words in turn, and counts.
func asking(words ...string) (ask func() (*vault.Secret, error), asked *int) {
	asked = new(int)
	return func() (*vault.Secret, error) {
		if *asked == len(words) {
			return nil, errors.New("asked once more")
		}
		*asked++
		return vault.NewSecret([]byte(words[*asked-1]))
	}, asked
}

func TestPassphrase(t *testing.T) {
	d := testDir(t)
	ask, asked := asking("open sesame")
	s := openWith(t, d, Passphrase(ask))
	if list(t, s); *asked != 0 {
		t.Error("asked for the passphrase of a store that does not exist")
	}
	ref := mustImport(t, s, login(t, "a", "aaaa"))
	mustImport(t, s, login(t, "b", "bbbb"))
	if got := export(t, s, ref.ID); got != "aaaa" || *asked != 1 {
		t.Errorf("Export = %q after %d questions, want 1", got, *asked)
	}
	h, err := readHeader(file(t, d))
	check(t, err)
	if h.kind != passphraseKey || h.cost != (cost{3, 64 << 10, 4}) {
		t.Errorf("header %+v, want the default cost", h)
	}

	ask, asked = asking("wrong horse", "open sesame")
	s = openWith(t, d, Passphrase(ask))
	if _, err := s.List(t.Context()); !errors.Is(err, ErrWrongKey) {
		t.Errorf("wrong passphrase: %v, want ErrWrongKey", err)
	}
	if refs := list(t, s); len(refs) != 2 || *asked != 2 {
		t.Errorf("right passphrase: %d references after %d questions, want 2 and 2", len(refs), *asked)
	}
	everyOperation(t, "a raw key for a passphrase", openIn(t, d), ErrKeyKind)
}

func TestPassphraseWeak(t *testing.T) {
	for _, weak := range []string{"short", "1234567890", "12-12-1990", "       8"} {
		d := testDir(t)
		ask, _ := asking(weak)
		if _, err := openWith(t, d, Passphrase(ask)).Import(t.Context(), login(t, "a", "aaaa")); !errors.Is(err, ErrWeak) {
			t.Errorf("passphrase %q: %v, want ErrWeak", weak, err)
		}
		if _, err := os.Lstat(filepath.Join(d.Path(), storeName)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("passphrase %q made a store", weak)
		}
	}
}

func TestPassphraseNotGiven(t *testing.T) {
	d := testDir(t)
	cancelled := errors.New("cancelled")
	s := openWith(t, d, Passphrase(func() (*vault.Secret, error) { return nil, cancelled }))
	if _, err := s.Import(t.Context(), login(t, "a", "aaaa")); !errors.Is(err, cancelled) {
		t.Errorf("Import: %v, want the answer's error", err)
	}
	if names, err := d.Names(4); err != nil || len(names) != 0 {
		t.Errorf("the directory holds %q, %v: locked before the question", names, err)
	}
}

// TestThreatStoredCostIsBounded: a forged header asks for terabytes, or for next to nothing.
func TestThreatStoredCostIsBounded(t *testing.T) {
	good := cost{defaultPasses, defaultMemory, defaultLanes}
	for _, tt := range []struct {
		cost cost
		ok   bool
	}{
		{good, true},
		{cost{minPasses, minMemory, minLanes}, true},
		{cost{maxPasses, maxMemory, maxLanes}, true},
		{cost{minPasses - 1, defaultMemory, defaultLanes}, false},
		{cost{maxPasses + 1, defaultMemory, defaultLanes}, false},
		{cost{defaultPasses, minMemory - 1, defaultLanes}, false},
		{cost{defaultPasses, 1<<32 - 1, defaultLanes}, false},
		{cost{defaultPasses, defaultMemory, 0}, false},
		{cost{defaultPasses, defaultMemory, maxLanes + 1}, false},
		{cost{}, false},
	} {
		h := header{kind: passphraseKey, cost: tt.cost, length: headerSize + macSize}
		b := append(h.append(nil), make([]byte, macSize)...)
		if _, err := readHeader(b); (err == nil) != tt.ok || err != nil && !errors.Is(err, ErrParameters) {
			t.Errorf("cost %+v: %v, want accepted %v", tt.cost, err, tt.ok)
		}
	}
	d := testDir(t)
	h := header{kind: passphraseKey, cost: cost{3, 1<<32 - 1, 4}, length: headerSize + macSize}
	put(t, d, append(h.append(nil), make([]byte, macSize)...))
	ask, _ := asking(slicesOf("open sesame", 4)...)
	everyOperation(t, "forged cost", openWith(t, d, Passphrase(ask)), ErrParameters)
}

func slicesOf(word string, n int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = word
	}
	return words
}

// TestStoreErrorsTellNoKey prints every fault's text.
func TestStoreErrorsTellNoKey(t *testing.T) {
	d := testDir(t)
	mustImport(t, openIn(t, d), login(t, "a", "aaaa"))
	for _, key := range []string{"zz" + strings.Repeat("5e", 31), strings.Repeat("kx7q", 8), "kx7qkx7q"} {
		_, err := openWith(t, d, CredentialKey(pagesOf(t, []byte(key)))).List(t.Context())
		if text := fmt.Sprintf("%v %+v %#v", err, err, err); err == nil || strings.Contains(text, "5e5e") || strings.Contains(text, "kx7q") || strings.Contains(text, "'z'") {
			t.Errorf("error tells of the key: %s", text)
		}
	}
}
