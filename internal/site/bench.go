package site

import (
	"fmt"
	"net/http"
	"strconv"
)

func (s *Site) benchRoutes(mux *http.ServeMux) {
	mux.HandleFunc("/bench/list", list)
}

// list is a shop's list of ?elements= elements, four a row: the row, its name, a link, and a button that says
// when it has been pressed. The pages of performance.md have 1,000 and 10,000.
func list(w http.ResponseWriter, r *http.Request) {
	elements, err := strconv.Atoi(r.URL.Query().Get("elements"))
	if err != nil || elements < 4 || elements > 100_000 {
		http.Error(w, "elements is a number from 4 to 100000", http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>List</title><ul onclick=\"event.target.textContent = 'Sold'\">")
	for i := range elements / 4 {
		fmt.Fprintf(w, "<li><span>Item %d</span> <a href=\"#%d\">Open</a> <button>Buy</button>\n", i, i)
	}
}
