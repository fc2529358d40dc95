package site

import (
	"embed"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

//go:embed pages
var embedded embed.FS

// routes is everything that the origins serve before a test replaces something. All origins serve all of it:
// which role an origin plays is the test's choice.
func (s *Site) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/", s.static)
	mux.HandleFunc("/favicon.ico", empty)
	mux.HandleFunc("/submit", thank)
	mux.HandleFunc("/collect", collect)
	mux.HandleFunc("/_events", s.control.listen)
	mux.HandleFunc("/_done", s.control.finish)
	s.loginRoutes(mux)
	s.receiptRoutes(mux)
	s.networkRoutes(mux)
	s.slowRoutes(mux)
	s.benchRoutes(mux)
	return mux
}

// static serves the embedded pages.
func (s *Site) static(w http.ResponseWriter, r *http.Request) {
	name := path.Clean(r.URL.Path)
	if strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	body, err := fs.ReadFile(embedded, "pages"+name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	if strings.HasSuffix(name, ".js") {
		w.Header().Set("Content-Type", "text/javascript")
		w.Write([]byte(s.fill(string(body))))
		return
	}
	s.writeHTML(w, string(body))
}

func (s *Site) writeHTML(w http.ResponseWriter, html string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Write([]byte(s.fill(html)))
}

// fill puts the origins of this run into a page.
func (s *Site) fill(text string) string {
	return strings.NewReplacer("{{shop}}", s.Shop, "{{pay}}", s.Pay, "{{evil}}", s.Evil).Replace(text)
}

// page reads an embedded page that a handler changes before it sends it.
func page(name string) string {
	body, err := fs.ReadFile(embedded, "pages/"+name)
	if err != nil {
		panic("site: internal error: " + err.Error())
	}
	return string(body)
}

func empty(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

// thank answers a form as a site that keeps its own counsel does.
func thank(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, "/thanks.html", http.StatusSeeOther)
}

// collect takes whatever a page sends from wherever, readable for the sender.
func collect(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Allow-Headers", "*")
	if r.Method == http.MethodGet {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte("<!doctype html><title>Collected</title><p>Thank you."))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
