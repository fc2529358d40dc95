package main

// The shop of the demo: a sign-in form and an account page on loopback. The account page does what bad sites do and
// echoes the password, in several spellings, so that the demo shows what the redactor is for.

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"
)

// shop is a running shop. It expects one user with one password and remembers what was submitted.
type shop struct {
	origin   string
	user     string
	password []byte
	cookie   string
	server   *http.Server
	serving  sync.WaitGroup
	accepted atomic.Int32 // sign-ins with the right password
	rejected atomic.Int32
}

// openShop serves until close.
func openShop(user string, password []byte) (*shop, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("opening the shop on loopback: %w", err)
	}
	s := &shop{
		origin: fmt.Sprintf("http://localhost:%d", l.Addr().(*net.TCPAddr).Port),
		user:   user, password: password, cookie: rand.Text(),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { page(w, http.StatusOK, shopFront) })
	mux.HandleFunc("GET /login", func(w http.ResponseWriter, r *http.Request) { page(w, http.StatusOK, shopLogin) })
	mux.HandleFunc("POST /login", s.signIn)
	mux.HandleFunc("GET /account", s.account)
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	// Owned by the shop; ends when close closes the listener, and close waits.
	s.serving.Go(func() { _ = s.server.Serve(l) })
	return s, nil
}

// close ends connections too: the browser keeps some open for a next request.
func (s *shop) close() {
	_ = s.server.Close()
	s.serving.Wait()
}

// signIn compares in constant time, as a shop should, and counts what came.
func (s *shop) signIn(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 16<<10)
	user := subtle.ConstantTimeCompare([]byte(r.PostFormValue("user")), []byte(s.user))
	password := subtle.ConstantTimeCompare([]byte(r.PostFormValue("password")), s.password)
	if user&password != 1 {
		s.rejected.Add(1)
		page(w, http.StatusUnauthorized, `<p role="alert">Wrong user name or password.</p>`+shopLogin)
		return
	}
	s.accepted.Add(1)
	http.SetCookie(w, &http.Cookie{Name: "shop", Value: s.cookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, "/account", http.StatusSeeOther)
}

// account shows the password to whoever is signed in. No shop should; some do.
func (s *shop) account(w http.ResponseWriter, r *http.Request) {
	c, err := r.Cookie("shop")
	if err != nil || subtle.ConstantTimeCompare([]byte(c.Value), []byte(s.cookie)) != 1 {
		http.Redirect(w, r, "/login", http.StatusSeeOther)
		return
	}
	p := string(s.password)
	page(w, http.StatusOK, fmt.Sprintf(shopAccount, html.EscapeString(s.user), html.EscapeString(p),
		base64.StdEncoding.EncodeToString(s.password), hex.EncodeToString(s.password), html.EscapeString(url.QueryEscape(p))))
}

func page(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	fmt.Fprintf(w, "<!doctype html><html lang=en><meta charset=utf-8><title>The Demo Shop</title><body>%s", body)
}

const shopFront = `<h1>The Demo Shop</h1><p>Teapots, mostly.</p><a href="/login">Sign in</a>`

const shopLogin = `<h1>Sign in</h1><form method=post action=/login>
<label>User name <input name=user autocomplete=username required></label>
<label>Password <input name=password type=password autocomplete=current-password required></label>
<button>Sign in</button></form>`

// shopAccount takes the user and then the password as text, base64, hex and query escape.
const shopAccount = `<h1>Your account</h1><p>Signed in as %s.</p><p>Order 1042: one teapot, on its way.</p>
<h2>Debug output that no shop should have</h2>
<p>password=%s</p><p>base64=%s</p><p>hex=%s</p><p>query=%s</p>`
