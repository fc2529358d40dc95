package fsutil

import (
	"fmt"
	"log/slog"
	"os"
	"sync"

	"golang.org/x/sys/unix"
)

const redacted = "[REDACTED]"

// Pages is memory for a secret, outside the Go heap: the runtime never moves or copies it.
// It is locked (never swapped), left out of core dumps, zeroed in forked children, and has
// an inaccessible page on either side. It prints [REDACTED] under every verb.
//
// Not promised: copies that others make of [Pages.Bytes], registers, and what hibernation
// writes. A Pages that is never closed stays until the process ends; there is no finalizer,
// since a slice from Bytes does not keep its Pages alive.
type Pages struct {
	_ [0]func() // no ==
	m *mapping
}

// mapping holds no slice: fmt reaches through pointers and unexported fields of a struct
// around a Pages (it does for a verb that does not fit), but of a func it shows an address.
type mapping struct {
	mu      sync.Mutex
	bytes   func() []byte // both nil after Close
	release func() error
}

// NewPages returns n zero bytes, 1 to [MaxPages]. The error wraps [ErrTooLarge] above that,
// and the kernel's ENOMEM when RLIMIT_MEMLOCK is used up: unlocked memory is never given.
func NewPages(n int) (*Pages, error) {
	if n < 1 || n > MaxPages {
		return nil, fmt.Errorf("%w: locked memory of %d bytes, limit %d", ErrTooLarge, n, MaxPages)
	}
	page := os.Getpagesize()
	inner := (n + page - 1) / page * page
	whole, err := unix.Mmap(-1, 0, inner+2*page, unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON)
	if err != nil {
		return nil, fmt.Errorf("mapping %d bytes: %w", inner+2*page, err)
	}
	locked := whole[page : page+inner : page+inner]
	if err := protect(locked); err != nil {
		_ = unix.Munmap(whole)
		return nil, err
	}
	return &Pages{m: &mapping{
		bytes:   func() []byte { return locked[:n:n] },
		release: func() error { clear(locked); return unix.Munmap(whole) },
	}}, nil
}

func protect(b []byte) error {
	if err := unix.Mprotect(b, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return fmt.Errorf("opening %d bytes between their guards: %w", len(b), err)
	}
	if err := unix.Mlock(b); err != nil {
		return fmt.Errorf("locking %d bytes of memory: %w", len(b), err)
	}
	if err := unix.Madvise(b, unix.MADV_DONTDUMP); err != nil {
		return fmt.Errorf("keeping memory out of core dumps: %w", err)
	}
	if err := unix.Madvise(b, unix.MADV_WIPEONFORK); err != nil {
		return fmt.Errorf("keeping memory from children: %w", err)
	}
	return nil
}

// Bytes is the memory itself, nil after Close. The caller keeps the slice no longer than
// the Pages stays open: a later access faults.
func (p *Pages) Bytes() []byte {
	p.m.mu.Lock()
	defer p.m.mu.Unlock()
	if p.m.bytes == nil {
		return nil
	}
	return p.m.bytes()
}

// Len is the size in bytes, 0 after Close.
func (p *Pages) Len() int { return len(p.Bytes()) }

// Close wipes and releases the memory; it may be called again.
func (p *Pages) Close() error {
	p.m.mu.Lock()
	defer p.m.mu.Unlock()
	if p.m.release == nil {
		return nil
	}
	err := p.m.release()
	p.m.bytes, p.m.release = nil, nil
	if err != nil {
		return fmt.Errorf("unmapping locked memory: %w", err)
	}
	return nil
}

// Format implements [fmt.Formatter] for every verb.
func (p *Pages) Format(s fmt.State, _ rune) { _, _ = s.Write([]byte(redacted)) }

// String implements [fmt.Stringer].
func (p *Pages) String() string { return redacted }

// MarshalText implements [encoding.TextMarshaler], and with it JSON's.
func (p *Pages) MarshalText() ([]byte, error) { return []byte(redacted), nil }

// LogValue implements [slog.LogValuer].
func (p *Pages) LogValue() slog.Value { return slog.StringValue(redacted) }
