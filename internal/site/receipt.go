package site

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// receipts holds the last value that each kind of receipt was asked to show.
type receipts struct {
	mu     sync.Mutex
	values map[string]string
}

func (s *Site) receiptRoutes(mux *http.ServeMux) {
	s.shown.values = map[string]string{}
	mux.HandleFunc("/receipt/{$}", s.receiptForm)
	mux.HandleFunc("POST /receipt/submit", s.receiptSubmit)
	mux.HandleFunc("GET /receipt/show/{as}", s.receiptShow)
	mux.HandleFunc("GET /receipt/show/{as}/{value}", s.receiptShow)
	mux.HandleFunc("GET /receipt/file/{name}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Disposition", "attachment")
		w.Write([]byte("receipt"))
	})
}

// Receipts lists the kinds of receipt in group receipt, for /receipt/?as=KIND.
func Receipts() []string {
	var kinds []string
	for kind := range bodies {
		kinds = append(kinds, kind)
	}
	kinds = append(kinds, "path", "query", "fragment", "header")
	slices.Sort(kinds)
	return kinds
}

func (s *Site) receiptForm(w http.ResponseWriter, r *http.Request) {
	s.writeHTML(w, strings.ReplaceAll(page("receipt/index.html"), "{{as}}", html.EscapeString(r.URL.Query().Get("as"))))
}

// receiptSubmit takes the value and leads to the page that shows it; three kinds show it in the address.
func (s *Site) receiptSubmit(w http.ResponseWriter, r *http.Request) {
	as, value := r.FormValue("as"), r.FormValue("value")
	s.shown.mu.Lock()
	s.shown.values[as] = value
	s.shown.mu.Unlock()
	target := "/receipt/show/" + url.PathEscape(as)
	switch as {
	case "path":
		target += "/" + url.PathEscape(value)
	case "query":
		target += "?value=" + url.QueryEscape(value)
	case "fragment":
		target += "#" + url.PathEscape(value)
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
}

func (s *Site) receiptShow(w http.ResponseWriter, r *http.Request) {
	as := r.PathValue("as")
	s.shown.mu.Lock()
	value := s.shown.values[as]
	s.shown.mu.Unlock()
	if as == "header" {
		w.Header().Set("X-Receipt", url.QueryEscape(value))
	}
	body := "<p>Paid. Order 123456."
	if write, ok := bodies[as]; ok {
		body = write(value)
	}
	// The title stands in the body so that a kind may bring its own: the first one counts.
	s.writeHTML(w, "<!doctype html>"+body+"<title>Receipt</title><h1>Receipt</h1>")
}

// script embeds value in a script as JSON; encoding/json escapes what would end the element.
func script(format, value string) string {
	encoded, _ := json.Marshal(value)
	return fmt.Sprintf("<script>"+format+"</script>", encoded)
}

// bodies are the ways in which a receipt page can show a value.
var bodies = map[string]func(value string) string{
	"plain":      func(v string) string { return "<p>You paid with " + html.EscapeString(v) + "." },
	"cvc":        func(v string) string { return "<p>CVC: " + html.EscapeString(v) + "<p>Order 123456" },
	"grouped":    func(v string) string { return "<p>Card " + html.EscapeString(grouped(v)) },
	"last":       func(v string) string { return "<p>Card ending in " + html.EscapeString(v[max(0, len(v)-4):]) },
	"base64":     func(v string) string { return "<p>Token " + base64.StdEncoding.EncodeToString([]byte(v)) },
	"hex":        func(v string) string { return "<p>Token " + hex.EncodeToString([]byte(v)) },
	"urlencoded": func(v string) string { return "<p>Token " + html.EscapeString(url.QueryEscape(v)) },
	"entities":   func(v string) string { return "<p>Token " + entities(v) },
	"json":       func(v string) string { return script("window.receipt = {value: %s};", v) + "<p>Paid." },
	"title":      func(v string) string { return "<title>Paid " + html.EscapeString(v) + "</title><p>Paid." },
	"alert":      func(v string) string { return script("alert(%s);", v) + "<p>Paid." },
	"console":    func(v string) string { return script("console.log(%s);", v) + "<p>Paid." },
	"download": func(v string) string {
		name := html.EscapeString(v)
		return `<a id="file" href="/receipt/file/receipt.txt" download="` + name + `.txt">Download receipt</a>`
	},
	"reversed": func(v string) string {
		runes := []rune(v)
		slices.Reverse(runes)
		return "<p>Token " + html.EscapeString(string(runes))
	},
	"characters": func(v string) string {
		var b strings.Builder
		for _, c := range v {
			b.WriteString("<span>" + html.EscapeString(string(c)) + "</span>")
		}
		return "<p>" + b.String()
	},
	"attribute": func(v string) string {
		v = html.EscapeString(v)
		return `<button aria-label="Copy ` + v + `">Copy</button><input placeholder="` + v + `"><a href="#" title="` + v +
			`">More</a><img alt="` + v + `" width=9 height=9 src="data:,"><button aria-description="` + v + `">Help</button>`
	},
	"before": func(v string) string {
		return script(`document.write('<style>#code::before{content:' + JSON.stringify(%s) + '}</style>');`, v) +
			`<button id="code"></button>`
	},
}

func grouped(v string) string {
	var b strings.Builder
	for i, c := range []rune(v) {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(c)
	}
	return b.String()
}

func entities(v string) string {
	var b strings.Builder
	for _, c := range v {
		fmt.Fprintf(&b, "&#%d;", c)
	}
	return b.String()
}
