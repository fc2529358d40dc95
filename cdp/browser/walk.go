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
	Fresh     []int    `json:"fresh"` // indices of strings that were not there before
	Items     []int    `json:"items"`
	Recorded  bool     `json:"recorded"`
	Elements  int      `json:"elements"`
	Truncated bool     `json:"truncated"`

	fresh []bool // by index
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

// nodes returns the highest node number of the answer.
func (a *walkAnswer) nodes() (highest int, err error) {
	err = a.each(func(it rawItem) error {
		highest = max(highest, it.node)
		return nil
	})
	return highest, err
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
