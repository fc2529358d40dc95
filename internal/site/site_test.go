package site_test

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"browser-mcp/internal/site"
)

// browse is a client with cookies, so far a browser.
func browse(t *testing.T) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Jar: jar, Transport: transport}
}

func read(t *testing.T, resp *http.Response, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

func TestLogHoldsWhatArrived(t *testing.T) {
	s := site.New(t)
	client := browse(t)
	resp, err := client.Post(s.Evil+"/collect?a=b%20c", "text/plain", strings.NewReader("body \x00 text"))
	read(t, resp, err)
	got := s.Requests()
	if len(got) != 1 {
		t.Fatalf("Requests() has %d entries, want 1", len(got))
	}
	r := got[0]
	if r.Origin != s.Evil || r.Method != "POST" || r.Path != "/collect" || r.Query != "a=b%20c" || r.Body != "body \x00 text" {
		t.Errorf("logged request = %+v", r)
	}
	for value, want := range map[string]bool{"b c": true, "body \x00": true, "text/plain": true, "absent": false} {
		if got := s.Received(s.Evil, value); got != want {
			t.Errorf("Received(Evil, %q) = %t, want %t", value, got, want)
		}
	}
	if s.Received(s.Shop, "b c") {
		t.Error("Received(Shop, ...) = true, want false: it went to Evil")
	}
	if s.Forget(); len(s.Requests()) != 0 {
		t.Error("Requests() is not empty after Forget")
	}
}

func TestOriginsDiffer(t *testing.T) {
	s := site.New(t)
	origins := []string{s.Shop, s.Pay, s.Evil, s.TLS}
	slices.Sort(origins)
	if got := len(slices.Compact(origins)); got != 4 {
		t.Errorf("%d different origins of 4: %v", got, origins)
	}
	client := browse(t)
	if _, err := client.Get(s.TLS + "/"); err == nil {
		t.Error("the TLS origin has a certificate that this client trusts")
	}
}

func TestAwaitSeesLaterRequest(t *testing.T) {
	s := site.New(t)
	client := browse(t)
	found := make(chan string, 1)
	// Ends with Await; the receive below waits.
	go func() {
		r, err := s.AwaitPath(t.Context(), "GET", "/thanks.html")
		found <- fmt.Sprint(r.Path, err)
	}()
	resp, err := client.Get(s.Shop + "/submit")
	read(t, resp, err)
	if got, want := <-found, "/thanks.html<nil>"; got != want {
		t.Errorf("AwaitPath = %s, want %s", got, want)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.AwaitPath(ended, "GET", "/never"); err == nil {
		t.Error("AwaitPath with an ended context = nil error")
	}
}

func TestHandleReplacesPath(t *testing.T) {
	s := site.New(t)
	client := browse(t)
	get := func() string {
		resp, err := client.Get(s.Shop + "/thanks.html")
		return read(t, resp, err)
	}
	before := get()
	s.Page("/thanks.html", "now {{pay}}")
	if got, want := get(), "now "+s.Pay; got != want {
		t.Errorf("replaced page = %q, want %q", got, want)
	}
	s.Handle("/thanks.html", nil)
	if got := get(); got != before {
		t.Errorf("page given back = %q, want %q", got, before)
	}
}

func TestTellWaitsForPage(t *testing.T) {
	s := site.New(t)
	client := browse(t)
	told := make(chan error, 1)
	// Ends with Tell; the receive below waits.
	go func() { told <- s.Tell(t.Context(), "swap") }()
	stream, err := client.Get(s.Shop + "/_events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	var id int
	var word string
	if _, err := fmt.Fscanf(stream.Body, "id: %d\ndata: %s\n", &id, &word); err != nil || word != "swap" {
		t.Fatalf("event = %d %q, %v, want swap", id, word, err)
	}
	select {
	case err := <-told:
		t.Fatalf("Tell returned %v before the page was done", err)
	default:
	}
	resp, err := client.Get(fmt.Sprintf("%s/_done?id=%d", s.Shop, id))
	read(t, resp, err)
	if err := <-told; err != nil {
		t.Error(err)
	}
}

func TestTellEndsWithContext(t *testing.T) {
	s := site.New(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Tell(ctx, "swap"); err == nil {
		t.Error("Tell without a page = nil, want the context's error")
	}
}

func TestCloseEndsForeverPage(t *testing.T) {
	s, err := site.Start()
	if err != nil {
		t.Fatal(err)
	}
	resp, err := browse(t).Get(s.Shop + "/slow/forever")
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := io.ReadAll(resp.Body); err == nil {
		t.Error("the page that never ends has ended properly")
	}
}

func TestGroupsListEveryPage(t *testing.T) {
	s := site.New(t)
	client := browse(t)
	listed := map[string]bool{}
	for _, group := range site.Groups {
		for _, p := range slices.Concat(group.Pages, group.Broken) {
			plain, _, _ := strings.Cut(p, "?")
			if strings.HasSuffix(plain, "/") {
				plain += "index.html"
			}
			listed[plain] = true
		}
		for _, p := range group.Pages {
			resp, err := client.Get(s.Shop + p)
			if read(t, resp, err); resp.StatusCode != http.StatusOK {
				t.Errorf("GET %s: status %d, want 200", p, resp.StatusCode)
			}
		}
	}
	// Reached through others: the answer to sign-in, and what all forms lead to.
	for _, p := range []string{"/login/account.html", "/thanks.html"} {
		listed[p] = true
	}
	err := fs.WalkDir(os.DirFS("pages"), ".", func(name string, entry fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".html") && !listed["/"+name] {
			t.Errorf("pages/%s is in no group", name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLoginLetsInByPasswordOnly(t *testing.T) {
	s := site.New(t)
	const password = `Tr0ub4dor&3 "quoted" <b>é`
	s.Account("ada", password)
	for _, test := range []struct {
		name, path, username, password, want string
	}{
		{"right", "/login/submit", "ada", password, "Welcome, ada"},
		{"wrong", "/login/submit", "ada", "other", "Wrong user name or password."},
		{"other user", "/login/submit", "eve", password, "Wrong user name or password."},
		{"shown again", "/login/submit?reshow=1", "ada", "<other>", `value="&lt;other&gt;"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := browse(t)
			resp, err := client.PostForm(s.Shop+test.path, url.Values{"username": {test.username}, "password": {test.password}})
			if body := read(t, resp, err); !strings.Contains(body, test.want) {
				t.Errorf("body does not contain %q:\n%s", test.want, body)
			}
		})
	}
	body := `{"username":"ada","password":"` + strings.ReplaceAll(password, `"`, `\"`) + `"}`
	resp, err := browse(t).Post(s.Shop+"/login/submit", "application/json", strings.NewReader(body))
	if got := read(t, resp, err); !strings.Contains(got, "Welcome, ada") {
		t.Errorf("sign-in by JSON: %s", got)
	}
	resp, err = browse(t).Get(s.Shop + "/login/account")
	if got := read(t, resp, err); path.Base(resp.Request.URL.Path) != "login" || strings.Contains(got, "Welcome") {
		t.Errorf("account page without a session: %s", got)
	}
}

func TestReceiptShowsEachKind(t *testing.T) {
	s := site.New(t)
	client := browse(t)
	const value = "42<&42"
	want := map[string]string{
		"plain": "42&lt;&amp;42", "grouped": "42&lt;&amp; 42", "last": "<p>Card ending in &lt;&amp;42", "base64": "NDI8JjQy",
		"hex": "34323c263432", "urlencoded": "42%3C%2642", "entities": "&#52;&#50;", "json": `"42\u003c\u002642"`,
		"title": "<title>Paid 42&lt;", "alert": "alert(", "console": "console.log(", "download": `download="42&lt;`,
		"reversed": "24&amp;&lt;24", "characters": "<span>4</span><span>2</span>", "attribute": `placeholder="42&lt;`,
		"before": "::before", "cvc": "CVC: 42&lt;",
		"path": "Paid.", "query": "Paid.", "fragment": "Paid.", "header": "Paid.",
	}
	for _, kind := range site.Receipts() {
		resp, err := client.PostForm(s.Shop+"/receipt/submit", url.Values{"as": {kind}, "value": {value}})
		body := read(t, resp, err)
		if want[kind] == "" || !strings.Contains(body, want[kind]) {
			t.Errorf("receipt %s: want %q in\n%s", kind, want[kind], body)
		}
		address, _ := url.PathUnescape(resp.Request.URL.String())
		header, _ := url.QueryUnescape(resp.Header.Get("X-Receipt"))
		shown := map[string]string{"path": address, "query": address, "fragment": address, "header": header}[kind]
		if shown != "" && !strings.Contains(shown, value) {
			t.Errorf("receipt %s: want %q in %q", kind, value, shown)
		}
	}
}

func TestForwardedFormReachesEvil(t *testing.T) {
	s := site.New(t)
	resp, err := browse(t).PostForm(s.Shop+"/redirect/307", url.Values{"password": {"forwarded value"}})
	read(t, resp, err)
	if !s.Received(s.Evil, "forwarded value") {
		t.Error("a 307 did not carry the body on")
	}
}
