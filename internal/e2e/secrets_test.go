package e2e

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"browser-mcp/vault"
	"browser-mcp/vault/local"
)

// Values are new in each test, so that one which turns up somewhere says where it came from.

// newPassword is like those that people choose, with characters that each encoding treats in its own way.
func newPassword() string { return `Tr0ub4dor&` + letters(4) + ` "q" <b>é` }

// newKey is random enough to be compared everywhere.
func newKey() string { return "sk_test_" + rand.Text() }

// newNumber is a card's number: digits only, as import advises.
func newNumber() string { return "4242" + digits(12) }

// newCVC avoids numbers that a transcript has for other reasons, as HTTP's statuses.
func newCVC() string { return "7" + digits(2) }

func letters(n int) string { return strings.ToLower(rand.Text()[:n]) }

func digits(n int) string {
	var b strings.Builder
	for range n {
		d, _ := rand.Int(rand.Reader, big.NewInt(10)) // never fails (crypto/rand)
		b.WriteByte('0' + byte(d.Int64()))
	}
	return b.String()
}

// secret imports a value bound to the shop, unless the properties (key, value, key, value) name another origin, and keeps
// it among those that nobody may see.
func (h *house) secret(kind vault.Kind, value string, properties ...string) string {
	h.t.Helper()
	in := local.Import{Name: fmt.Sprintf("%s %s", kind, letters(8)), Kind: kind, Approval: vault.ApproveNone}
	for i := 0; i < len(properties); i += 2 {
		in.Properties = append(in.Properties, vault.Property{Key: properties[i], Value: properties[i+1]})
	}
	if !slices.Contains(properties, "sbm:origin") {
		in.Properties = append(in.Properties, vault.Property{Key: "sbm:origin", Value: h.site.Shop})
	}
	id := h.keep(in, value)
	h.hide(value)
	return id
}

// unbound imports a value that says nowhere where it may go.
func (h *house) unbound(value string) string {
	h.t.Helper()
	h.hide(value)
	return h.keep(local.Import{Name: "unbound " + letters(8), Kind: vault.Password, Approval: vault.ApproveNone}, value)
}

func (h *house) keep(in local.Import, value string) string {
	h.t.Helper()
	v, err := vault.NewSecret([]byte(value))
	if err != nil {
		h.t.Fatal(err)
	}
	defer v.Close()
	in.Value = v
	ref, err := h.local.Import(h.t.Context(), in)
	if err != nil {
		h.t.Fatalf("importing %q: %v", in.Properties, err)
	}
	return string(ref.ID)
}

// card imports a card of several parts, by key. fields says by key which selector its element must match.
func (h *house) card(parts, fields map[string]string, properties ...string) string {
	h.t.Helper()
	value, err1 := json.Marshal(parts)
	declared, err2 := json.Marshal(fields)
	if err1 != nil || err2 != nil {
		h.t.Fatal(err1, err2)
	}
	id := h.secret(vault.Card, string(value), append(properties, "sbm:fields", string(declared))...)
	for _, part := range parts {
		h.hide(part)
	}
	return id
}

// hide adds a value to those that nobody may see.
func (h *house) hide(value string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.values = append(h.values, value)
}

// malformed lists a reference whose binding no import would take, as a foreign store might.
func (h *house) malformed() string {
	h.t.Helper()
	r := vault.NewReference("s-malformed", "malformed", vault.Password, vault.ApproveNone,
		[]vault.Property{{Key: "sbm:origin", Value: h.site.Shop}, {Key: "sbm:selecter", Value: "#password"}})
	r.Classes = map[string]vault.Class{"": vault.Guessable}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.foreign = append(h.foreign, r)
	return string(r.ID)
}
