package main

import (
	"encoding/base64"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/vault"
)

func TestDemoPasswordIsStrong(t *testing.T) {
	first, second := newPassword(), newPassword()
	if first == second {
		t.Error("two demos use the same password")
	}
	if got := vault.Classify(vault.Password, "", []byte(first)); got != vault.Strong {
		t.Errorf("class of the demo's password = %s, want %s: nothing would be compared", got, vault.Strong)
	}
}

func TestShop(t *testing.T) {
	s, err := openShop("ada", []byte(`p"&<w`))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	client := &http.Client{Jar: jar}
	post := func(password string) (int, string) {
		t.Helper()
		r, err := client.PostForm(s.origin+"/login", url.Values{"user": {"ada"}, "password": {password}})
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(body)
	}
	if status, body := post("wrong"); status != http.StatusUnauthorized || !strings.Contains(body, `role="alert"`) {
		t.Errorf("wrong password: %d %s", status, body)
	}
	status, body := post(`p"&<w`)
	if status != http.StatusOK || !strings.Contains(body, "Signed in as ada") ||
		!strings.Contains(body, base64.StdEncoding.EncodeToString([]byte(`p"&<w`))) {
		t.Errorf("right password: %d %s; want the account page with its echoes", status, body)
	}
	if s.accepted.Load() != 1 || s.rejected.Load() != 1 {
		t.Errorf("books: %d right, %d wrong; want one each", s.accepted.Load(), s.rejected.Load())
	}
	r, err := http.Get(s.origin + "/account") // without the cookie
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.Request.URL.Path != "/login" {
		t.Errorf("account without signing in leads to %s, want /login", r.Request.URL.Path)
	}
}

// provenDemo is a demo as it stands after a good conversation.
func provenDemo(t *testing.T) *demo {
	t.Helper()
	home, err := openDemoHome()
	if err != nil {
		t.Fatal(err)
	}
	d := &demo{out: io.Discard, home: home, password: newPassword(), client: &demoClient{calls: 10}}
	if d.shop, err = openShop(demoUser, []byte(d.password)); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.close(); err != nil {
			t.Errorf("closing the demo: %v", err)
		}
	})
	d.shop.accepted.Store(1)
	d.client.received.WriteString(`{"text":"Signed in as ` + demoUser + `. base64=[REDACTED:s-1]"}`)
	return d
}

// A proof that cannot fail proves nothing: each claim is broken in turn.
func TestDemoProofBites(t *testing.T) {
	for name, spoil := range map[string]func(d *demo) error{
		"":                    nil,
		"the shop got":        func(d *demo) error { return nil }, // see below
		"nothing the client":  func(d *demo) error { d.client.received.WriteString(url.QueryEscape(d.password)); return nil },
		"standard error":      func(d *demo) error { d.client.said.WriteString(reverse(d.password)); return nil },
		"output of the impo":  func(d *demo) error { d.proof.imported = []byte(d.password); return nil },
		"account page was se": func(d *demo) error { d.client.received.Reset(); return nil },
		"ended by itself":     func(d *demo) error { return io.ErrUnexpectedEOF },
		"file and no socket":  func(d *demo) error { return os.WriteFile(filepath.Join(d.home.path(), "tmp", "left"), nil, 0o600) },
	} {
		d := provenDemo(t)
		var closeErr error
		if spoil != nil {
			if err := spoil(d); err == io.ErrUnexpectedEOF {
				closeErr = err
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if name == "the shop got" {
			d.shop.rejected.Add(1)
		}
		d.prove(closeErr)
		for _, c := range d.proof.Checks {
			if spoiled := name != "" && strings.Contains(c.Claim, name); c.Holds == spoiled {
				t.Errorf("spoiling %q: %q is %v", name, c.Claim, c.Holds)
			}
		}
		if err := d.proof.verdict(io.Discard); (err == nil) != (name == "") {
			t.Errorf("spoiling %q: verdict %v", name, err)
		}
	}
}

func TestDemoSweepsOnlyDeadHomes(t *testing.T) {
	living, err := openDemoHome()
	if err != nil {
		t.Fatal(err)
	}
	dead, err := openDemoHome()
	if err != nil {
		t.Fatal(err)
	}
	if err := dead.lock.Close(); err != nil { // as the kernel does when the process dies
		t.Fatal(err)
	}
	next, err := openDemoHome()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Lstat(dead.path()); err == nil {
		t.Error("the dead demo's directory is still there")
	}
	if _, err := os.Lstat(living.path()); err != nil {
		t.Errorf("the living demo's directory: %v", err)
	}
	for _, h := range []*demoHome{living, next} {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}
	dead.lock = nil
	_ = dead.dir.Close()
	_ = dead.parent.Close()
}
