package tools

import (
	"strconv"
	"strings"

	"browser-mcp/cdp/browser"
)

// A line is one item in the text form of a snapshot:
//
//	e41 input password name=password "Password" [MASKED] required
//	- h1 Sign in
//
// An element's line begins with its uid, a text's with a dash, so page text cannot pass for an element: it has no line
// break left.
type line struct {
	uid  browser.UID // "" for a text
	text string
}

// writeLine writes an item of a projection.
func writeLine(b *strings.Builder, it *browser.Item) {
	if it.UID == "" {
		b.WriteString("- ")
		if kind := textKind(it); kind != "" {
			b.WriteString(kind)
			b.WriteByte(' ')
		}
		b.WriteString(flat(clip(it.Text.S, maxTextRunes)))
		return
	}
	b.WriteString(string(it.UID))
	b.WriteByte(' ')
	b.WriteString(elementKind(it))
	if isField(it) && it.Name.S != "" {
		b.WriteString(" name=")
		writeBare(b, it.Name.S)
	}
	if label := labelOf(it); label != "" {
		b.WriteByte(' ')
		writeQuoted(b, label)
	}
	writeValue(b, it)
	writeOptions(b, it.Options)
	writeStates(b, it)
}

// textKind names what sort of text it is, for headings and alerts.
func textKind(it *browser.Item) string {
	if it.Role == "alert" || it.Role == "status" {
		return it.Role + ":"
	}
	if len(it.Tag) == 2 && it.Tag[0] == 'h' && it.Tag != "hr" {
		return it.Tag
	}
	return ""
}

// elementKind is what an element is, in one or two words. A page may choose its tags and roles freely.
func elementKind(it *browser.Item) string {
	kind := bare(it.Tag)
	switch {
	case it.Tag == "input":
		if it.Type != "" {
			kind += " " + bare(it.Type)
		}
	case it.Tag == "a" && it.Role == "":
		kind = "link"
	}
	if it.Role != "" && it.Role != it.Tag {
		if it.Tag == "input" {
			return kind + " " + bare(it.Role)
		}
		return bare(it.Role)
	}
	return kind
}

// isField is for what has a name attribute that matters to a form.
func isField(it *browser.Item) bool {
	return it.Tag == "input" || it.Tag == "textarea" || it.Tag == "select"
}

// labelOf is what a person would call the element.
func labelOf(it *browser.Item) string {
	for _, s := range []string{it.Label.S, it.Text.S, it.Placeholder.S} {
		if s != "" {
			return s
		}
	}
	if !isField(it) && it.Name.S != "" {
		return it.Name.S
	}
	return it.Href.S
}

// writeValue writes what is in a field. The content of a tagged field and of a password field is never known here.
func writeValue(b *strings.Builder, it *browser.Item) {
	switch {
	case it.Tagged != "":
		b.WriteByte(' ')
		b.WriteString(it.Tagged)
	case it.Password && it.Value.S != "":
		b.WriteString(" [MASKED]")
	case it.Value.S != "" && len(it.Options) == 0:
		b.WriteString(" =")
		writeQuoted(b, it.Value.S)
	}
}

// writeOptions lists the options of a select, the chosen ones with a star.
func writeOptions(b *strings.Builder, options []browser.Option) {
	if len(options) == 0 {
		return
	}
	b.WriteString(" options:")
	for i, o := range options {
		if i == maxOptions {
			b.WriteString(" +" + strconv.Itoa(len(options)-i))
			return
		}
		b.WriteByte(' ')
		writeQuoted(b, o.Label.S)
		if o.Value.S != o.Label.S {
			b.WriteByte('=')
			writeBare(b, o.Value.S)
		}
		if o.Selected {
			b.WriteByte('*')
		}
	}
}

// writeStates writes what is out of the ordinary.
func writeStates(b *strings.Builder, it *browser.Item) {
	word := func(when bool, text string) {
		if when {
			b.WriteByte(' ')
			b.WriteString(text)
		}
	}
	choice := func(p *bool, yes, no string) {
		if p != nil {
			word(*p, yes)
			word(!*p, no)
		}
	}
	choice(it.Checked, "checked", "unchecked")
	choice(it.Selected, "selected", "unselected")
	choice(it.Expanded, "expanded", "collapsed")
	word(it.Required, "required")
	word(it.ReadOnly, "readonly")
	word(it.Disabled, "disabled")
	word(it.Hidden, "hidden")
	word(it.Covered, "covered")
	word(it.Shadow == "closed", "closed-shadow")
	if it.Tagged == "" {
		word(it.Invalid, "invalid")
		if it.Validation.S != "" {
			b.WriteByte(' ')
			writeQuoted(b, it.Validation.S)
		}
	}
	if it.Description.S != "" {
		b.WriteString(" (")
		b.WriteString(flat(clip(it.Description.S, maxLabelRunes)))
		b.WriteByte(')')
	}
}

// writeQuoted writes redacted text in quotation marks, cut and on one line. Backslashes are doubled only where one could
// be taken for that of a quotation mark.
func writeQuoted(b *strings.Builder, s string) {
	b.WriteByte('"')
	s = flat(clip(s, maxLabelRunes))
	if strings.IndexByte(s, '"') >= 0 || strings.HasSuffix(s, `\`) {
		s = quotes.Replace(s)
	}
	b.WriteString(s)
	b.WriteByte('"')
}

var quotes = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

// quoted is what writeQuoted writes.
func quoted(s string) string {
	var b strings.Builder
	writeQuoted(&b, s)
	return b.String()
}

// writeBare writes text without quotation marks where it is a plain word.
func writeBare(b *strings.Builder, s string) {
	if !isWord(s) {
		writeQuoted(b, s)
		return
	}
	b.WriteString(s)
}

// bare is what writeBare writes.
func bare(s string) string {
	if !isWord(s) {
		return quoted(s)
	}
	return s
}

func isWord(s string) bool {
	for _, r := range s {
		switch {
		case 'a' <= r && r <= 'z': // nearly all there is
		case r == ' ', r == '"', r == '=', r == '*', breaks(r):
			return false
		}
	}
	return s != "" && len(s) <= maxWordRunes
}

// flat makes every kind of line break and control a space, so that page text cannot begin a line of its own.
func flat(s string) string {
	if strings.IndexFunc(s, breaks) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if breaks(r) {
			return ' '
		}
		return r
	}, s)
}

// breaks are the characters that some reader takes for the end of a line (Unicode, section 5.8).
func breaks(r rune) bool { return r < ' ' || r == 0x7f || r == 0x85 || r == 0x2028 || r == 0x2029 }
