package local

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"browser-mcp/vault"
)

// Import is a value to be stored, with all that will be known of it. None of it can be
// changed later: a record's seal covers them.
type Import struct {
	Name       string // 1 to 128 bytes of printable text, not yet in the store
	Kind       vault.Kind
	Properties []vault.Property
	Approval   vault.ApprovalMode // ApproveNone, until approvals exist
	Value      *vault.Secret      // stays the caller's
}

// Import stores a value under a new id. Until it returns without error the store is as it
// was. The error wraps [ErrRefused], [ErrTaken], [ErrFull], or one of the store's faults.
func (s *Store) Import(ctx context.Context, in Import) (ref vault.Reference, err error) {
	meta, err := in.check()
	if err != nil {
		return ref, err
	}
	err = s.locked(ctx, func() error {
		return s.read(true, func(key []byte, c contents) error {
			if slices.ContainsFunc(c.records, func(r record) bool { return r.meta.Name == in.Name }) {
				return ErrTaken
			}
			r, err := seal(rand.Reader, key, c.header.salt, meta, in.Value)
			if err != nil {
				return err
			}
			c.records = append(c.records, r)
			return s.replace(key, c)
		})
	})
	if err != nil {
		return ref, err
	}
	return meta.reference(), nil
}

// Remove takes a reference out of the store. The error wraps [vault.ErrUnknownSecret] if
// there is none. Copies of the old file, and its blocks on the disk, are out of reach.
func (s *Store) Remove(ctx context.Context, id vault.SecretID) error {
	if !s.exists() {
		return fmt.Errorf("local: %w", vault.ErrUnknownSecret)
	}
	return s.locked(ctx, func() error {
		return s.read(false, func(key []byte, c contents) error {
			if _, err := c.find(id); err != nil {
				return err
			}
			c.records = slices.DeleteFunc(c.records, func(r record) bool { return r.meta.ID == id })
			return s.replace(key, c)
		})
	})
}

// check holds an import against its rules and fixes the classes of its parts.
func (in Import) check() (m metadata, err error) {
	kind, err := vault.ParseKind(string(in.Kind))
	if err != nil {
		return m, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	if err := checkName(in.Name); err != nil {
		return m, err
	}
	if in.Value == nil {
		return m, fmt.Errorf("%w: no value", ErrRefused)
	}
	if in.Approval != vault.ApproveNone {
		return m, fmt.Errorf("%w: the only approval mode yet is none, and it must be given", ErrRefused)
	}
	binding, state, code := vault.ParseBinding(in.Properties)
	// An unbound secret is allowed: it cannot be filled, and is listed only when asked for.
	if state == vault.Invalid {
		return m, fmt.Errorf("%w: binding malformed (%s): %s", ErrRefused, code, vault.BindingHint(in.Properties))
	}
	classes, err := classify(kind, binding.Fields, in.Value)
	if err != nil {
		return m, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return metadata{
		ID: newID(), Name: in.Name, Kind: kind, Approval: in.Approval, Created: time.Now().Unix(),
		Properties: append([]vault.Property{}, in.Properties...), Classes: classes,
	}, nil
}

// checkName keeps names to what a terminal, a dialog and a journal show as it is.
func checkName(name string) error {
	switch {
	case name == "" || len(name) > maxName:
		return fmt.Errorf("%w: a name has 1 to %d bytes", ErrRefused, maxName)
	case !utf8.ValidString(name), strings.TrimSpace(name) != name, strings.IndexFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0:
		return fmt.Errorf("%w: a name is printable text without space around it", ErrRefused)
	}
	return nil
}

// classify holds the value against its rules: one that can be filled, or for a binding with
// fields a JSON object of exactly these keys.
func classify(kind vault.Kind, fields map[string]string, value *vault.Secret) (map[string]vault.Class, error) {
	parts := map[string]*vault.Secret{"": value}
	if len(fields) > 0 {
		var err error
		if parts, err = vault.SplitFields(value); err != nil {
			return nil, err
		}
		defer (&vault.Payload{Parts: parts}).Close()
		for key := range fields {
			if parts[key] == nil {
				return nil, errors.New("the value lacks a key of sbm:fields")
			}
		}
		if len(parts) != len(fields) {
			return nil, errors.New("the value has a key that sbm:fields lacks")
		}
	}
	classes := map[string]vault.Class{}
	for key, part := range parts {
		if err := vault.CheckValue(part, true); err != nil {
			return nil, err
		}
		err := part.Use(func(b []byte) error {
			classes[key] = vault.Classify(kind, key, b)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return classes, nil
}

// newID draws 128 bits, in letters that survive any medium.
func newID() vault.SecretID {
	var random [16]byte
	_, _ = rand.Read(random[:]) // never fails (crypto/rand)
	return vault.SecretID("s-" + strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(random[:])))
}
