package e2e

import (
	"encoding/json"
	"testing"
)

const (
	filledMarker = "[REDACTED:secret-filled-field]" // of a field that was filled
	maskedField  = "[MASKED:password-field]"        // of a password field that was not
)

// page is a snapshot as JSON.
type page struct {
	t         testing.TB
	Snapshot  string    `json:"snapshot"`
	URL       string    `json:"url"`
	Title     string    `json:"title"`
	Frames    []frame   `json:"frames"`
	Elements  []element `json:"elements"`
	Truncated bool      `json:"truncated"`
	Cursor    string    `json:"cursor"`
}

type frame struct {
	ID     string `json:"id"`
	Parent string `json:"parent"`
	URL    string `json:"url"`
	Origin string `json:"origin"`
	Name   string `json:"name"`
	Opaque bool   `json:"opaque"`
}

type element struct {
	UID          string `json:"uid"`
	Frame        string `json:"frame"`
	Tag          string `json:"tag"`
	Type         string `json:"type"`
	Name         string `json:"name"`
	Label        string `json:"label"`
	Text         string `json:"text"`
	Value        string `json:"value"`
	Checked      bool   `json:"checked"`
	Required     bool   `json:"required"`
	Disabled     bool   `json:"disabled"`
	Covered      bool   `json:"covered"`
	Autocomplete string `json:"autocomplete"`
	Shadow       string `json:"shadow"`
}

// look takes a snapshot as JSON.
func (a *agent) look() page {
	a.t.Helper()
	return a.pageOf(a.call("snapshot", args{"format": "json"}).Text())
}

func (a *agent) pageOf(text string) page {
	a.t.Helper()
	p := page{t: a.t}
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		a.t.Fatalf("snapshot %.300s: %v", text, err)
	}
	return p
}

// text takes a snapshot as text.
func (a *agent) text() string {
	a.t.Helper()
	return a.call("snapshot", nil).Text()
}

// find returns the elements that fit.
func (p page) find(fits func(element) bool) (found []element) {
	for _, e := range p.Elements {
		if e.UID != "" && fits(e) {
			found = append(found, e)
		}
	}
	return found
}

// named returns the first element with a name, or a label where it has no name.
func (p page) named(name string) element {
	p.t.Helper()
	found := p.find(func(e element) bool { return e.Name == name })
	if found == nil {
		found = p.find(func(e element) bool { return e.Name == "" && (e.Label == name || e.Text == name) })
	}
	if found == nil {
		all, _ := json.MarshalIndent(p.Elements, "", " ")
		p.t.Fatalf("no element %q on %s among %s", name, p.URL, all)
	}
	return found[0]
}

// uid finds an element by its name in a new snapshot.
func (a *agent) uid(name string) string {
	a.t.Helper()
	return a.look().named(name).UID
}

// typed finds the uid of the first input of a type.
func (p page) typed(kind string) string {
	p.t.Helper()
	found := p.find(func(e element) bool { return e.Tag == "input" && e.Type == kind })
	if found == nil {
		p.t.Fatalf("no input of type %s on %s", kind, p.URL)
	}
	return found[0].UID
}
