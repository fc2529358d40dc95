package local

import (
	"bytes"
	"crypto/hkdf"
	"crypto/sha256"
	"errors"
	"testing"

	"golang.org/x/crypto/argon2"

	"browser-mcp/vault"
)

// pinRecord is a record of the PIN mode as FORMAT.md describes it; a version with approvals will make them.
func pinRecord(t *testing.T, storeKey []byte, pin, value string) record {
	t.Helper()
	r := record{
		meta: metadata{ID: "s-pin", Name: "with PIN", Kind: vault.Password, Approval: vault.ApprovePIN, Created: 1,
			Properties: []vault.Property{{Key: "sbm:origin", Value: shop}}, Classes: map[string]vault.Class{"": vault.Middling}},
		wrap: wrapping{mode: wrapPIN, salt: bytes.Repeat([]byte{7}, saltSize), cost: cost{2, 19456, 1}, nonce: bytes.Repeat([]byte{8}, nonceSize)},
	}
	r.nonce = bytes.Repeat([]byte{9}, nonceSize)
	var err error
	r.metadata, err = r.meta.encode()
	check(t, err)
	data := bytes.Repeat([]byte{0x5a}, keySize)
	r.wrap.sealed, err = sealed(pinKey(t, storeKey, pin, r.wrap), r.wrap.nonce, data, associated(sealKey, r.metadata, r.wrap))
	check(t, err)
	r.sealed, err = sealed(data, r.nonce, []byte(value), associated(sealValue, r.metadata, r.wrap))
	check(t, err)
	r.raw = r.append(nil)
	return r
}

// pinKey is HKDF of store key and stretched PIN, one after the other.
func pinKey(t *testing.T, storeKey []byte, pin string, w wrapping) []byte {
	t.Helper()
	stretched := argon2.IDKey([]byte(pin), w.salt, w.cost.passes, w.cost.memory, uint8(w.cost.lanes), keySize)
	key, err := hkdf.Key(sha256.New, append(bytes.Clone(storeKey), stretched...), w.salt, "browser-mcp vault/local wrap pin 1", keySize)
	check(t, err)
	return key
}

// TestThreatPINIsNoFlag is threats rule 5, against a shell that has the store and its key: the PIN is part of the key, so
// no rewriting of a record opens it, and there is nothing to try PINs on but the seal at its full cost.
func TestThreatPINIsNoFlag(t *testing.T) {
	d := testDir(t)
	s := openIn(t, d)
	mustImport(t, s, login(t, "a", "aaaa"))
	key, genuine := bytes.Repeat([]byte{1}, keySize), contentsOf(t, d)
	honest := pinRecord(t, key, "tulip-73-canal", "hunter22")
	for name, change := range map[string]func(r *record){
		"as it is":      func(*record) {},
		"approval none": func(r *record) { r.metadata = bytes.Replace(r.metadata, []byte(`"pin"`), []byte(`"none"`), 1) },
		"wrapping of none": func(r *record) {
			r.wrap = wrapping{mode: wrapStore, salt: make([]byte, saltSize), nonce: r.wrap.nonce, sealed: r.wrap.sealed}
		},
		"none of it left": func(r *record) {
			r.metadata = bytes.Replace(r.metadata, []byte(`"pin"`), []byte(`"none"`), 1)
			r.wrap = wrapping{mode: wrapStore, salt: make([]byte, saltSize), nonce: r.wrap.nonce, sealed: r.wrap.sealed}
		},
		"another's wrapping": func(r *record) {
			r.metadata = bytes.Replace(r.metadata, []byte(`"pin"`), []byte(`"none"`), 1)
			r.wrap = genuine.records[0].wrap
		},
	} {
		r := honest
		change(&r)
		r.raw = r.append(nil)
		b, err := contents{header: genuine.header, records: append(genuine.records[:1:1], r)}.encode(key) // the attacker can make the code
		check(t, err)
		put(t, d, b)
		value, err := s.Export(t.Context(), "s-pin")
		if !errors.Is(err, ErrPIN) && !errors.Is(err, ErrTampered) {
			t.Errorf("%s: Export = %v, %v, want it refused", name, value, err)
		}
	}
	var data [keySize]byte
	opens := func(storeKey []byte, pin string) bool {
		return openInto(data[:], pinKey(t, storeKey, pin, honest.wrap), honest.wrap.nonce, honest.wrap.sealed, associated(sealKey, honest.metadata, honest.wrap)) == nil
	}
	if !opens(key, "tulip-73-canal") || opens(key, "tulip-73-canaL") || opens(key, "") || opens(bytes.Repeat([]byte{2}, keySize), "tulip-73-canal") {
		t.Error("want the seal to open with the store key and the PIN together, and with nothing less")
	}
}
