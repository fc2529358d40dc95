package tools

import (
	"context"
	"strings"
	"sync"

	"browser-mcp/cdp/browser"
	"browser-mcp/vault"
)

// projection is a snapshot of which every string has been through the redactor. Everything an agent learns of a page,
// whether shown, paged, compared or waited for, is taken from a projection and from nothing else (threats.md, rules 2
// and 12). Strings are whole; cutting comes later.
type projection struct {
	url, title string
	frames     []frameView
	items      []browser.Item // strings redacted in place
	truncated  bool
}

// frameView is a frame with its strings redacted.
type frameView struct {
	ref, parent browser.FrameRef
	url, origin string
	name        string
	opaque      bool
}

// project looks at the tab. The caller has the turn. Where a document turns up that has to be tagged, it is tagged and
// the look is repeated, so that nothing is read from it untagged.
func (s *session) project(ctx context.Context, tab *browser.Tab, o browser.SnapshotOptions) (*projection, error) {
	c, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	for range maxRewalks {
		if err := s.tag(ctx, c, tab); err != nil {
			return nil, err
		}
		snap, err := tab.Snapshot(ctx, o)
		if err != nil {
			return nil, err
		}
		if !s.hasUntagged(tab.ID()) {
			return s.voice(tab).project(snap), nil
		}
	}
	return nil, fail(Busy, "page_keeps_changing")
}

// project redacts a snapshot in place: nobody else has it.
func (v voice) project(snap *browser.Snapshot) *projection {
	p := &projection{truncated: snap.Truncated, items: snap.Items}
	first := snap.Frames[0] // the top document, or the frame that was asked for
	p.url = v.reported(v.place(first.Doc, first.Origin, snap.URL.Fresh, snap.URL.Own), snap.URL.S)
	p.title = v.r.RedactAt(v.owner, v.place(first.Doc, first.Origin, snap.Title.Fresh, snap.Title.Own), snap.Title.S)
	for _, f := range snap.Frames {
		p.frames = append(p.frames, frameView{
			ref: f.Ref, parent: f.Parent, opaque: f.Opaque, origin: f.Origin,
			url:  v.reported(v.place(f.Doc, f.Origin, f.URL.Fresh, f.URL.Own), f.URL.S),
			name: v.r.RedactAt(v.owner, v.place(f.Doc, f.Origin, true, false), f.Name.S),
		})
	}
	v.redactItems(p.items)
	return p
}

// redactItems redacts the strings of items in place. What a person reads of one element after the other, its text or else
// its label, is one column, and so is each of the other fields: a secret shown a character per element, or spread over
// boxes with labels between them, is seen as one, whatever else stands with each.
func (v voice) redactItems(items []browser.Item) {
	spoken, beside, options := newColumn(len(items)), [6]*column{}, newColumn(0)
	for i := range beside {
		beside[i] = newColumn(len(items) / 8)
	}
	for i := range items {
		it := &items[i]
		first, second := &it.Text, &it.Label
		if first.S == "" {
			first, second = second, first
		}
		spoken.add(v, it, first)
		for n, s := range [...]*browser.String{second, &it.Name, &it.Description, &it.Validation, &it.Value, &it.Placeholder} {
			beside[n].add(v, it, s)
		}
		for j := range it.Options {
			options.add(v, it, &it.Options[j].Label)
			options.add(v, it, &it.Options[j].Value)
		}
		if it.Href.S != "" {
			it.Href.S = v.address(v.place(it.Doc, it.Origin, it.Href.Fresh, it.Href.Own), it.Href.S)
		}
		v.redactWords(it)
	}
	spoken.redact(v)
	options.redact(v)
	for _, c := range beside {
		c.redact(v)
	}
}

// column is a run of strings that belong side by side.
type column struct {
	places []vault.Place
	runs   []string
	cells  []*browser.String
}

func newColumn(size int) *column {
	return &column{
		places: make([]vault.Place, 0, size), runs: make([]string, 0, size), cells: make([]*browser.String, 0, size),
	}
}

// add leaves out what is empty, so that it does not stand between two parts of a value.
func (c *column) add(v voice, it *browser.Item, s *browser.String) {
	if s.S == "" {
		return
	}
	c.places = append(c.places, v.place(it.Doc, it.Origin, s.Fresh, s.Own))
	c.runs = append(c.runs, s.S)
	c.cells = append(c.cells, s)
}

// redact puts the redacted strings back where they came from.
func (c *column) redact(v voice) {
	if len(c.runs) == 0 {
		return
	}
	for i, s := range v.r.RedactRuns(v.owner, c.places, c.runs) {
		c.cells[i].S = s
	}
}

// redactWords treats the words of an item that are normally from a vocabulary but that a page may choose freely: its
// tag, its role, its type and its autocomplete. What is not a known word is text like any other.
func (v voice) redactWords(it *browser.Item) {
	for _, word := range []*string{&it.Tag, &it.Role, &it.Type, &it.Autocomplete} {
		if *word != "" && !knownWords()[*word] {
			*word = clip(v.r.RedactAt(v.owner, v.place(it.Doc, it.Origin, true, false), *word), maxWordRunes)
		}
	}
}

// knownWords are the usual tags, roles, types and autocomplete tokens (HTML; WAI-ARIA 1.2).
var knownWords = sync.OnceValue(func() map[string]bool {
	return set("a area abbr address alert article aside audio b banner blockquote body br button canvas caption cell checkbox " +
		"code color columnheader combobox complementary contentinfo current-password data date datetime-local dd details dialog " +
		"div dl dt email em embed fieldset figcaption figure file footer form grid gridcell group h1 h2 h3 h4 h5 h6 header heading " +
		"hidden hr i iframe image img input label legend li link list listbox listitem log main mark menu menubar menuitem " +
		"menuitemcheckbox menuitemradio meter month name nav navigation new-password none note number object off ol on one-time-code " +
		"optgroup option output p paragraph password picture pre presentation progress progressbar q radio radiogroup range region " +
		"reset row rowgroup rowheader scrollbar search searchbox section select select-one select-multiple separator slider small " +
		"source span spinbutton status strong sub submit summary sup svg switch tab table tabindex tablist tabpanel tbody td tel term text " +
		"textarea textbox tfoot th thead time timer title toolbar tooltip tr tree treegrid treeitem u ul url username video wbr week " +
		"cc-name cc-number cc-exp cc-exp-month cc-exp-year cc-csc cc-type postal-code country given-name family-name street-address")
})

func set(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
