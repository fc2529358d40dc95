package local

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"io"

	"browser-mcp/fsutil"
	"browser-mcp/vault"
)

// subkey derives a key of its own for each use of the store key (RFC 5869). The caller
// wipes it; what HMAC keeps inside stays on the heap until it is collected.
func subkey(key []byte, salt [saltSize]byte, use string) ([]byte, error) {
	derived, err := hkdf.Key(sha256.New, key, salt[:], "browser-mcp vault/local "+use+" 1", keySize)
	if err != nil {
		return nil, fmt.Errorf("deriving a key: %w", err)
	}
	return derived, nil
}

// keyCheck tells a wrong key from an altered store. It commits to the key, which AES-GCM
// does not, so that no file opens under two keys.
func keyCheck(key []byte, salt [saltSize]byte) (check [checkSize]byte, err error) {
	derived, err := subkey(key, salt, "check")
	copy(check[:], derived)
	return check, err
}

// fileMAC covers the header too, so that nobody moves a store's salt or lengths.
func fileMAC(key []byte, salt [saltSize]byte, file []byte) ([]byte, error) {
	derived, err := subkey(key, salt, "mac")
	if err != nil {
		return nil, err
	}
	defer clear(derived)
	mac := hmac.New(sha256.New, derived)
	mac.Write(file)
	return mac.Sum(nil), nil
}

// newGCM leaves an expanded key on the Go heap; the standard library has no way to wipe it.
func newGCM(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, fmt.Errorf("preparing a cipher: %w", err)
	}
	return cipher.NewGCM(block)
}

// seal makes the record of a value under a data key of its own, wrapped by the store key.
// random is [crypto/rand.Reader] but in the test of the format.
func seal(random io.Reader, key []byte, salt [saltSize]byte, meta metadata, value *vault.Secret) (r record, err error) {
	r.meta = meta
	if r.metadata, err = meta.encode(); err != nil {
		return r, err
	}
	data, err := fsutil.NewPages(keySize)
	if err != nil {
		return r, fmt.Errorf("memory for a data key: %w", err)
	}
	defer data.Close()
	r.wrap = wrapping{mode: wrapStore, salt: make([]byte, saltSize), nonce: make([]byte, nonceSize)}
	r.nonce = make([]byte, nonceSize)
	for _, b := range [][]byte{data.Bytes(), r.wrap.nonce, r.nonce} {
		if _, err := io.ReadFull(random, b); err != nil {
			return r, fmt.Errorf("drawing random bytes: %w", err)
		}
	}
	wrap, err := subkey(key, salt, "wrap")
	if err != nil {
		return r, err
	}
	defer clear(wrap)
	if r.wrap.sealed, err = sealed(wrap, r.wrap.nonce, data.Bytes(), associated(sealKey, r.metadata, r.wrap)); err != nil {
		return r, err
	}
	err = value.Use(func(plain []byte) error {
		r.sealed, err = sealed(data.Bytes(), r.nonce, plain, associated(sealValue, r.metadata, r.wrap))
		return err
	})
	r.raw = r.append(nil)
	return r, err
}

// sealed uses each key with one nonce that is random and never repeated for it: data keys
// seal once, and 96 random bits suffice for 2^32 wraps (SP 800-38D, section 8.3).
func sealed(key, nonce, plain, associated []byte) ([]byte, error) {
	gcm, err := newGCM(key)
	if err != nil {
		return nil, err
	}
	return gcm.Seal(nil, nonce, plain, associated), nil
}

// open decrypts the value straight into locked memory.
func (r record) open(key []byte, salt [saltSize]byte) (*vault.Secret, error) {
	if r.wrap.mode != wrapStore {
		return nil, ErrPIN
	}
	wrap, err := subkey(key, salt, "wrap")
	if err != nil {
		return nil, err
	}
	defer clear(wrap)
	data, err := fsutil.NewPages(keySize)
	if err != nil {
		return nil, fmt.Errorf("memory for a data key: %w", err)
	}
	defer data.Close()
	if err := openInto(data.Bytes(), wrap, r.wrap.nonce, r.wrap.sealed, associated(sealKey, r.metadata, r.wrap)); err != nil {
		return nil, err
	}
	return vault.NewSecretFunc(len(r.sealed)-tagSize, func(b []byte) error {
		return openInto(b, data.Bytes(), r.nonce, r.sealed, associated(sealValue, r.metadata, r.wrap))
	})
}

// openInto fills dst, which has exactly the plaintext's size, so that no other copy is made.
func openInto(dst, key, nonce, sealed, associated []byte) error {
	gcm, err := newGCM(key)
	if err != nil {
		return err
	}
	if _, err := gcm.Open(dst[:0:len(dst)], nonce, sealed, associated); err != nil {
		return fmt.Errorf("%w: a record does not open", ErrTampered)
	}
	return nil
}
