package e2e

import (
	"encoding/json"
	"strings"
	"testing"

	"browser-mcp/vault"
)

// request is one row of list_network_requests.
type request struct {
	Method   string `json:"method"`
	URL      string `json:"url"`
	Status   int    `json:"status"`
	Type     string `json:"resource_type"`
	Failed   bool   `json:"failed"`
	Error    string `json:"error"`
	Withheld bool   `json:"body_withheld"`
}

func (a *agent) requests() (list []request) {
	a.t.Helper()
	var out struct {
		Requests []request `json:"requests"`
	}
	if err := json.Unmarshal([]byte(a.call("list_network_requests", args{"limit": 200}).Text()), &out); err != nil {
		a.t.Fatal(err)
	}
	return out.Requests
}

// ways are how the page sends what stands in its field, each to the shop and to the hostile origin.
var ways = []struct{ name, method, kind string }{
	{"json", "POST", "fetch"}, {"beacon", "POST", ""}, {"socket", "GET", "websocket"}, {"pixel", "GET", "image"},
	{"get", "GET", "document"}, {"post", "POST", "document"},
}

// TestNetworkListing has a page send a value out in every way. Each request is listed with method, address and status,
// and no listing shows the value: neither in a query to the origin that was filled, nor in one to another.
func TestNetworkListing(t *testing.T) {
	h := newHouse(t)
	for _, secret := range []struct{ kind, id string }{
		{"key", h.secret(vault.Token, newKey(), "sbm:selector", "#value")},
		{"password", h.secret(vault.Password, newPassword(), "sbm:selector", "#value")},
		{"card", h.secret(vault.Card, newNumber(), "sbm:selector", "#value")},
	} {
		for _, to := range []string{"shop", "evil"} {
			t.Run(secret.kind+" to "+to, func(t *testing.T) {
				a := h.visit("/network/")
				origin := map[string]string{"shop": h.site.Shop, "evil": h.site.Evil}[to]
				for _, way := range ways {
					if way.kind == "document" {
						a.open("/network/")
					}
					a.fill(secret.id, "value")
					a.leave(way.name, to)
					a.lists(way.method, way.kind, origin)
				}
			})
		}
	}
}

// leave has the page send its value and waits until that is done.
func (a *agent) leave(way, to string) {
	a.t.Helper()
	a.click("Send by " + way + " to " + to)
	if way == "get" || way == "post" {
		if _, err := a.site.Await(a.t.Context(), arrived("/collect")); err != nil {
			a.t.Fatal(err)
		}
		return
	}
	a.wait("Sent by " + way + " to " + to + ".")
}

// lists looks for a request in the listing.
func (a *agent) lists(method, kind, origin string) {
	a.t.Helper()
	list := a.requests()
	for _, r := range list {
		address := strings.Replace(r.URL, "ws://", "http://", 1)
		if r.Method == method && (kind == "" || r.Type == kind) && strings.HasPrefix(address, origin+"/") {
			return
		}
	}
	a.t.Errorf("no %s of kind %q to %s in %+v", method, kind, origin, list)
}

// The query of a request to the filled origin is withheld as a whole, and a body is never there.
func TestNetworkWithholdsQueries(t *testing.T) {
	h := newHouse(t)
	id := h.secret(vault.Token, newKey(), "sbm:selector", "#value")
	a := h.visit("/network/")
	a.fill(id, "value")
	a.leave("pixel", "shop")
	a.leave("pixel", "evil")
	a.leave("json", "shop")
	found := 0
	for _, r := range a.requests() {
		switch {
		case r.Type == "image" && strings.HasPrefix(r.URL, h.site.Shop+"/collect"):
			found++
			if r.URL != h.site.Shop+"/collect?[REDACTED:query]" || !r.Withheld {
				t.Errorf("pixel to the shop is told as %+v", r)
			}
		case r.Type == "image" && strings.HasPrefix(r.URL, h.site.Evil):
			found++
			if !strings.Contains(r.URL, "[REDACTED") {
				t.Errorf("pixel elsewhere is told as %+v", r)
			}
		case r.Type == "fetch" && r.Method == "POST":
			found++
			if r.Status != 204 || r.Failed || !r.Withheld {
				t.Errorf("fetch is told as %+v", r)
			}
		}
	}
	if found != 3 {
		t.Errorf("%d of 3 requests are listed", found)
	}
	if text := a.call("list_network_requests", nil).Text(); strings.Contains(strings.ToLower(text), "cookie") || strings.Contains(text, "authorization") {
		t.Errorf("headers in %s", text)
	}
}
