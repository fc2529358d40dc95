package local

import (
	"encoding/binary"
	"fmt"
)

// The layout of FORMAT.md: a header, records, and a code over both.
const (
	magic         = "bmvault\n"
	formatVersion = 1
	headerSize    = 80
	macSize       = 32
	saltSize      = 16
	checkSize     = 32
	nonceSize     = 12 // AES-GCM (SP 800-38D)
	tagSize       = 16
	keySize       = 32
	// fixedSize is what a record has beside its metadata and its sealed value.
	fixedSize = 4 + 4 + wrapSize + nonceSize
	wrapSize  = 1 + saltSize + costSize + nonceSize + keySize + tagSize
	costSize  = 12
)

// keyKind says what the store key is made of.
type keyKind uint16

const (
	rawKey        keyKind = 1 // 32 bytes, from a credential or a file
	passphraseKey keyKind = 2 // argon2id of a passphrase
)

// cost is what argon2id (RFC 9106) takes beside salt and passphrase; zero where no
// passphrase is.
type cost struct{ passes, memory, lanes uint32 }

// check holds stored parameters against floors and ceilings before anything is spent on
// them.
func (c cost) check() error {
	for _, p := range []struct {
		name             string
		value, low, high uint32
	}{
		{"passes", c.passes, minPasses, maxPasses},
		{"memory in KiB", c.memory, minMemory, maxMemory},
		{"lanes", c.lanes, minLanes, maxLanes},
	} {
		if p.value < p.low || p.value > p.high {
			return fmt.Errorf("%w: %s %d, want %d to %d", ErrParameters, p.name, p.value, p.low, p.high)
		}
	}
	return nil
}

// append writes the twelve bytes that both header and record have.
func (c cost) append(b []byte) []byte {
	for _, v := range []uint32{c.passes, c.memory, c.lanes} {
		b = binary.BigEndian.AppendUint32(b, v)
	}
	return b
}

// readCost takes twelve bytes as they are; check judges them.
func readCost(b []byte) cost {
	return cost{binary.BigEndian.Uint32(b), binary.BigEndian.Uint32(b[4:]), binary.BigEndian.Uint32(b[8:])}
}

type header struct {
	kind    keyKind
	cost    cost
	salt    [saltSize]byte
	check   [checkSize]byte
	length  uint32 // of the whole file
	records uint32
}

// append writes exactly headerSize bytes.
func (h header) append(b []byte) []byte {
	b = append(b, magic...)
	b = binary.BigEndian.AppendUint16(b, formatVersion)
	b = binary.BigEndian.AppendUint16(b, uint16(h.kind))
	b = h.cost.append(b)
	b = append(b, h.salt[:]...)
	b = append(b, h.check[:]...)
	b = binary.BigEndian.AppendUint32(b, h.length)
	return binary.BigEndian.AppendUint32(b, h.records)
}

// readHeader checks all that can be checked without the key.
func readHeader(file []byte) (h header, err error) {
	if len(file) < len(magic)+2 {
		return h, shortFault(file)
	}
	if string(file[:len(magic)]) != magic {
		return h, ErrNotStore
	}
	if v := binary.BigEndian.Uint16(file[8:]); v > formatVersion {
		return h, fmt.Errorf("%w: format %d, this one knows %d", ErrNewer, v, formatVersion)
	} else if v == 0 {
		return h, ErrTampered
	}
	if len(file) < headerSize+macSize {
		return h, ErrTruncated
	}
	h.kind = keyKind(binary.BigEndian.Uint16(file[10:]))
	h.cost = readCost(file[12:])
	copy(h.salt[:], file[24:])
	copy(h.check[:], file[40:])
	h.length = binary.BigEndian.Uint32(file[72:])
	h.records = binary.BigEndian.Uint32(file[76:])
	return h, h.plausible(len(file))
}

// shortFault tells the beginning of a store from something else.
func shortFault(file []byte) error {
	if n := min(len(file), len(magic)); string(file[:n]) == magic[:n] {
		return ErrTruncated
	}
	return ErrNotStore
}

// plausible says truncated rather than altered where it can: a full disk or a broken copy is
// likelier than an attacker, and calls for another remedy.
func (h header) plausible(size int) error {
	switch {
	case int64(size) < int64(h.length):
		return fmt.Errorf("%w: %d bytes of %d", ErrTruncated, size, h.length)
	case int64(size) > int64(h.length), h.records > maxRecords:
		return ErrTampered
	case h.kind == passphraseKey:
		return h.cost.check()
	case h.kind != rawKey, h.cost != cost{}:
		return ErrTampered
	}
	return nil
}
