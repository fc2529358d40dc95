package local

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"browser-mcp/fsutil"
	"browser-mcp/vault"

	"golang.org/x/crypto/argon2"
)

// KeySource is where a store's key comes from: [CredentialKey], [FileKey] or [Passphrase].
// It belongs to one store, whose Close wipes what it holds.
type KeySource interface {
	kind() keyKind
	// prepare does what may wait for a human, before the store is locked.
	prepare() error
	// with lends the key for a store of this salt and cost. create says that there is no
	// store yet, so that the key may be made.
	with(salt [saltSize]byte, c cost, create bool, use func(key []byte) error) error
	// reject is told that the key was not the store's.
	reject()
	close() error
}

// CredentialKey is a key that the service manager passed: 32 bytes, or 64 hexadecimal digits
// and perhaps a line break. It takes pages over.
func CredentialKey(pages *fsutil.Pages) KeySource { return &credentialKey{pages} }

type credentialKey struct{ pages *fsutil.Pages }

func (k *credentialKey) kind() keyKind  { return rawKey }
func (k *credentialKey) prepare() error { return nil }
func (k *credentialKey) reject()        {}
func (k *credentialKey) close() error   { return k.pages.Close() }

func (k *credentialKey) with(_ [saltSize]byte, _ cost, _ bool, use func([]byte) error) error {
	return decodeKey(k.pages.Bytes(), use)
}

// decodeKey takes either form of a key.
func decodeKey(b []byte, use func(key []byte) error) error {
	if len(b) == keySize {
		return use(b)
	}
	// Editors and shells add a line break; nothing else is forgiven.
	for len(b) > 2*keySize && (b[len(b)-1] == '\n' || b[len(b)-1] == '\r') {
		b = b[:len(b)-1]
	}
	if len(b) != 2*keySize {
		return ErrBadKey
	}
	pages, err := fsutil.NewPages(keySize)
	if err != nil {
		return fmt.Errorf("memory for the key: %w", err)
	}
	defer pages.Close()
	if _, err := hex.Decode(pages.Bytes(), b); err != nil {
		return ErrBadKey // the error of hex would quote a character of the key
	}
	return use(pages.Bytes())
}

// FileKey is a key in a file of mode 0600, in either form of [CredentialKey]. With create
// the file is made, with 32 random bytes, when the first value is imported; never while a
// store exists whose key it cannot be.
func FileKey(dir *fsutil.Dir, name string, create bool) KeySource {
	return &fileKey{dir: dir, name: name, create: create}
}

type fileKey struct {
	dir    *fsutil.Dir
	name   string
	create bool
}

func (k *fileKey) kind() keyKind  { return rawKey }
func (k *fileKey) prepare() error { return nil }
func (k *fileKey) reject()        {}
func (k *fileKey) close() error   { return nil }

func (k *fileKey) with(_ [saltSize]byte, _ cost, create bool, use func([]byte) error) error {
	pages, err := k.dir.ReadSecret(k.name, maxKeyFile)
	if errors.Is(err, fs.ErrNotExist) && create && k.create {
		if err := k.make(); err != nil {
			return err
		}
		pages, err = k.dir.ReadSecret(k.name, maxKeyFile)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w: %w", ErrNoKey, err)
	case errors.Is(err, fsutil.ErrTooLarge):
		return fmt.Errorf("%w: %w", ErrBadKey, err)
	case err != nil:
		return fmt.Errorf("reading the key: %w", readFault(k.dir, k.name, err))
	}
	defer pages.Close()
	return decodeKey(pages.Bytes(), use)
}

// make publishes without overwriting: of two first imports the lock lets one make the key,
// and even without it none could replace the other's.
func (k *fileKey) make() error {
	pages, err := fsutil.NewPages(keySize)
	if err != nil {
		return fmt.Errorf("memory for the key: %w", err)
	}
	defer pages.Close()
	_, _ = rand.Read(pages.Bytes()) // never fails (crypto/rand)
	err = k.dir.Publish(k.name, func(f *os.File) error {
		_, err := f.Write(pages.Bytes())
		return err
	})
	if err != nil {
		return fmt.Errorf("making the key: %w", err)
	}
	return nil
}

// Passphrase derives the key by argon2id (RFC 9106). ask is called when the key is first
// needed, and again after a wrong answer, never while the store is locked; what it returns is
// closed here. The derived key is kept in locked memory. argon2's own memory, tens of MiB of
// the Go heap, is not wiped.
func Passphrase(ask func() (*vault.Secret, error)) KeySource { return &passphrase{ask: ask} }

type passphrase struct {
	ask func() (*vault.Secret, error)

	mu      sync.Mutex
	answer  *vault.Secret // between prepare and with
	derived *fsutil.Pages
	salt    [saltSize]byte // that derived belongs to
	cost    cost
}

func (k *passphrase) kind() keyKind { return passphraseKey }

// prepare asks before the store is locked: a human at a prompt must not stop other processes.
func (k *passphrase) prepare() error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.answer != nil || k.derived != nil {
		return nil
	}
	answer, err := k.ask()
	if err != nil {
		return fmt.Errorf("asking for the passphrase: %w", err)
	}
	k.answer = answer
	return nil
}

// with derives once for each salt and cost, since that takes a good part of a second.
func (k *passphrase) with(salt [saltSize]byte, c cost, create bool, use func([]byte) error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.derived == nil || k.salt != salt || k.cost != c {
		if err := k.deriveLocked(salt, c, create); err != nil {
			return err
		}
	}
	return use(k.derived.Bytes())
}

// deriveLocked forgets the passphrase in any case; only the derived key stays.
func (k *passphrase) deriveLocked(salt [saltSize]byte, c cost, create bool) error {
	if k.answer == nil { // the store was replaced since the key was derived
		return ErrWrongKey
	}
	pages, err := fsutil.NewPages(keySize)
	if err != nil {
		return fmt.Errorf("memory for the key: %w", err)
	}
	err = k.answer.Use(func(b []byte) error {
		// The strength is a rule for new stores; an old one opens with what it was made with.
		if create && vault.Classify(vault.Password, "", b) == vault.Guessable {
			return ErrWeak
		}
		key := argon2.IDKey(b, salt[:], c.passes, c.memory, uint8(c.lanes), keySize)
		copy(pages.Bytes(), key)
		clear(key)
		return nil
	})
	if err != nil {
		k.dropLocked()
		return errors.Join(err, pages.Close())
	}
	k.dropLocked()
	k.derived, k.salt, k.cost = pages, salt, c
	return nil
}

func (k *passphrase) reject() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.dropLocked()
}

// dropLocked makes prepare ask again.
func (k *passphrase) dropLocked() {
	if k.answer != nil {
		_ = k.answer.Close()
	}
	if k.derived != nil {
		_ = k.derived.Close()
	}
	k.answer, k.derived = nil, nil
}

func (k *passphrase) close() error {
	k.reject()
	return nil
}
