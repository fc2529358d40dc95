package robust

import (
	"crypto/rand"
	"errors"
	"fmt"
	"html"
	"net/http"
	"regexp"
	"strings"

	"browser-mcp/internal/leak"
	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/site"
)

// shop is the demo's shop: a form, and an account page that echoes the password in every spelling that is hidden. Its password
// is of the class that is compared in all of them.
type shop struct {
	*site.Site
	login, password, secret string
}

const customer = "ada@example.com"

// openShop opens a shop and imports its password into the home's store.
func (h *home) openShop() *shop {
	h.t.Helper()
	s := &shop{Site: site.New(h.t), password: rand.Text()[:12] + `"&</+%` + rand.Text()[:12]}
	s.login = s.Shop + "/robust/login"
	s.Page("/robust/login", `<!doctype html><title>Sign in</title><form method="post" action="/robust/enter">
<label>User name <input name="user"></label><label>Password <input name="password" type="password"></label><button>Sign in</button></form>`)
	s.Handle("/robust/enter", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if r.PostFormValue("user") != customer || r.PostFormValue("password") != s.password {
			fmt.Fprint(w, "<p>Wrong user name or password")
			return
		}
		fmt.Fprintf(w, "<!doctype html><title>Account</title><p>Signed in as %s", customer)
		for _, e := range leak.Encodings(s.password) {
			fmt.Fprintf(w, "<p>%s", html.EscapeString(e.Text))
		}
	})
	code, out, said := h.run(s.password, "secrets", "import", "--name", "shop", "--origin", s.Shop, "--url-pattern", "/robust/login",
		"--selector", "input[name=password]", "--approval", "none")
	if code != 0 {
		h.t.Fatalf("importing: %d %s %s", code, out, said)
	}
	s.secret = regexp.MustCompile(`s-\w+`).FindString(out)
	return s
}

// talk is the demo's conversation on one client.
type talk struct {
	*client
	shop                *shop
	user, field, button string
}

// talk starts a client that will sign in.
func (s *shop) talk(h *home) *talk { return &talk{client: h.client(), shop: s} }

// step is one request of it. learn reads the answer.
type step struct {
	name   string
	params func(*talk) map[string]any
	learn  func(*talk, string) error
}

// errLost is an answer that fits a page which is not there any more.
var errLost = errors.New("the page is not the one that was there")

// opening is what a client says before its first call, signing what the demo does.
var (
	opening = []step{
		{"initialize", func(*talk) map[string]any {
			return map[string]any{"protocolVersion": mcptest.Newest, "capabilities": args{}, "clientInfo": args{"name": "robust", "version": "1"}}
		}, func(t *talk, _ string) error { return t.Notify("notifications/initialized", args{}) }},
		{"tools/list", func(*talk) map[string]any { return args{} }, want("fill_secret")},
	}
	signing = []step{
		{"list_secret_refs", func(t *talk) map[string]any { return args{"origin": t.shop.Shop} }, want("shop")},
		{"navigate", func(t *talk) map[string]any { return args{"url": t.shop.login} }, nil},
		{"snapshot", nil, (*talk).look},
		{"type_text", func(t *talk) map[string]any { return args{"element_uid": t.user, "text": customer} }, nil},
		{"fill_secret", func(t *talk) map[string]any { return args{"secret_id": t.shop.secret, "element_uid": t.field} }, nil},
		{"snapshot", nil, want("[REDACTED:secret-filled-field]")},
		{"click", func(t *talk) map[string]any { return args{"element_uid": t.button} }, nil},
		{"wait_for", func(*talk) map[string]any { return args{"text": "Signed in as", "timeout_seconds": 30} }, want(`"met":true`)},
		{"snapshot", nil, want("Signed in as " + customer)},
		{"list_network_requests", func(*talk) map[string]any { return args{"limit": 10} }, want("/robust/login")},
	}
)

func want(text string) func(*talk, string) error {
	return func(_ *talk, answer string) error {
		if !strings.Contains(answer, text) {
			return fmt.Errorf("%w: %q is not in %.400s", errLost, text, answer)
		}
		return nil
	}
}

// look finds the form's elements in a snapshot.
func (t *talk) look(view string) error {
	for pattern, uid := range map[string]*string{
		`(?m)^(e\d+) input.* name=user\b`: &t.user, `(?m)^(e\d+) input password`: &t.field, `(?m)^(e\d+) button`: &t.button,
	} {
		found := regexp.MustCompile(pattern).FindStringSubmatch(view)
		if found == nil {
			return fmt.Errorf("%w: no %s in %.400s", errLost, pattern, view)
		}
		*uid = found[1]
	}
	return nil
}

// do does one step; during watches it while the answer is awaited.
func (t *talk) do(s step, during func()) error {
	params := map[string]any{}
	if s.params != nil {
		params = s.params(t)
	}
	method := s.name
	if !strings.Contains(method, "/") && method != "initialize" {
		method, params = "tools/call", map[string]any{"name": s.name, "arguments": params}
	}
	answer, err := t.finish(s.name, method, params, during)
	if err == nil && s.learn != nil {
		err = s.learn(t, answer)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", s.name, err)
	}
	return nil
}

// all does every step.
func (t *talk) all(steps []step) error {
	for _, s := range steps {
		if err := t.do(s, nil); err != nil {
			return err
		}
	}
	return nil
}

// wantClean fails the test if anything that the client or a program received holds the password.
func (s *shop) wantClean(h *home, texts ...[]byte) {
	h.t.Helper()
	for _, text := range texts {
		leak.Transcript(h.t, text, s.password)
	}
}
