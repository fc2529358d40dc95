package vault

import (
	"slices"
	"strings"

	"browser-mcp/fsutil/strict"
)

// BindingState is the outcome of parsing static properties.
type BindingState uint8

// Only a Bound reference can be filled. The zero state is Unbound.
const (
	Unbound BindingState = iota // no sbm:origin
	Bound
	Invalid // a part is malformed; it never stands for a looser binding
)

// Codes of malformed bindings (secure-browser, section 5.2), stable and safe to show.
const (
	CodeInvalidPropertyValue   = "invalid_property_value"
	CodeDuplicateProperty      = "duplicate_property"
	CodeUnknownProperty        = "unknown_property"
	CodeInvalidOrigin          = "invalid_origin"
	CodeInvalidFrameOrigin     = "invalid_frame_origin"
	CodeInvalidURLPattern      = "invalid_url_pattern"
	CodeInvalidFrameURLPattern = "invalid_frame_url_pattern"
	CodeInvalidSelector        = "invalid_selector"
	CodeInvalidFields          = "invalid_fields"
	CodeInvalidShadow          = "invalid_shadow"
	CodeInvalidSubmitOrigin    = "invalid_submit_origin"
)

// Binding says where a value may go. "" and nil mean that the part is absent. It is made by
// [ParseBinding] alone: a pattern's text without its compiled form binds nothing.
type Binding struct {
	Origin          string            // exact origin of the top document
	URLPattern      string            // for the path of the top document
	FrameOrigin     string            // exact origin of the frame that holds the element
	FrameURLPattern string            // for the path of that frame
	Selector        string            // that the element must match, unless it is filled by key
	Fields          map[string]string // payload key to the selector of its element
	Shadow          string            // "closed" lets closed shadow roots be filled
	SubmitOrigins   []string          // where the form may be sent, beside the frame's own origin

	pattern, framePattern *Pattern
}

// fault is a malformed part: its code, and a sentence for the human who wrote it.
type fault struct{ code, hint string }

// A parser takes one property's value into the binding, and returns the hint of its fault
// or "". They run in the order of this table, which is the order in which faults are found.
var bindingParsers = []struct {
	key, code string
	parse     func(b *Binding, value string) (hint string)
}{
	{"sbm:origin", CodeInvalidOrigin, (*Binding).parseOrigin},
	{"sbm:frame-origin", CodeInvalidFrameOrigin, (*Binding).parseFrameOrigin},
	{"sbm:url-pattern", CodeInvalidURLPattern, (*Binding).parseURLPattern},
	{"sbm:frame-url-pattern", CodeInvalidFrameURLPattern, (*Binding).parseFrameURLPattern},
	{"sbm:selector", CodeInvalidSelector, (*Binding).parseSelector},
	{"sbm:fields", CodeInvalidFields, (*Binding).parseFields},
	{"sbm:shadow", CodeInvalidShadow, (*Binding).parseShadow},
	{"sbm:submit-origin", CodeInvalidSubmitOrigin, (*Binding).parseSubmitOrigins},
}

// ParseBinding reads the sbm: properties. The code is "" unless the state is Invalid; the
// binding is zero unless it is Bound.
func ParseBinding(properties []Property) (b Binding, state BindingState, code string) {
	b, state, f := parseBinding(properties)
	return b, state, f.code
}

// parseBinding finds faults in a fixed order, so that a code says the same thing whatever
// else is wrong. Keys are looked at before the origin is: a misspelt sbm:orgin is a mistake
// and not an unbound secret.
func parseBinding(properties []Property) (Binding, BindingState, fault) {
	values, f := bindingValues(properties)
	if f.code != "" {
		return Binding{}, Invalid, f
	}
	if _, ok := values["sbm:origin"]; !ok {
		return Binding{}, Unbound, fault{}
	}
	var b Binding
	for _, p := range bindingParsers {
		value, ok := values[p.key]
		if !ok {
			continue
		}
		if hint := p.parse(&b, value); hint != "" {
			return Binding{}, Invalid, fault{p.code, hint}
		}
	}
	return b, Bound, fault{}
}

// bindingValues collects the sbm: properties by key.
func bindingValues(properties []Property) (map[string]string, fault) {
	if len(properties) > maxProperties || !allSound(properties) {
		return nil, fault{CodeInvalidPropertyValue, "keep property values valid UTF-8 on one line, and few and short"}
	}
	values := map[string]string{}
	for _, p := range properties {
		if !p.binds() {
			continue
		}
		if !knownBindingKey(p.Key) {
			return nil, fault{CodeUnknownProperty, "the keys are sbm:origin, url-pattern, selector, fields, frame-origin, frame-url-pattern, shadow and submit-origin"}
		}
		if _, again := values[p.Key]; again {
			return nil, fault{CodeDuplicateProperty, "give each sbm: key once"}
		}
		values[p.Key] = p.Value
	}
	return values, fault{}
}

// allSound covers foreign properties too, because they are shown and stored as well.
func allSound(properties []Property) bool {
	return !slices.ContainsFunc(properties, func(p Property) bool { return !p.sound() })
}

func knownBindingKey(key string) bool {
	for _, p := range bindingParsers {
		if p.key == key {
			return true
		}
	}
	return false
}

// parseOrigin, as every parser below, keeps the text as given: what is compared later is
// what was checked here.
func (b *Binding) parseOrigin(value string) string {
	b.Origin = value
	return originFault(value)
}

// parseFrameOrigin has no default: a frame of the top document's own origin must be named
// as well (section 5.7).
func (b *Binding) parseFrameOrigin(value string) string {
	b.FrameOrigin = value
	return originFault(value)
}

// parseURLPattern relies on sbm:origin coming first in the table; the pattern matches whole
// URLs and so repeats the origin check.
func (b *Binding) parseURLPattern(value string) string {
	b.URLPattern = value
	return compileInto(&b.pattern, b.Origin, value)
}

// parseFrameURLPattern narrows a payment provider's one origin to one of its pages.
func (b *Binding) parseFrameURLPattern(value string) string {
	if b.FrameOrigin == "" {
		return "a frame's pattern needs sbm:frame-origin"
	}
	b.FrameURLPattern = value
	return compileInto(&b.framePattern, b.FrameOrigin, value)
}

// compileInto gives the compiler's sentence to the human; it quotes nothing of the pattern.
func compileInto(dst **Pattern, origin, value string) string {
	pattern, err := CompilePattern(origin, value)
	if err != nil {
		return strings.TrimPrefix(err.Error(), "vault: ")
	}
	*dst = pattern
	return ""
}

// parseSelector refuses at import what would be found out at fill time only.
func (b *Binding) parseSelector(value string) string {
	b.Selector = value
	return selectorFault(value)
}

func selectorFault(value string) string {
	if err := checkSelector(value); err != nil {
		return strings.TrimPrefix(err.Error(), "vault: ")
	}
	return ""
}

// parseFields reads the JSON object; "__proto__" and the like are keys as any other.
func (b *Binding) parseFields(value string) string {
	const shape = "give a JSON object of keys and selectors, as in {\"number\":\"input[name=card]\"}"
	fields := map[string]string{}
	if err := strict.Unmarshal([]byte(value), &fields, strict.Limits{Depth: 1, Members: maxFields}); err != nil || len(fields) == 0 {
		return shape
	}
	for key, selector := range fields {
		if key == "" || len(key) > maxFieldKey {
			return shape
		}
		if hint := selectorFault(selector); hint != "" {
			return hint
		}
	}
	b.Fields = fields
	return ""
}

// parseShadow knows no "open": a value that changes nothing would look like a restriction.
func (b *Binding) parseShadow(value string) string {
	b.Shadow = value
	if value != "closed" {
		return "the only value is closed; open shadow roots need no property"
	}
	return ""
}

// parseSubmitOrigins reads a list with single spaces between its origins.
func (b *Binding) parseSubmitOrigins(value string) string {
	b.SubmitOrigins = strings.Split(value, " ")
	if len(b.SubmitOrigins) > maxSubmitOrigins {
		return "at most 16 origins may be listed"
	}
	for _, origin := range b.SubmitOrigins {
		if hint := originFault(origin); hint != "" {
			return hint
		}
	}
	return ""
}

// keys lists the payload keys in order.
func (b Binding) keys() []string {
	var keys []string
	for key := range b.Fields {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// selector is what the element for the key must match, "" if nothing is asked.
func (b Binding) selector(key string) string {
	if key != "" {
		return b.Fields[key]
	}
	return b.Selector
}
