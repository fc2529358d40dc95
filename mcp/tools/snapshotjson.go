package tools

import (
	"encoding/json"
	"strings"

	"browser-mcp/cdp/browser"
)

// The JSON form of a snapshot (secure-browser, section 4). A view in this form holds each element as its JSON, so that
// paging works as in the text form.

type jsonHead struct {
	Tab       string      `json:"tabId"`
	Snapshot  string      `json:"snapshot"`
	URL       string      `json:"url"`
	Title     string      `json:"title"`
	Frames    []jsonFrame `json:"frames,omitempty"`
	Truncated bool        `json:"truncated,omitempty"`
	Cursor    string      `json:"cursor,omitempty"`
	Events    []Event     `json:"events"`
	Dropped   int         `json:"dropped,omitempty"`
}

type jsonFrame struct {
	ID     string `json:"id"`
	Parent string `json:"parent,omitempty"`
	URL    string `json:"url"`
	Origin string `json:"origin"`
	Name   string `json:"name,omitempty"`
	Opaque bool   `json:"opaque,omitempty"`
}

// jsonElement has the names of secure-browser, section 4. What is not set is left out.
type jsonElement struct {
	UID          string       `json:"uid,omitempty"`
	Frame        string       `json:"frame"`
	Tag          string       `json:"tag"`
	Role         string       `json:"role,omitempty"`
	Type         string       `json:"type,omitempty"`
	Name         string       `json:"name,omitempty"`
	Label        string       `json:"label,omitempty"`
	Text         string       `json:"text,omitempty"`
	Placeholder  string       `json:"placeholder,omitempty"`
	Description  string       `json:"description,omitempty"`
	Value        *string      `json:"value,omitempty"`
	Href         string       `json:"href,omitempty"`
	Options      []jsonOption `json:"options,omitempty"`
	Checked      *bool        `json:"checked,omitempty"`
	Selected     *bool        `json:"selected,omitempty"`
	Expanded     *bool        `json:"expanded,omitempty"`
	Required     bool         `json:"required,omitempty"`
	ReadOnly     bool         `json:"readonly,omitempty"`
	Disabled     bool         `json:"disabled,omitempty"`
	Invalid      bool         `json:"invalid,omitempty"`
	Validation   string       `json:"validation_message,omitempty"`
	Hidden       bool         `json:"hidden,omitempty"`
	Covered      bool         `json:"covered,omitempty"`
	InViewport   *bool        `json:"in_viewport,omitempty"`
	MaxLength    int          `json:"maxlength,omitempty"`
	Autocomplete string       `json:"autocomplete,omitempty"`
	Shadow       string       `json:"shadow,omitempty"`
	Level        int          `json:"level,omitempty"`
}

type jsonOption struct {
	Label    string `json:"label"`
	Value    string `json:"value"`
	Selected bool   `json:"selected,omitempty"`
}

// passwordMarker stands for what is in a password field that received no secret (secure-browser, section 4).
const passwordMarker = "[MASKED:password-field]"

// elementOf cuts strings that have been redacted whole.
func elementOf(it *browser.Item) jsonElement {
	e := jsonElement{
		UID: string(it.UID), Frame: string(it.Frame), Tag: it.Tag, Role: it.Role, Type: it.Type,
		Name: clip(it.Name.S, maxLabelRunes), Label: clip(it.Label.S, maxLabelRunes), Text: clip(it.Text.S, maxTextRunes),
		Placeholder: clip(it.Placeholder.S, maxLabelRunes), Description: clip(it.Description.S, maxLabelRunes),
		Value: valueOf(it), Href: clip(it.Href.S, maxURLRunes), Options: optionsOf(it.Options),
		Checked: it.Checked, Selected: it.Selected, Expanded: it.Expanded,
		Required: it.Required, ReadOnly: it.ReadOnly, Disabled: it.Disabled, Hidden: it.Hidden, Covered: it.Covered,
		MaxLength: max(it.MaxLength, 0), Autocomplete: it.Autocomplete, Shadow: it.Shadow, Level: it.Level,
	}
	if it.UID != "" {
		inside := !it.OffScreen
		e.InViewport = &inside
	}
	if it.Tagged == "" { // a tagged field says nothing about what it holds (threats.md, rule 12)
		e.Invalid, e.Validation = it.Invalid, clip(it.Validation.S, maxLabelRunes)
	}
	return e
}

// valueOf is the value by the rules of section 4; nil for what has none.
func valueOf(it *browser.Item) *string {
	value := clip(it.Value.S, maxLabelRunes)
	switch {
	case it.Tagged != "":
		value = it.Tagged
	case it.Password && value != "":
		value = passwordMarker
	case value == "" && it.Tag != "input" && it.Tag != "textarea":
		return nil
	}
	return &value
}

func optionsOf(options []browser.Option) []jsonOption {
	var list []jsonOption
	for _, o := range options {
		list = append(list, jsonOption{clip(o.Label.S, maxLabelRunes), clip(o.Value.S, maxLabelRunes), o.Selected})
	}
	return list
}

// jsonView writes a projection as JSON elements.
func jsonView(name string, p *projection) *view {
	v := &view{name: name, cut: p.truncated, json: &jsonHead{URL: clip(p.url, maxURLRunes), Title: clip(p.title, maxLabelRunes)}}
	for _, f := range p.frames {
		v.json.Frames = append(v.json.Frames, jsonFrame{
			ID: string(f.ref), Parent: string(f.parent), URL: clip(f.url, maxURLRunes), Origin: f.origin,
			Name: clip(f.name, maxLabelRunes), Opaque: f.opaque,
		})
	}
	size := 0
	for i := range p.items {
		text := encode(elementOf(&p.items[i]))
		if size += len(text) + 1; size > maxViewBytes {
			v.cut = true
			break
		}
		v.lines = append(v.lines, line{uid: p.items[i].UID, text: text})
	}
	return v
}

// finishJSON writes a page of a JSON view as one object.
func (v *view) finishJSON(r TabResult, start, elements int) string {
	var body strings.Builder
	next := v.page(&body, start, elements)
	head := *v.json
	head.Tab, head.Snapshot, head.Events, head.Dropped = string(r.Tab), v.name, r.Events, r.Dropped
	head.Truncated = next > 0 || v.cut
	if next > 0 {
		head.Cursor = string(v.cursor(next))
	}
	text := encode(head)
	list := strings.ReplaceAll(strings.TrimSuffix(body.String(), "\n"), "\n", ",")
	return text[:len(text)-1] + `,"elements":[` + list + `]}`
}

// encode writes JSON without HTML escapes. The types here always encode.
func encode(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("tools: internal error: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}
