package browser

// A String is text of a page, and what decides how it is redacted.
type String struct {
	S     string
	Fresh bool // not there when the record of its document was taken; true throughout for later documents
	Own   bool // the agent's own words, as it typed them
}

// An Item is an element that one can do something with, or a run of text.
type Item struct {
	UID    UID // empty for text
	Frame  FrameRef
	Doc    Generation
	Origin string // of the document, as it sees itself

	Tag, Role, Type                                                string
	Name, Label, Text, Value, Placeholder, Description, Validation String
	Href                                                           String // as written if it begins with / ? or # and means the document's origin, else absolute
	Options                                                        []Option

	Checked, Selected, Expanded                                                 *bool
	Required, ReadOnly, Disabled, Invalid, Hidden, Covered, OffScreen, Password bool

	MaxLength    int // -1 for none
	Autocomplete string
	Shadow       string // "open" or "closed"
	Tagged       string // the marker of a node that holds a secret; its value is not read out
	Level        int    // of a heading
}

// An Option is one choice of a select. It never counts as fresh, nor does the value of any choice: what is hidden of a
// closed set is told by what is not (threats.md rule 11).
type Option struct {
	Label, Value String
	Selected     bool
}

// maskedPassword stands for the value of a password field that has one.
const maskedPassword = "[MASKED:password-field]"

// item gives a raw item its meaning.
func (a *walkAnswer) item(raw rawItem) (Item, error) {
	it := Item{MaxLength: -1}
	for i := 0; i < len(raw.fields); i += 2 {
		if !a.setField(&it, raw.fields[i], raw.fields[i+1]) {
			return it, errWalk
		}
	}
	for i := 0; i < len(raw.options); i += 3 {
		label, value := raw.options[i], raw.options[i+1]
		if !a.has(label) || !a.has(value) {
			return it, errWalk
		}
		it.Options = append(it.Options, Option{
			Label: String{S: a.Strings[label]}, Value: String{S: a.Strings[value]}, Selected: raw.options[i+2] == 1,
		})
	}
	if it.Tag == "select" || it.Type == "radio" || it.Type == "checkbox" {
		it.Value.Fresh = false
	}
	it.setFlags(raw.flags)
	return it, nil
}

func (a *walkAnswer) setField(it *Item, field, n int) bool {
	switch field {
	case fieldMaxLength:
		it.MaxLength = n
		return true
	case fieldLevel:
		it.Level = n
		return true
	case fieldOptions:
		return true
	}
	if !a.has(n) {
		return false
	}
	if symbol := it.symbol(field); symbol != nil {
		*symbol = a.Strings[n]
		return true
	}
	if text := it.words(field); text != nil {
		*text = a.str(n)
		return true
	}
	return false
}

// symbol is the place of a field that is no text of the page, or a short one that is written as a plain word.
func (it *Item) symbol(field int) *string {
	switch field {
	case fieldTag:
		return &it.Tag
	case fieldRole:
		return &it.Role
	case fieldType:
		return &it.Type
	case fieldAutocomplete:
		return &it.Autocomplete
	case fieldTagged:
		return &it.Tagged
	case fieldShadow:
		return &it.Shadow
	}
	return nil
}

func (it *Item) words(field int) *String {
	switch field {
	case fieldName:
		return &it.Name
	case fieldLabel:
		return &it.Label
	case fieldText:
		return &it.Text
	case fieldValue:
		return &it.Value
	case fieldPlaceholder:
		return &it.Placeholder
	case fieldDescription:
		return &it.Description
	case fieldValidation:
		return &it.Validation
	case fieldHref:
		return &it.Href
	}
	return nil
}

func (it *Item) setFlags(flags int) {
	has := func(flag int) bool { return flags&flag != 0 }
	either := func(yes, no int) *bool {
		if !has(yes | no) {
			return nil
		}
		is := has(yes)
		return &is
	}
	it.Checked = either(flagChecked, flagUnchecked)
	it.Selected = either(flagSelected, flagUnselected)
	it.Expanded = either(flagExpanded, flagCollapsed)
	it.Required, it.ReadOnly = has(flagRequired), has(flagReadOnly)
	it.Disabled, it.Invalid = has(flagDisabled), has(flagInvalid)
	it.Hidden, it.Covered, it.OffScreen = has(flagHidden), has(flagCovered), has(flagOffScreen)
	it.Password = has(flagPassword)
	it.Value.Own = has(flagOwn)
	if it.Password && has(flagFilled) && it.Tagged == "" {
		it.Value = String{S: maskedPassword, Own: true}
	}
}
