package e2e

import (
	"strings"
	"testing"

	"browser-mcp/vault"
)

// TestContentEditable fills each spelling of contenteditable; what stood there is replaced.
func TestContentEditable(t *testing.T) {
	h, key := newHouse(t), newKey()
	id := h.secret(vault.Token, key, "sbm:selector", "[contenteditable]")
	a := h.visit("/editable/")
	for _, name := range []string{"empty", "true", "plain"} {
		p := a.look()
		if got := p.named(name); !strings.Contains(got.Value+got.Text, "old text") {
			t.Errorf("%s before the fill = %+v, want the old text", name, got)
		}
		a.fill(id, name)
		if got := a.look().named(name); got.Value != filledMarker || got.Text != "" {
			t.Errorf("%s after the fill = %+v, want the marker alone", name, got)
		}
	}
	form := a.posted("Save", "/submit")
	for _, name := range []string{"empty", "true", "plain"} {
		if got := form.Get(name); got != key {
			t.Errorf("the site received %q in %s", got, name)
		}
	}
}

// TestEditors holds that an editor has the whole value or none of it, never old and new text mixed.
func TestEditors(t *testing.T) {
	for _, e := range []struct{ page, label, field, old string }{
		{"code.html", "Code", "model", "old text"},
		{"rich.html", "Letter", "letter", "paragraph"},
	} {
		t.Run(e.page, func(t *testing.T) {
			h, key := newHouse(t), newKey()
			id := h.secret(vault.Token, key, "sbm:selector", "#editor")
			a := h.visit("/editable/" + e.page)
			editor := a.look().find(func(x element) bool { return x.Name == "editor" || x.Label == e.label })[0]
			r := a.try("fill_secret", args{"secret_id": id, "element_uid": editor.UID})
			code, _ := r.Failure()
			if r.IsError && code != "fill_incomplete" {
				t.Fatalf("fill = %s", r.Text())
			}
			got := a.posted("Save", "/submit").Get(e.field)
			t.Logf("fill = %q, the site received %q", code, strings.ReplaceAll(got, key, "VALUE"))
			if !r.IsError && strings.TrimSpace(got) != key {
				t.Errorf("filled, and the site received %q", got)
			}
			if r.IsError && strings.Contains(got, key) {
				t.Errorf("not filled, and the site received %q", got)
			}
		})
	}
}

func TestInputBehindABox(t *testing.T) {
	h, password := newHouse(t), newPassword()
	id := h.secret(vault.Password, password)
	a := h.visit("/editable/behind.html")
	a.fill(id, "password")
	if form := a.posted("Sign in", "/submit"); form.Get("password") != password {
		t.Errorf("the site received %q", form)
	}
}
