package tools

import (
	"fmt"
	"strings"
	"testing"

	"browser-mcp/vault"
)

type refsAnswer struct {
	Refs []struct {
		ID      string   `json:"secretId"`
		Kind    string   `json:"kind"`
		Keys    []string `json:"field_keys"`
		Problem string   `json:"bindingError"`
		Binding *struct {
			Origin string            `json:"origin"`
			Fields map[string]string `json:"fields"`
		} `json:"binding"`
	} `json:"refs"`
	Hidden int    `json:"hidden"`
	Next   string `json:"next"`
}

func (a *agent) refs(arguments map[string]any) (got refsAnswer) {
	a.t.Helper()
	decodeLoosely(a.t, a.call("list_secret_refs", arguments).StructuredContent, &got)
	return got
}

func TestListOfReferences(t *testing.T) {
	r := newRig(t)
	r.shelf.put("shop", vault.Password, "correct horse", "sbm:origin", "https://shop.example", "note", "hello")
	r.shelf.put("card", vault.Card, `{"number":"4242424242424242"}`, "sbm:origin", "https://pay.example", "sbm:fields", `{"number":"#n"}`)
	r.shelf.put("loose", vault.Password, "x", "note", "no origin")
	r.shelf.put("broken", vault.Password, "x", "sbm:origin", "https://shop.example/path")
	a := r.connect()
	a.clean("correct horse", "4242424242424242")
	all := a.refs(nil)
	if len(all.Refs) != 2 || all.Hidden != 2 || all.Refs[0].Kind != "single" || all.Refs[1].Kind != "fields" ||
		strings.Join(all.Refs[1].Keys, ",") != "number" || all.Refs[1].Binding.Fields["number"] != "#n" {
		t.Errorf("refs = %+v, want shop and card, two hidden", all)
	}
	if got := a.refs(map[string]any{"include_unbound": true}); len(got.Refs) != 4 || got.Hidden != 0 ||
		got.Refs[2].Binding != nil || got.Refs[2].Problem != "" || got.Refs[3].Problem != "invalid_origin" {
		t.Errorf("refs with unbound ones = %+v", got)
	}
	for _, origin := range []string{"https://shop.example", "https://SHOP.example:443/login?x#y", "https://shop.example/"} {
		if got := a.refs(map[string]any{"origin": origin}); len(got.Refs) != 1 || got.Refs[0].ID != "shop" {
			t.Errorf("refs of %s = %+v, want shop only", origin, got)
		}
	}
	if got := a.refs(map[string]any{"origin": "https://shop.example.evil.example"}); len(got.Refs) != 0 {
		t.Errorf("refs of another origin = %+v, want none", got)
	}
}

func TestReferencesArePaged(t *testing.T) {
	r := newRig(t)
	for i := range 300 {
		r.shelf.put(vault.SecretID(fmt.Sprintf("s%d", i)), vault.Password, "x", "sbm:origin", "https://shop.example", "note", strings.Repeat("n", 100))
	}
	a := r.connect()
	seen, pages, cursor := map[string]bool{}, 0, map[string]any{}
	for {
		result := a.call("list_secret_refs", cursor)
		if n := len(result.Text()); n > maxPageBytes {
			t.Fatalf("page of %d bytes, limit %d", n, maxPageBytes)
		}
		var got refsAnswer
		decodeLoosely(t, result.StructuredContent, &got)
		for _, ref := range got.Refs {
			if seen[ref.ID] {
				t.Fatalf("%s is listed twice", ref.ID)
			}
			seen[ref.ID] = true
		}
		if pages++; got.Next == "" {
			break
		}
		cursor = map[string]any{"cursor": got.Next}
	}
	if len(seen) != 300 || pages < 2 {
		t.Errorf("%d references on %d pages, want 300 on several", len(seen), pages)
	}
	if got := a.refs(map[string]any{"cursor": "9999"}); len(got.Refs) != 0 {
		t.Errorf("refs beyond the end = %+v, want none", got)
	}
}
