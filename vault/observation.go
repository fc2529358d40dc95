package vault

// Target is where a fill is to go: one element, or several that share one value (boxes of
// one digit each). Exactly one of Element and Elements is set. Key is "" for a single value.
type Target struct {
	Key      string
	Element  string   // an element uid of the snapshot
	Elements []string // in the order of the value
}

// elements lists what the target names, in either form.
func (t Target) elements() []string {
	if t.Element != "" {
		return append([]string{t.Element}, t.Elements...)
	}
	return t.Elements
}

// Document identifies one document; two are never equal, also after a reload. The zero
// Document is none.
type Document struct{ Frame, Loader string }

// Probe asks about one element: what it is, where it is, and which selectors it matches.
type Probe struct {
	Element   string
	Selectors []string
}

// Observation is what the browser saw, with nothing in it that a page's script could have
// forged: read in isolated worlds and from the protocol.
type Observation struct {
	Tab       string
	TopURL    string // as serialized by the browser
	TopOrigin string // as the top document itself has it; "null" if opaque
	Top       Document
	Entry     int64 // session history entry of the top document, 0 if unknown
	Targets   []TargetObservation
}

// TargetObservation is one element of the request. An element that is gone has none.
type TargetObservation struct {
	Element       string
	Document      Document
	Chain         []FrameObservation // from the top document to the element's own
	Shadow        string             // "", "open" or "closed": the tightest root around it
	Evidence      []Evidence         // one for each selector that the browser could test
	Field         Field
	SubmitOrigins []string // resolved actions of the owning form and its submitters; "null" if not http(s)
}

// FrameObservation is one document of a chain.
type FrameObservation struct {
	Document Document
	URL      string
	Origin   string // effective: "null" for a sandboxed document, whatever its URL
}

// Evidence says whether the live element matches a selector.
type Evidence struct {
	Selector string
	Matches  bool
}

// Field is what kind of control an element is.
type Field struct {
	Tag, Type, Autocomplete                               string // lower case
	Editable, Password, Search, TextArea, ContentEditable bool
	Hidden, Disabled, ReadOnly                            bool
}

// fillable is whether the element takes a value at all. Whether it takes this value is
// found out by writing it.
func (f Field) fillable() bool {
	return (f.Editable || f.Tag == "select") && !f.Hidden && !f.Disabled && !f.ReadOnly
}

// frame is the document that holds the element.
func (t TargetObservation) frame() FrameObservation {
	if len(t.Chain) == 0 {
		return FrameObservation{}
	}
	return t.Chain[len(t.Chain)-1]
}

// target finds an element; the decision has seen that there is one entry at most.
func (o Observation) target(element string) (TargetObservation, bool) {
	for _, t := range o.Targets {
		if t.Element == element {
			return t, true
		}
	}
	return TargetObservation{}, false
}
