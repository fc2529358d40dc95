package robust

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// spoil is something that may be wrong with a store, and the code by which it is told. It is undone by its result.
type spoil struct {
	name, code string
	do         func(t *testing.T, store string) (undo func() error)
}

var spoiling = []spoil{
	{"others may read the file", "backend_error", func(t *testing.T, store string) func() error {
		return mode(t, filepath.Join(store, "vault.store"), 0o640)
	}},
	{"the file cannot be read", "backend_error", func(t *testing.T, store string) func() error {
		return mode(t, filepath.Join(store, "vault.store"), 0)
	}},
	{"one bit of the file is another", "backend_error", func(t *testing.T, store string) func() error {
		return rewrite(t, filepath.Join(store, "vault.store"), func(b []byte) []byte {
			b = bytes.Clone(b)
			b[len(b)-20] ^= 1
			return b
		})
	}},
	{"the file is cut", "backend_error", func(t *testing.T, store string) func() error {
		return rewrite(t, filepath.Join(store, "vault.store"), func(b []byte) []byte { return b[:len(b)/2] })
	}},
	{"the file is empty", "backend_error", func(t *testing.T, store string) func() error {
		return rewrite(t, filepath.Join(store, "vault.store"), func([]byte) []byte { return nil })
	}},
	{"a link stands for the file", "backend_error", func(t *testing.T, store string) func() error {
		path := filepath.Join(store, "vault.store")
		aside := path + ".aside"
		if err := errors.Join(os.Rename(path, aside), os.Symlink(aside, path)); err != nil {
			t.Fatal(err)
		}
		return func() error { return errors.Join(os.Remove(path), os.Rename(aside, path)) }
	}},
}

func mode(t *testing.T, path string, mode os.FileMode) (undo func() error) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return func() error { return os.Chmod(path, info.Mode()) }
}

func rewrite(t *testing.T, path string, change func([]byte) []byte) (undo func() error) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, change(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return func() error { return os.WriteFile(path, data, 0o600) }
}

// A store that is spoilt while it is in use is told by code. The session lives on, what needs no store works, and once the
// store is mended so does the rest. A store that is spoilt from the beginning is told as well.
func TestStoreSpoilt(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s := h.openShop()
	store := h.path("s", "browser-mcp", "core", "vault")
	d := h.daemon()
	c := h.client().greet()
	c.call("navigate", args{"url": s.login})
	look := &talk{client: c, shop: s}
	if err := look.look(c.call("snapshot", nil)); err != nil {
		t.Fatal(err)
	}
	for _, spoil := range spoiling {
		t.Log(spoil.name)
		undo := spoil.do(t, store)
		early := h.client().greet()
		for _, who := range []*client{c, early} {
			who.refused(spoil.code, "list_secret_refs", nil)
		}
		c.refused(spoil.code, "fill_secret", args{"secret_id": s.secret, "element_uid": look.field})
		if text := c.call("snapshot", nil); strings.Contains(text, "filled-field") {
			t.Errorf("%s: something was filled: %s", spoil.name, text)
		}
		early.leave()
		if err := undo(); err != nil {
			t.Fatal(err)
		}
		if got := c.call("list_secret_refs", nil); !strings.Contains(got, s.secret) {
			t.Errorf("after mending (%s) list_secret_refs = %s", spoil.name, got)
		}
	}
	c.call("fill_secret", args{"secret_id": s.secret, "element_uid": look.field})
	c.leave()
	d.stop()
	s.wantClean(h, c.Received(), []byte(d.said.String()))
}

// TestStoreSpoiltBeforeTheStart is the same where no daemon has opened the store before: by the client's own process.
func TestStoreSpoiltBeforeTheStart(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s := h.openShop()
	store := h.path("s", "browser-mcp", "core", "vault")
	open := spoil{"others may enter the directory", "not_configured", func(t *testing.T, store string) func() error { return mode(t, store, 0o750) }}
	for _, spoil := range append([]spoil{open}, spoiling...) {
		t.Log(spoil.name)
		undo := spoil.do(t, store)
		c := h.client().greet()
		text, err := c.try("list_secret_refs", nil)
		f, ok := errors.AsType[*failed](err)
		if !ok || f.code != "not_configured" && f.code != spoil.code {
			t.Errorf("%s: list_secret_refs = %s, %v", spoil.name, text, err)
		}
		if strings.Contains(string(c.Received()), h.dir) {
			t.Errorf("%s: the agent is told a path: %v", spoil.name, err)
		}
		if err := undo(); err != nil {
			t.Fatal(err)
		}
		if got := c.call("list_secret_refs", nil); !strings.Contains(got, s.secret) {
			t.Errorf("after mending (%s) list_secret_refs = %s", spoil.name, got)
		}
		c.leave()
	}
}
