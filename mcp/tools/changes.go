package tools

import (
	"strings"

	"browser-mcp/cdp/browser"
)

// changesSince writes what differs from an older view of the same tab: `+` for what is new, `~` for what reads
// otherwise, `-` for what is gone. Both sides are redacted, so a change that hides behind a marker is none. It returns
// false if there is more to say than fits in one page.
func (v *view) changesSince(old *view, b *strings.Builder) bool {
	write := func(mark, text string) bool {
		if b.Len()+len(text)+maxFooter > maxPageBytes {
			return false
		}
		b.WriteString(mark + text + "\n")
		return true
	}
	before, texts := old.index()
	for i, h := range v.header {
		if (i >= len(old.header) || old.header[i] != h) && !write("~ ", h) {
			return false
		}
	}
	for _, l := range v.lines {
		was, known := before[l.uid]
		mark := "+ "
		switch {
		case l.uid == "" && texts[l.text] > 0:
			texts[l.text]--
			continue
		case l.uid != "" && known:
			delete(before, l.uid)
			if was == l.text {
				continue
			}
			mark = "~ "
		}
		if !write(mark, l.text) {
			return false
		}
	}
	return old.writeGone(before, texts, write)
}

// index holds elements by uid and counts texts.
func (v *view) index() (map[browser.UID]string, map[string]int) {
	elements, texts := make(map[browser.UID]string, len(v.lines)), map[string]int{}
	for _, l := range v.lines {
		if l.uid == "" {
			texts[l.text]++
			continue
		}
		elements[l.uid] = l.text
	}
	return elements, texts
}

// writeGone writes what is left of an index, in the old order. Of an element its uid says enough.
func (v *view) writeGone(elements map[browser.UID]string, texts map[string]int, write func(mark, text string) bool) bool {
	for _, l := range v.lines {
		_, gone := elements[l.uid]
		switch {
		case l.uid != "" && gone:
			if !write("- ", string(l.uid)) {
				return false
			}
		case l.uid == "" && texts[l.text] > 0:
			texts[l.text]--
			if !write("- ", l.text) {
				return false
			}
		}
	}
	return true
}
