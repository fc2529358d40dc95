package browser

import (
	"encoding/json"
	"errors"
)

// A walkRequest says what a walk is to tell (js/walk.js).
type walkRequest struct {
	Text bool `json:"text"`
	Max  int  `json:"max"`
}

// A walkAnswer is what js/walk.js returns, as JSON text. Strings stand once in a table and are meant by index. Items are
// runs of integers:
//
//	node number (0 is text), flags, count of fields, (field, index or number) for each field,
//	then for each option of a select: (label, value, 1 if selected)
type walkAnswer struct {
	Origin    string   `json:"origin"`
	URL       int      `json:"url"`
	Title     int      `json:"title"`
	Strings   []string `json:"strings"`
	Fresh     numbers  `json:"fresh"` // indices of strings that were not there before
	Items     numbers  `json:"items"`
	Recorded  bool     `json:"recorded"`
	Elements  int      `json:"elements"`
	Truncated bool     `json:"truncated"`

	fresh []bool // by index
}

// numbers is an array of integers from 0 on. It decodes itself, for that is ten times as fast as by reflection, and a
// long page has a hundred thousand.
type numbers []int

func (n *numbers) UnmarshalJSON(text []byte) error {
	if len(text) < 2 || text[0] != '[' || text[len(text)-1] != ']' {
		return errWalk
	}
	list := make([]int, 0, len(text)/3)
	for rest := text[1 : len(text)-1]; len(rest) > 0; {
		value, digits := 0, 0
		for digits < len(rest) && digits < maxDigits && '0' <= rest[digits] && rest[digits] <= '9' {
			value = value*10 + int(rest[digits]-'0')
			digits++
		}
		rest = rest[digits:]
		comma := len(rest) > 1 && rest[0] == ','
		if digits == 0 || len(rest) > 0 && !comma {
			return errWalk
		}
		if comma {
			rest = rest[1:]
		}
		list = append(list, value)
	}
	*n = list
	return nil
}

// The flags and fields of an item, as in js/table.js.
const (
	flagChecked = 1 << iota
	flagUnchecked
	flagSelected
	flagUnselected
	flagExpanded
	flagCollapsed
	flagRequired
	flagReadOnly
	flagDisabled
	flagInvalid
	flagHidden
	flagCovered
	flagOffScreen
	flagPassword
	flagOwn
	flagFilled
)

const (
	fieldTag = 1 + iota
	fieldRole
	fieldType
	fieldName
	fieldLabel
	fieldText
	fieldValue
	fieldPlaceholder
	fieldDescription
	fieldValidation
	fieldHref
	fieldAutocomplete
	fieldTagged
	fieldShadow
	fieldMaxLength = 20
	fieldLevel     = 21
	fieldOptions   = 22
)

var errWalk = errors.New("browser: internal error: walk answered nonsense")

// parseWalk decodes an answer. recordedBefore says whether the record of an origin was taken already: what a document
// without a record of its own shows then came after it.
func parseWalk(text string, recordedBefore func(origin string) bool) (*walkAnswer, error) {
	a := new(walkAnswer)
	if err := json.Unmarshal([]byte(text), a); err != nil || !a.has(a.URL) || !a.has(a.Title) {
		return nil, errWalk
	}
	a.fresh = make([]bool, len(a.Strings))
	for _, i := range a.Fresh {
		if i < 0 || i >= len(a.fresh) {
			return nil, errWalk
		}
		a.fresh[i] = true
	}
	if !a.Recorded && recordedBefore(a.Origin) {
		for i := range a.fresh {
			a.fresh[i] = true
		}
	}
	return a, nil
}

func (a *walkAnswer) has(i int) bool { return i >= 0 && i < len(a.Strings) }

func (a *walkAnswer) str(i int) String { return String{S: a.Strings[i], Fresh: a.fresh[i]} }

// count returns the number of items, and the highest node number among them.
func (a *walkAnswer) count() (items, highest int, err error) {
	err = a.each(func(it rawItem) error {
		items++
		highest = max(highest, it.node)
		return nil
	})
	return items, highest, err
}

// A rawItem is one item before its numbers are given meaning.
type rawItem struct {
	node, flags int
	fields      []int // pairs
	options     []int // triples
}

// each cuts the items apart.
func (a *walkAnswer) each(do func(rawItem) error) error {
	for rest := a.Items; len(rest) > 0; {
		it, n, ok := cutItem(rest)
		if !ok {
			return errWalk
		}
		if err := do(it); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}

func cutItem(run []int) (it rawItem, length int, ok bool) {
	if len(run) < 3 || run[0] < 0 || run[2] < 0 || run[2] > (len(run)-3)/2 {
		return it, 0, false
	}
	end := 3 + 2*run[2]
	it = rawItem{node: run[0], flags: run[1], fields: run[3:end]}
	for i := 0; i < len(it.fields); i += 2 {
		if it.fields[i] != fieldOptions {
			continue
		}
		count := it.fields[i+1]
		if count < 0 || count > (len(run)-end)/3 || it.options != nil {
			return it, 0, false
		}
		it.options = run[end : end+3*count]
	}
	return it, end + len(it.options), true
}
