package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"sync"

	"browser-mcp/fsutil"
)

// Redactor hides what was filled in one browser context from everything that leaves the
// process (threats, part A). It holds the registry of values, taint and scope. It may be
// used from several goroutines, prints counts only, and holds values and all that derives
// from them in locked memory until Close.
//
// Not promised: what a destination re-encodes beyond tables 8.3 and 8.4 of secure-browser,
// a value spread over several results, and the text's own copies on the Go heap.
type Redactor struct {
	_  [0]func() // no ==
	mu sync.RWMutex

	values   []*registered
	middling []string // origins that any middling value was filled into
	index    *index   // nil until a value is compared
	taint    taint
	closed   bool
}

// registered is one value of one reference. A guessable one is not held at all: nothing of
// it is left but the shape of its class.
type registered struct {
	ref     SecretID
	key     string
	kind    Kind
	class   Class
	owners  []Owner
	origins []string // that it was filled into
	shapes  shapes
	unnamed bool // the id itself would show a value

	pages    *fsutil.Pages // raw and the patterns' kept bytes
	raw      []byte
	patterns []pattern
}

// NewRedactor has nothing to hide yet.
func NewRedactor() *Redactor { return &Redactor{} }

// Register makes a value known before it is written anywhere: from now on texts are
// searched for it as its class allows. origin is where it is about to be filled. The value
// may be closed afterwards. The error wraps [ErrTooMany] when the context is full, and
// [ErrClosed] after Close; then nothing may be filled.
func (r *Redactor) Register(owner Owner, ref SecretID, key string, kind Kind, class Class, origin string, value *Secret) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed {
		return fmt.Errorf("registering a value: %w", ErrClosed)
	}
	return value.Use(func(raw []byte) error {
		return r.registerLocked(registered{
			ref: ref, key: key, kind: kind.ForKey(key), class: compared(class, raw),
			owners: []Owner{owner}, origins: []string{origin},
		}, raw)
	})
}

// compared takes a value too short for its class down to one that is not compared.
func compared(class Class, raw []byte) Class {
	if len(raw) < window || class != Strong && class != Middling {
		return Guessable
	}
	return class
}

func (r *Redactor) registerLocked(v registered, raw []byte) error {
	if v.class == Middling {
		r.middling = addTo(r.middling, v.origins[0])
	}
	if known := r.sameLocked(&v, raw); known != nil {
		known.owners = addTo(known.owners, v.owners[0])
		known.origins = addTo(known.origins, v.origins[0])
		return nil
	}
	if len(r.values) >= maxRegistered {
		return fmt.Errorf("%w: %d, limit %d", ErrTooMany, len(r.values)+1, maxRegistered)
	}
	if v.class == Guessable {
		v.shapes = shapesOf(v.kind, v.key, raw)
		r.values = append(r.values, &v)
		return nil
	}
	if err := makeForms(&v, raw); err != nil {
		return err
	}
	return r.addLocked(&v)
}

// addLocked puts a value with its forms into a new index.
func (r *Redactor) addLocked(v *registered) error {
	values := append(slices.Clip(r.values), v)
	ix, err := newIndex(values)
	if err != nil {
		return errors.Join(err, v.pages.Close())
	}
	if r.index != nil {
		err = r.index.close()
	}
	r.values, r.index = values, ix
	for _, v := range r.values {
		v.unnamed = v.unnamed || len(r.strongLocked(Owner{}, string(v.ref))) > 0
	}
	return err
}

// sameLocked finds an earlier registration of the same value, whoever made it.
func (r *Redactor) sameLocked(v *registered, raw []byte) *registered {
	for _, known := range r.values {
		if known.ref == v.ref && known.key == v.key && known.class == v.class && known.kind == v.kind &&
			(v.class != Guessable && bytes.Equal(known.raw, raw) ||
				v.class == Guessable && known.shapes == shapesOf(v.kind, v.key, raw)) {
			return known
		}
	}
	return nil
}

func addTo[T comparable](list []T, one T) []T {
	if slices.Contains(list, one) {
		return list
	}
	return append(list, one)
}

func (v *registered) filledInto(origin string) bool { return slices.Contains(v.origins, origin) }

// marker names the reference only to who filled it (decision 2).
func (v *registered) marker(owner Owner) string {
	if v.unnamed || !slices.Contains(v.owners, owner) {
		return redacted
	}
	return "[REDACTED:" + string(v.ref) + "]"
}

// Close wipes every value. From then on a text is withheld whole if anything had been
// registered: it may hold what can no longer be found.
func (r *Redactor) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	var all error
	for _, v := range r.values {
		if v.pages != nil {
			all = errors.Join(all, v.pages.Close())
			v.pages, v.raw, v.patterns = nil, nil, nil
		}
	}
	if r.index != nil {
		all = errors.Join(all, r.index.close())
		r.index = nil
	}
	return all
}

// Format implements [fmt.Formatter] for every verb: counts, nothing else.
func (r *Redactor) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, r.counts()) }

// LogValue implements [slog.LogValuer].
func (r *Redactor) LogValue() slog.Value { return slog.StringValue(r.counts()) }

func (r *Redactor) counts() string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return fmt.Sprintf("vault.Redactor{values: %d, fills: %d}", len(r.values), len(r.taint.fills))
}
