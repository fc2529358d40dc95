package tools

import (
	"strconv"
	"strings"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
)

// view is what is kept of a tab's last snapshot: its lines, already redacted and cut. Cursors and changes_since read
// from it, so a page of results is never of another moment than the one before it.
type view struct {
	name   string // s1, s2, … unique in the session
	header []string
	lines  []line
	cut    bool      // the page has more than was looked at
	json   *jsonHead // of the JSON form, whose lines are elements; nil in the text form
}

// textView writes a projection as lines, which are parts of one string.
func textView(name string, p *projection) *view {
	v := &view{name: name, cut: p.truncated, header: headerOf(p)}
	v.lines = make([]line, 0, len(p.items)+len(p.frames))
	ends := make([]int, 0, cap(v.lines))
	var b strings.Builder
	frame := browser.FrameRef("")
	for i := range p.items {
		it := &p.items[i]
		if it.Frame != frame {
			frame = it.Frame
			if len(p.frames) > 1 {
				b.WriteString("-- frame ")
				b.WriteString(string(frame))
				v.lines, ends = append(v.lines, line{}), append(ends, b.Len())
			}
		}
		if b.Len() > maxViewBytes {
			v.cut = true
			break
		}
		writeLine(&b, it)
		v.lines, ends = append(v.lines, line{uid: it.UID}), append(ends, b.Len())
	}
	start := 0
	for i, end := range ends {
		v.lines[i].text = b.String()[start:end]
		start = end
	}
	return v
}

// headerOf names the page and its frames. A page without frames does not pay for them.
func headerOf(p *projection) []string {
	header := []string{"page " + quoted(p.title) + " " + flat(clip(p.url, maxURLRunes))}
	if len(p.frames) < 2 {
		return header
	}
	for _, f := range p.frames[1:] {
		text := "frame " + string(f.ref) + " in " + string(f.parent) + " " + flat(clip(f.url, maxURLRunes))
		if f.opaque {
			text += " (opaque origin)"
		}
		if f.name != "" {
			text += " " + quoted(f.name)
		}
		header = append(header, text)
	}
	return header
}

// whole writes a page of the text form: what comes first, the header, lines, and what to do for more.
func (v *view) whole(first string, start, elements int) string {
	var b strings.Builder
	b.WriteString(first)
	if start == 0 {
		for _, h := range v.header {
			b.WriteString(h + "\n")
		}
	}
	switch next := v.page(&b, start, elements); {
	case next > 0:
		b.WriteString("more: cursor " + string(v.cursor(next)) + "\n")
	case v.cut:
		b.WriteString("the page has more than is listed; look at one frame, or close sections\n")
	}
	return b.String()
}

// page writes lines from start on, of at most so many elements, 0 meaning the default, and returns where the next page
// begins, 0 at the end.
func (v *view) page(b *strings.Builder, start, elements int) (next int) {
	if elements == 0 {
		elements = maxElements
	}
	for i := start; i < len(v.lines); i++ {
		l := v.lines[i]
		if l.uid != "" {
			elements--
		}
		if elements < 0 || b.Len()+len(l.text)+maxFooter > maxPageBytes {
			return i
		}
		b.WriteString(l.text)
		b.WriteByte('\n')
	}
	return 0
}

// cursor names a place in the view.
func (v *view) cursor(at int) mcp.Symbol { return mcp.Symbol(v.name + "." + strconv.Itoa(at)) }

// at reads a cursor of this view.
func (v *view) at(cursor string) (int, bool) {
	text, ok := strings.CutPrefix(cursor, v.name+".")
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && n < len(v.lines)
}
