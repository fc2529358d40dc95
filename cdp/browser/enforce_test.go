package browser

import (
	"errors"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"

	"browser-mcp/internal/site"
)

func withPolicy(p Policy) func(*Config) { return func(c *Config) { c.Policy = p } }

func TestThreatAllowedHostsHoldOnEveryRequest(t *testing.T) {
	s := site.New(t)
	s.Handle("/away", redirect(s.Pay+"/login/"))
	s.Page("/top", `<title>t</title><iframe src="{{pay}}/frame"></iframe><img src="{{pay}}/image">
		<script>const all = () => fetch("{{pay}}/fetch", {mode: "no-cors"}).then(() => "came", () => "blocked")</script>`)
	b := newBrowser(t, withPolicy(Policy{AllowedHosts: []string{"localhost"}}))
	tab := openTab(t, b, s.Shop+"/top")
	if got := evaluate(t, tab, "all()"); got != "blocked" {
		t.Errorf("fetch of a host that is not allowed %s", got)
	}
	evaluate(t, tab, `new Promise(r => { const w = new Worker(URL.createObjectURL(new Blob(
		["fetch('`+s.Pay+`/worker', {mode: 'no-cors'}).then(() => postMessage(1), () => postMessage(0))"]))); w.onmessage = r })`)
	// Sockets pass no check of requests; their host is not to be found.
	evaluate(t, tab, `new Promise(r => { const w = new WebSocket("`+strings.Replace(s.Pay, "http", "ws", 1)+`/socket"); w.onopen = w.onerror = r }).then(() => 1)`)
	for _, address := range []string{s.Pay + "/login/", s.Shop + "/away", strings.Replace(s.Pay, "127.0.0.1", "0x7f.1", 1) + "/x"} {
		if page, err := tab.Navigate(t.Context(), address, NavigateOptions{}); !errors.Is(err, ErrNavigationRefused) {
			t.Errorf("Navigate(%s) = %+v, %v, want ErrNavigationRefused", address, page, err)
		}
	}
	for _, r := range s.Requests() {
		if r.Origin == s.Pay {
			t.Errorf("request reached a host that is not allowed: %+v", r)
		}
	}
}

func TestThreatPrivateAddressesAreBlocked(t *testing.T) {
	s := site.New(t)
	tab := openTab(t, newBrowser(t, withPolicy(Policy{BlockPrivate: true})), "")
	for _, address := range []string{s.Shop + "/login/", s.Pay + "/login/", "http://169.254.169.254/", "http://[::1]/"} {
		if page, err := tab.Navigate(t.Context(), address, NavigateOptions{}); !errors.Is(err, ErrNavigationRefused) {
			t.Errorf("Navigate(%s) = %+v, %v, want ErrNavigationRefused", address, page, err)
		}
	}
	if n := len(s.Requests()); n != 0 {
		t.Errorf("%d requests reached private addresses", n)
	}
}

func TestThreatSocketToAPrivateAddressEndsThePage(t *testing.T) {
	tab := openTab(t, newBrowser(t, withPolicy(Policy{BlockPrivate: true})), "")
	evaluate(t, tab, `new WebSocket("ws://127.0.0.1:1/"); 0`)
	if err := tab.await(t.Context(), func() bool { return tab.violated }); err != nil {
		t.Errorf("socket to a private address went unnoticed: %v", err)
	}
}

// TestThreatNameOfAPrivateAddress holds decision 17: a name that turns out to lead to a private address ends the page.
// The machine's own name is such a name.
func TestThreatNameOfAPrivateAddress(t *testing.T) {
	listener, err := net.Listen("tcp", ":0") // whatever address the name leads to
	if err != nil {
		t.Fatal(err)
	}
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write([]byte("<title>inside</title>"))
	})}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }() // ends with the server; waited for below
	defer func() {
		server.Close()
		<-served
	}()
	tab := openTab(t, newBrowser(t, withPolicy(Policy{BlockPrivate: true})), "")
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	address := "http://" + net.JoinHostPort(privateName(t), port) + "/"
	if page, err := tab.Navigate(t.Context(), address, NavigateOptions{}); !errors.Is(err, ErrNavigationRefused) {
		t.Errorf("Navigate(%s) = %+v, %v, want ErrNavigationRefused", address, page, err)
	}
	if err := tab.await(t.Context(), func() bool { return tab.frames.top().url == "about:blank" }); err != nil {
		t.Errorf("page that came from a private address stayed: %v", err)
	}
}

// privateName is a name that does not look private and leads to an address of this machine.
func privateName(t *testing.T) string {
	own, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{own, "ip6-localhost", "localhost.localdomain"} {
		addresses, err := net.LookupHost(name)
		if err == nil && len(addresses) > 0 && private(addresses[0]) && !private(name) {
			return name
		}
	}
	t.Fatalf("no name of this machine leads to a private address; /etc/hosts should give %q one", own)
	return ""
}
