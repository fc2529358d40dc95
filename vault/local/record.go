package local

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	"browser-mcp/fsutil/strict"
	"browser-mcp/vault"
)

// wrapMode says which keys wrap a record's data key.
type wrapMode uint8

const (
	wrapStore wrapMode = 0 // the store key
	wrapPIN   wrapMode = 1 // the store key and a PIN's (threats rule 5)
)

// record is one reference with its value, sealed. Its bytes are kept as they were read, so
// that rewriting the file changes no record.
type record struct {
	raw      []byte // all of it
	metadata []byte // JSON, as it is authenticated
	meta     metadata
	wrap     wrapping
	nonce    []byte
	sealed   []byte // the value and its tag
}

// wrapping is how the data key is kept.
type wrapping struct {
	mode   wrapMode
	salt   []byte // of the PIN; zero in wrapStore
	cost   cost
	nonce  []byte
	sealed []byte // the data key and its tag
}

// metadata is the record's public part.
type metadata struct {
	ID         vault.SecretID         `json:"id"`
	Name       string                 `json:"name"`
	Kind       vault.Kind             `json:"kind"`
	Approval   vault.ApprovalMode     `json:"approval"`
	Created    int64                  `json:"created"` // seconds since 1970
	Properties []vault.Property       `json:"properties"`
	Classes    map[string]vault.Class `json:"classes"` // by key, "" for a single value
}

// encode is done once for a record; afterwards its bytes are what counts.
func (m metadata) encode() ([]byte, error) {
	b, err := json.Marshal(m)
	if err != nil {
		return nil, fmt.Errorf("encoding metadata: %w", err)
	}
	if len(b) > maxMetadata {
		return nil, fmt.Errorf("%w: %d bytes of metadata, limit %d", ErrRefused, len(b), maxMetadata)
	}
	return b, nil
}

// reference parses the binding anew, so that a stricter version judges old records too.
func (m metadata) reference() vault.Reference {
	ref := vault.NewReference(m.ID, m.Name, m.Kind, m.Approval, m.Properties)
	ref.Classes = m.Classes
	return ref
}

// readRecord takes the first record from b. Its parts are slices of b. That the record is
// ours was proved by the code over the file; what is checked here again keeps a mistake of
// a writer from becoming one of the reader.
func readRecord(b []byte) (r record, rest []byte, err error) {
	if len(b) < fixedSize {
		return r, nil, fmt.Errorf("%w: a record of under %d bytes", ErrTampered, fixedSize)
	}
	m, s := binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:])
	if m > maxMetadata || s <= tagSize || s > vault.MaxSecret+tagSize || int(m)+int(s)+fixedSize > len(b) {
		return r, nil, fmt.Errorf("%w: a record's lengths", ErrTampered)
	}
	size := fixedSize + int(m) + int(s)
	r.raw, rest = b[:size:size], b[size:]
	r.metadata = r.raw[8 : 8+m]
	r.wrap = readWrapping(r.raw[8+m:])
	r.nonce = r.raw[8+int(m)+wrapSize:][:nonceSize]
	r.sealed = r.raw[fixedSize+int(m):]
	if err := strict.Unmarshal(r.metadata, &r.meta, strict.Limits{Bytes: maxMetadata, Depth: 3}); err != nil {
		return r, nil, fmt.Errorf("%w: a record's metadata: %w", ErrTampered, err)
	}
	return r, rest, r.consistent()
}

// readWrapping slices wrapSize bytes, which the caller has counted.
func readWrapping(b []byte) wrapping {
	return wrapping{
		mode: wrapMode(b[0]), salt: b[1 : 1+saltSize], cost: readCost(b[1+saltSize:]),
		nonce:  b[1+saltSize+costSize:][:nonceSize],
		sealed: b[1+saltSize+costSize+nonceSize:][:keySize+tagSize],
	}
}

// consistent wants the PIN where the approval says so, and nowhere else.
func (r record) consistent() error {
	pin := r.meta.Approval == vault.ApprovePIN
	switch {
	case pin != (r.wrap.mode == wrapPIN), r.wrap.mode > wrapPIN:
		return fmt.Errorf("%w: a record's wrapping and its approval", ErrTampered)
	case !pin && r.wrap.cost != cost{}:
		return fmt.Errorf("%w: a record's cost without a PIN", ErrTampered)
	case pin:
		return r.wrap.cost.check()
	}
	return nil
}

// associated is the additional data of both seals (threats rule 20): the metadata, which
// holds id, name, kind, approval and properties, the version, and how the key is wrapped.
func associated(purpose byte, metadata []byte, w wrapping) []byte {
	b := append([]byte("browser-mcp vault/local record\x00"), purpose)
	b = binary.BigEndian.AppendUint16(b, formatVersion)
	b = binary.BigEndian.AppendUint32(b, uint32(len(metadata)))
	b = append(b, metadata...)
	b = append(b, byte(w.mode))
	b = append(b, w.salt...)
	return w.cost.append(b)
}

// Purposes of a seal.
const (
	sealKey   = 'K'
	sealValue = 'V'
)

// append is the inverse of readRecord (FuzzRecord).
func (r record) append(b []byte) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(r.metadata)))
	b = binary.BigEndian.AppendUint32(b, uint32(len(r.sealed)))
	b = append(b, r.metadata...)
	b = append(b, byte(r.wrap.mode))
	b = append(b, r.wrap.salt...)
	b = r.wrap.cost.append(b)
	b = append(b, r.wrap.nonce...)
	b = append(b, r.wrap.sealed...)
	b = append(b, r.nonce...)
	return append(b, r.sealed...)
}
