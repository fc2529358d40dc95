package site

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"html"
	"net/http"
	"strings"
	"sync"
)

// account is what the login group lets in.
type account struct {
	mu                 sync.Mutex
	username, password string
	session            string // cookie of whoever has signed in
}

// Account sets who may sign in on the pages of group login. Before the first call nobody may.
func (s *Site) Account(username, password string) {
	s.account.mu.Lock()
	defer s.account.mu.Unlock()
	s.account.username, s.account.password, s.account.session = username, password, ""
}

func (a *account) open(username, password string) (session string, ok bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.password == "" || username != a.username || subtle.ConstantTimeCompare([]byte(password), []byte(a.password)) != 1 {
		return "", false
	}
	if a.session == "" {
		a.session = rand.Text()
	}
	return a.session, true
}

func (a *account) holder(r *http.Request) (username string, ok bool) {
	cookie, err := r.Cookie("login")
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.username, err == nil && a.session != "" && cookie.Value == a.session
}

func (s *Site) loginRoutes(mux *http.ServeMux) {
	mux.HandleFunc("/login/submit", s.signIn)
	mux.HandleFunc("/login/account", s.showAccount)
	mux.HandleFunc("/login/", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/login/" {
			s.showLogin(w, "", "")
			return
		}
		s.static(w, r)
	})
}

// signIn takes a form or a JSON body. ?reshow=1 is the site that fills a rejected password in again.
func (s *Site) signIn(w http.ResponseWriter, r *http.Request) {
	username, password := credentials(r)
	session, ok := s.account.open(username, password)
	if !ok {
		shown := ""
		if r.URL.Query().Get("reshow") == "1" {
			shown = password
		}
		s.showLogin(w, `<p role="alert">Wrong user name or password.</p>`, shown)
		return
	}
	http.SetCookie(w, &http.Cookie{Name: "login", Value: session, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
	http.Redirect(w, r, "/login/account", http.StatusSeeOther)
}

func credentials(r *http.Request) (username, password string) {
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		var body struct{ Username, Password string }
		json.NewDecoder(r.Body).Decode(&body) // an unreadable body is a wrong password
		return body.Username, body.Password
	}
	r.ParseForm()
	for name, values := range r.PostForm {
		if name == "password" || strings.HasPrefix(name, "pw_") {
			password = values[0]
		}
	}
	return r.PostForm.Get("username"), password
}

func (s *Site) showLogin(w http.ResponseWriter, alert, password string) {
	s.writeHTML(w, strings.NewReplacer("{{alert}}", alert, "{{password}}", html.EscapeString(password)).Replace(page("login/index.html")))
}

func (s *Site) showAccount(w http.ResponseWriter, r *http.Request) {
	username, ok := s.account.holder(r)
	if !ok {
		http.Redirect(w, r, "/login/", http.StatusSeeOther)
		return
	}
	s.writeHTML(w, strings.ReplaceAll(page("login/account.html"), "{{username}}", html.EscapeString(username)))
}
