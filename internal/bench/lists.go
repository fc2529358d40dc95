package main

import (
	"errors"
	"fmt"
	"regexp"
)

// snapshotName is how a snapshot calls itself, for changes_since.
var snapshotName = regexp.MustCompile(`\bs\d+\b`)

// lists are the rows on long pages.
func (b *bench) lists() ([]row, error) {
	var rows []row
	for _, size := range []struct {
		elements int
		name     string
		limit    int // bytes of our answer, at most
	}{{1000, "snapshot, 1,000 elements", 18_000}, {10000, "snapshot, first page of 10,000 elements", 60_000}} {
		path := fmt.Sprintf("/bench/list?elements=%d", size.elements)
		rows = append(rows, row{
			name: size.name, bar: 1.5, before: b.once(path),
			floor: func() error { return b.look(b.page) },
			ours: func() error {
				text, err := b.client.call("snapshot", nil)
				if err == nil && len(text) > size.limit {
					err = fmt.Errorf("snapshot of %d bytes, limit %d", len(text), size.limit)
				}
				return err
			},
		})
	}
	return append(rows, b.change()), nil
}

// once loads a page the first time it is called.
func (b *bench) once(path string) func() error {
	loaded := false
	return func() error {
		if loaded {
			return nil
		}
		loaded = true
		_, err := b.load(path)
		return err
	}
}

// change presses a button of the long page and looks for what has become of it.
func (b *bench) change() row {
	var last, uid string // our last snapshot's name; the button
	pressed := 0
	return row{
		name: "click on a page of 10,000 elements and see the change", bar: 1.3,
		before: func() error {
			// A pressed button stays pressed: each round takes the next, and our snapshot is taken anew.
			pressed++
			text, err := b.client.call("snapshot", nil)
			if err != nil {
				return err
			}
			last = snapshotName.FindString(text)
			uid, err = find(text, `button.*Buy`)
			return errors.Join(err, b.bare.Evaluate(b.page, "scrollTo(0, 0)", nil))
		},
		floor: func() error {
			button := fmt.Sprintf("document.querySelectorAll('button')[%d]", pressed%10)
			return errors.Join(b.clickerAt(button)(), b.look(b.page))
		},
		ours: func() error {
			if _, err := b.client.call("click", map[string]any{"element_uid": uid}); err != nil {
				return err
			}
			text, err := b.client.call("snapshot", map[string]any{"changes_since": last})
			if err == nil && (len(text) > 2_000 || !regexp.MustCompile(`Sold`).MatchString(text)) {
				err = fmt.Errorf("change-only snapshot of %d bytes without the change, or above 2000:\n%.400s", len(text), text)
			}
			return err
		},
	}
}
