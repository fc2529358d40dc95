package site

import (
	"fmt"
	"net/http"
	"strings"
)

const (
	hugeInputs = 50_000
	deepLevels = 2_000
)

func (s *Site) slowRoutes(mux *http.ServeMux) {
	mux.HandleFunc("/slow/forever", s.forever)
	mux.HandleFunc("/slow/picture", s.picture)
	mux.HandleFunc("/slow/empty", empty)
	mux.HandleFunc("/slow/loop", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/slow/loop", http.StatusFound)
	})
	mux.HandleFunc("/slow/huge", huge)
	mux.HandleFunc("/slow/deep", deep)
}

// forever begins a page and never ends it.
func (s *Site) forever(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>Never ends</title><h1>Still loading</h1><button>Stop waiting</button>")
	s.hang(w, r)
}

// picture begins a picture and never ends it. What is no picture at all would be given up at once.
func (s *Site) picture(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "image/png")
	fmt.Fprint(w, "\x89PNG\r\n\x1a\n")
	s.hang(w, r)
}

func (s *Site) hang(w http.ResponseWriter, r *http.Request) {
	http.NewResponseController(w).Flush()
	select {
	case <-r.Context().Done():
	case <-s.control.context.Done():
	}
}

// huge is 10 MB of inputs.
func huge(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>Huge</title><form>")
	padding := strings.Repeat("x", 120)
	for i := range hugeInputs {
		fmt.Fprintf(w, "<p><label>Field %d <input name=\"f%d\" data-padding=\"%s\"></label>\n", i, i, padding)
	}
}

// deep is an input below a tower of elements.
func deep(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>Deep</title>",
		strings.Repeat("<div>", deepLevels), `<label>Bottom <input name="bottom" id="bottom"></label>`)
}
