package local

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"browser-mcp/fsutil"
	"browser-mcp/vault"
)

// The names in a store's directory, beside a key file.
const (
	storeName = "vault.store"
	lockName  = "vault.lock"
)

// Store is a [vault.Store] in one encrypted file. Any number of processes may use the same
// one: each operation takes a lock (decision 12). Its methods may be called from several
// goroutines.
type Store struct {
	dir *fsutil.Dir
	key KeySource

	closing sync.RWMutex // operations share it, so that Close waits for them
	closed  bool

	at func(step string) // for tests: told of each step of a change
}

var _ vault.Store = (*Store)(nil)

// Open uses the store in dir, which holds nothing else but perhaps the key file: what an
// interrupted change left there is removed. The store is made by the first import. Open
// reads no file and asks for no key; dir stays the caller's, key is closed by Close. The
// error wraps [fsutil.ErrNotPrivate] if others may use the directory.
func Open(dir *fsutil.Dir, key KeySource) (*Store, error) {
	if err := dir.CheckPrivate(); err != nil {
		return nil, fmt.Errorf("local: the store's directory: %w", err)
	}
	return &Store{dir: dir, key: key, at: func(string) {}}, nil
}

// Close wipes the key, after the operations under way. It may be called again.
func (s *Store) Close() error {
	s.closing.Lock()
	defer s.closing.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	return s.key.close()
}

// contents is a store as it was read and verified.
type contents struct {
	header  header
	records []record
}

// find is linear: there are at most maxRecords.
func (c contents) find(id vault.SecretID) (record, error) {
	for _, r := range c.records {
		if r.meta.ID == id {
			return r, nil
		}
	}
	return record{}, fmt.Errorf("local: %w", vault.ErrUnknownSecret)
}

// List implements [vault.Store]. A store that does not exist is empty. No value is decrypted;
// that the references are genuine is proved by the code over the file.
func (s *Store) List(ctx context.Context) (refs []vault.Reference, err error) {
	if !s.exists() {
		return nil, ctx.Err()
	}
	err = s.locked(ctx, func() error {
		return s.read(false, func(_ []byte, c contents) error {
			for _, r := range c.records {
				refs = append(refs, r.meta.reference())
			}
			return nil
		})
	})
	return refs, err
}

// Export implements [vault.Store]. The value is decrypted into locked memory; a multi-field
// one comes as its JSON text.
func (s *Store) Export(ctx context.Context, id vault.SecretID) (payload *vault.Payload, err error) {
	if !s.exists() {
		return nil, fmt.Errorf("local: %w", vault.ErrUnknownSecret)
	}
	err = s.locked(ctx, func() error {
		return s.read(false, func(key []byte, c contents) error {
			r, err := c.find(id)
			if err != nil {
				return err
			}
			value, err := r.open(key, c.header.salt)
			if err != nil {
				return err
			}
			payload = &vault.Payload{Single: value}
			return nil
		})
	})
	return payload, err
}

// exists spares a human the question for the passphrase of a store that is not there.
func (s *Store) exists() bool {
	f, err := s.dir.Open(storeName)
	if err != nil {
		return !errors.Is(err, fs.ErrNotExist)
	}
	_ = f.Close()
	return true
}

// locked runs f under the store's lock, once the key needs no more waiting for a human.
func (s *Store) locked(ctx context.Context, f func() error) error {
	s.closing.RLock()
	defer s.closing.RUnlock()
	if s.closed {
		return fmt.Errorf("local: store: %w", os.ErrClosed)
	}
	if err := s.key.prepare(); err != nil {
		return err
	}
	lock, err := s.dir.LockWait(ctx, lockName)
	if err != nil {
		return fmt.Errorf("locking the store: %w", err)
	}
	defer lock.Close()
	s.at("locked")
	// Tidying is not what was asked for: where it fails, the operation need not.
	_ = s.dir.RemoveUnpublished(maxNames)
	return f()
}

// read verifies the file and lends the key with what it holds. With create a missing file
// is an empty store of a new salt.
func (s *Store) read(create bool, use func(key []byte, c contents) error) error {
	file, err := s.dir.ReadPrivate(storeName, maxStore)
	if errors.Is(err, fs.ErrNotExist) && create {
		return s.fresh(use)
	}
	if err != nil {
		return fmt.Errorf("reading the store: %w", readFault(s.dir, storeName, err))
	}
	h, err := readHeader(file)
	if err != nil {
		return fmt.Errorf("reading the store: %w", err)
	}
	if h.kind != s.key.kind() {
		return ErrKeyKind
	}
	err = s.key.with(h.salt, h.cost, false, func(key []byte) error {
		c, err := verify(file, h, key)
		if err != nil {
			return fmt.Errorf("reading the store: %w", err)
		}
		return use(key, c)
	})
	// So that the next operation asks again, rather than failing for good.
	if errors.Is(err, ErrWrongKey) {
		s.key.reject()
	}
	return err
}

// fresh draws the salt that a passphrase will be derived with; nothing is written yet.
func (s *Store) fresh(use func(key []byte, c contents) error) error {
	h := header{kind: s.key.kind()}
	if h.kind == passphraseKey {
		h.cost = cost{defaultPasses, defaultMemory, defaultLanes}
	}
	_, _ = rand.Read(h.salt[:]) // never fails (crypto/rand)
	return s.key.with(h.salt, h.cost, true, func(key []byte) (err error) {
		s.at("key")
		if h.check, err = keyCheck(key, h.salt); err != nil {
			return err
		}
		return use(key, contents{header: h})
	})
}

// verify holds a file against the key and takes it apart. Nothing of a record is looked at
// before the code over the whole file was right.
func verify(file []byte, h header, key []byte) (c contents, err error) {
	check, err := keyCheck(key, h.salt)
	if err != nil {
		return c, err
	}
	if !hmac.Equal(check[:], h.check[:]) {
		return c, ErrWrongKey
	}
	end := len(file) - macSize
	mac, err := fileMAC(key, h.salt, file[:end])
	if err != nil {
		return c, err
	}
	if !hmac.Equal(mac, file[end:]) {
		return c, ErrTampered
	}
	return split(file[headerSize:end], h)
}

// split wants as many records as the header counts, and nothing behind them.
func split(b []byte, h header) (c contents, err error) {
	c.header = h
	seen := map[vault.SecretID]bool{}
	for range h.records {
		var r record
		if r, b, err = readRecord(b); err != nil {
			return c, err
		}
		if seen[r.meta.ID] {
			return c, fmt.Errorf("%w: one id twice", ErrTampered)
		}
		seen[r.meta.ID] = true
		c.records = append(c.records, r)
	}
	if len(b) > 0 {
		return c, fmt.Errorf("%w: more than its records", ErrTampered)
	}
	return c, nil
}

// encode writes the whole file.
func (c contents) encode(key []byte) ([]byte, error) {
	size := headerSize + macSize
	for _, r := range c.records {
		size += len(r.raw)
	}
	if size > maxStore || len(c.records) > maxRecords {
		return nil, fmt.Errorf("%w: %d bytes and %d records, limits %d and %d", ErrFull, size, len(c.records), maxStore, maxRecords)
	}
	c.header.length, c.header.records = uint32(size), uint32(len(c.records))
	file := c.header.append(make([]byte, 0, size))
	for _, r := range c.records {
		file = append(file, r.raw...)
	}
	mac, err := fileMAC(key, c.header.salt, file)
	if err != nil {
		return nil, err
	}
	return append(file, mac...), nil
}

// replace puts a changed store in the old one's place: at any moment the name holds one or
// the other, whole.
func (s *Store) replace(key []byte, c contents) error {
	file, err := c.encode(key)
	if err != nil {
		return err
	}
	err = s.dir.Replace(storeName, func(f *os.File) error {
		s.at("created")
		if _, err := f.Write(file[:len(file)/2]); err != nil {
			return err
		}
		s.at("half")
		_, err := f.Write(file[len(file)/2:])
		s.at("written")
		return err
	})
	if err != nil {
		return fmt.Errorf("replacing the store: %w", err)
	}
	s.at("replaced")
	return nil
}
