package threat

import (
	"cmp"
	"fmt"
	"strings"

	"browser-mcp/internal/site"
)

// noIcon keeps the browser from asking for a picture at a moment of its own choice.
const noIcon = `<!doctype html><link rel="icon" href="data:,">`

// openTill serves the pages of the scripts. What they do depends on no value.
func openTill(s *site.Site) {
	s.Page("/till.html", noIcon+`<title>Till</title>
<form action="/paid.html" method="post">
<label>Number <input name="number" autocomplete="cc-number" size="20"></label>
<label>CVC <input name="cvc" autocomplete="cc-csc" size="20"></label>
<label>Month <select name="month" autocomplete="cc-exp-month">`+options(1, 12)+`</select></label>
<label>Year <select name="year" autocomplete="cc-exp-year">`+options(2027, 2035)+`</select></label>
<label>PIN <input name="pin" size="20"></label>
<label>Password <input name="password" type="password" size="20"></label>
<label><input type="radio" name="plan" value="basic" checked>Basic</label><label><input type="radio" name="plan" value="full">Full</label>
<label>Note <textarea name="note"></textarea></label>
<button>Pay</button></form>
<button id="more">More</button>
<div id="old">`+everything("")+`</div><div id="new"></div>
<script>document.getElementById('more').onclick = () => {
  document.getElementById('new').innerHTML = `+"`"+everything("the new one")+"`"+` }</script>`)
	s.Page("/paid.html", noIcon+`<title>Paid</title><h1>Thank you</h1><p>Paid.</p>`+everything(""))
	s.Page("/strict.html", noIcon+`<title>Strict</title><form action="/paid.html"><label>PIN <input name="pin" type="email"></label>
<label>Note <textarea name="note"></textarea></label><button>Send</button></form>`)
	openGuesses(s)
	s.Page("/list.html", noIcon+`<title>List</title><p>A list.</p>`+everything(""))
}

// options of a select, numbers of two digits or more.
func options(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintf(&b, "<option>%02d</option>", i)
	}
	return b.String()
}

// everything is a page's worth of guesses: every CVC in lines of a hundred, and each of the candidates by itself.
func everything(word string) string {
	var b strings.Builder
	for i := 0; i < 1000; i += 100 {
		b.WriteString("<p>" + word + " " + thousand(i, i+100) + "</p>")
	}
	for _, c := range candidates() {
		fmt.Fprintf(&b, "<li>%s</li><li>%s is %s</li>", c, c, cmp.Or(word, "it"))
	}
	return b.String()
}

func thousand(from, to int) string {
	var b strings.Builder
	for i := from; i < to; i++ {
		fmt.Fprintf(&b, "%03d ", i)
	}
	return b.String()
}

// candidates are some forty guesses, all the true ones among them.
func candidates() (list []string) {
	for _, v := range twins {
		list = append(list, v.cvc, v.pin, v.number, v.number[:4]+" "+v.number[4:8]+" "+v.number[8:12]+" "+v.number[12:],
			v.number[:12], v.month+"/"+v.year, v.month, v.year)
	}
	for i := range 24 {
		list = append(list, fmt.Sprint(100+31*i))
	}
	return list
}
