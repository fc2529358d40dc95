package browser

import (
	"context"
	"fmt"

	"browser-mcp/cdp"
)

// A Target is an element, and the selectors that a binding wants it to match.
type Target struct {
	UID       UID
	Selectors []string
}

// An Observation is what is true of a tab and of elements in it, as evidence for a decision. It holds no value of any
// field.
type Observation struct {
	Tab       TabID
	TopURL    string
	TopOrigin string
	Top       Generation
	Targets   []TargetObservation // as they were asked for
}

// A FrameObservation is one document on the way to a target.
type FrameObservation struct {
	Frame  FrameRef
	Doc    Generation
	URL    string
	Origin string // as the document sees itself: "null" if it is opaque, whatever its address
}

// A TargetObservation is what is true of one element.
type TargetObservation struct {
	UID           UID
	Doc           Generation
	Chain         []FrameObservation // from the top document to the element's own
	Shadow        string             // "", "open" or "closed"
	Matches       []bool             // of the selectors, within the element's own tree
	SelectorErr   bool               // one of them is not a selector
	Field         Field
	SubmitOrigins []string // to which the form that owns the element could go; "null" for what is not http(s)
}

// A Field describes what kind of element a value would go into.
type Field struct {
	Tag, Type, Autocomplete                     string
	Editable                                    bool // takes a value now
	Password, Search, TextArea, ContentEditable bool
	Hidden, Disabled, ReadOnly                  bool
	MaxLength                                   int // -1 for none
}

// observeRequest and observeAnswer are those of js/observe.js.
type observeRequest struct {
	Node      int      `json:"node"`
	Selectors []string `json:"selectors"`
}

type observeAnswer struct {
	Where struct {
		Origin string `json:"origin"`
		URL    string `json:"url"`
	} `json:"where"`
	Targets []struct {
		Gone            bool     `json:"gone"`
		Shadow          string   `json:"shadow"`
		Matches         []bool   `json:"matches"`
		BadSelector     bool     `json:"badSelector"`
		Tag             string   `json:"tag"`
		Type            string   `json:"type"`
		Autocomplete    string   `json:"autocomplete"`
		Editable        bool     `json:"editable"`
		Password        bool     `json:"password"`
		Search          bool     `json:"search"`
		TextArea        bool     `json:"textArea"`
		ContentEditable bool     `json:"contentEditable"`
		Hidden          bool     `json:"hidden"`
		Disabled        bool     `json:"disabled"`
		ReadOnly        bool     `json:"readOnly"`
		MaxLength       int      `json:"maxLength"`
		SubmitOrigins   []string `json:"submitOrigins"`
	} `json:"targets"`
}

// An inquiry is what one document is asked: about itself, and about targets in it.
type inquiry struct {
	world   *world
	frame   *frame
	ask     []observeRequest
	targets []int // whose places in the observation the answers have
	pending *cdp.Pending
	answer  observeAnswer
}

// Observe tells what is true of elements. Every document on the way to one is asked in its own world, all in one go. The
// error wraps ErrStale if an element or one of these documents is gone.
func (t *Tab) Observe(ctx context.Context, targets []Target) (Observation, error) {
	if len(targets) == 0 || len(targets) > maxTargets {
		return Observation{}, fmt.Errorf("%w: %d targets, limit %d", ErrTooMany, len(targets), maxTargets)
	}
	asked, chains, err := t.inquire(ctx, targets)
	if err != nil {
		return Observation{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, worldTimeout)
	defer cancel()
	for _, q := range asked {
		q.pending = q.world.start(ctx, "observe", q.ask)
	}
	for _, q := range asked {
		if failed := q.world.finish(ctx, q.pending, &q.answer); err == nil {
			err = failed
		}
	}
	if err != nil {
		return Observation{}, err
	}
	o := Observation{Tab: t.id, Targets: make([]TargetObservation, len(targets))}
	top := chains[0][0].observation()
	o.TopURL, o.TopOrigin, o.Top = top.URL, top.Origin, top.Doc
	for i, target := range targets {
		if o.Targets[i], err = observed(target, i, chains[i]); err != nil {
			return Observation{}, err
		}
	}
	return o, nil
}

// inquire finds the documents to ask, and for each target its chain of them.
func (t *Tab) inquire(ctx context.Context, targets []Target) (asked []*inquiry, chains [][]*inquiry, err error) {
	byFrame := make(map[cdp.FrameID]*inquiry)
	for i, target := range targets {
		e, err := t.element(target.UID)
		if err != nil {
			return nil, nil, err
		}
		for _, selector := range target.Selectors {
			if len(selector) > maxSelector {
				return nil, nil, fmt.Errorf("%w: selector of %d bytes, limit %d", ErrTooMany, len(selector), maxSelector)
			}
		}
		f, err := t.frameOf(e.world.doc)
		if err != nil {
			return nil, nil, err
		}
		var chain []*inquiry
		for ; f != nil; f = f.parent {
			q := byFrame[f.id]
			if q == nil {
				w, err := t.world(ctx, f)
				if err != nil {
					return nil, nil, err
				}
				q = &inquiry{world: w, frame: f, ask: []observeRequest{}}
				byFrame[f.id] = q
				asked = append(asked, q)
			}
			chain = append([]*inquiry{q}, chain...)
		}
		own := chain[len(chain)-1]
		if own.world != e.world {
			return nil, nil, ErrStale
		}
		own.ask = append(own.ask, observeRequest{Node: e.node, Selectors: append([]string{}, target.Selectors...)})
		own.targets = append(own.targets, i)
		chains = append(chains, chain)
	}
	return asked, chains, nil
}

func (q *inquiry) observation() FrameObservation {
	return FrameObservation{Frame: q.frame.ref, Doc: q.world.doc, URL: q.answer.Where.URL, Origin: q.answer.Where.Origin}
}

// observed is the answer about target number i.
func observed(target Target, i int, chain []*inquiry) (TargetObservation, error) {
	own := chain[len(chain)-1]
	o := TargetObservation{UID: target.UID, Doc: own.world.doc}
	for _, q := range chain {
		o.Chain = append(o.Chain, q.observation())
	}
	for at, place := range own.targets {
		if place != i || at >= len(own.answer.Targets) {
			continue
		}
		a := own.answer.Targets[at]
		if a.Gone {
			return o, ErrStale
		}
		o.Shadow, o.Matches, o.SelectorErr, o.SubmitOrigins = a.Shadow, a.Matches, a.BadSelector, a.SubmitOrigins
		o.Field = Field{
			Tag: a.Tag, Type: a.Type, Autocomplete: a.Autocomplete, Editable: a.Editable, Password: a.Password,
			Search: a.Search, TextArea: a.TextArea, ContentEditable: a.ContentEditable, Hidden: a.Hidden,
			Disabled: a.Disabled, ReadOnly: a.ReadOnly, MaxLength: a.MaxLength,
		}
		return o, nil
	}
	return o, scriptError{text: "no observation"}
}
