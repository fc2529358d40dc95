package vault

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Property is one static property: fixed at import, shown to the agent, never secret. Keys
// beginning "sbm:" make the binding, the others are kept, shown and ignored.
type Property struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

const bindingPrefix = "sbm:"

// binds says whether the key is meant for the binding. A spelling that a person would read
// as one ("SBM:Selector", " sbm:selector") counts: as a foreign key it would be ignored, and
// the binding looser than it looks.
func (p Property) binds() bool {
	key := strings.ToLower(strings.TrimSpace(p.Key))
	return strings.HasPrefix(key, bindingPrefix)
}

// sound is the rule behind [CodeInvalidPropertyValue]. That a value is text at all is the
// type's promise; a backend that receives something else refuses the reference.
func (p Property) sound() bool {
	if len(p.Key) > maxPropertyKey || len(p.Value) > maxPropertyValue {
		return false
	}
	if !utf8.ValidString(p.Key) || !utf8.ValidString(p.Value) {
		return false
	}
	// A line break inside a pattern or selector is stripped by some parsers and kept by
	// others; foreign values are nobody's syntax.
	return !p.binds() || strings.IndexFunc(p.Value, unicode.IsControl) < 0
}
