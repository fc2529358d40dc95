package vault

import (
	"strings"
)

// BindingHint is a sentence for the human who wrote malformed properties; "" if nothing is
// wrong with them. It quotes nothing of them.
func BindingHint(properties []Property) string {
	_, _, f := parseBinding(properties)
	return f.hint
}

// BindingWarnings says in which respects a binding is looser than it could be, a sentence
// each, for a human at import.
func BindingWarnings(b Binding) []string {
	var warnings []string
	warn := func(when bool, text string) {
		if when {
			warnings = append(warnings, text)
		}
	}
	warn(b.Selector == "" && len(b.Fields) == 0, "without a selector any password field of a matching page may be filled")
	warn(b.URLPattern == "", "without a URL pattern every page of the origin matches")
	warn(b.everyPath(), "the URL pattern matches every page of the origin")
	warn(b.FrameOrigin != "" && b.FrameURLPattern == "", "without sbm:frame-url-pattern every page of the frame's origin matches")
	warn(strings.HasPrefix(b.Origin, "http://"), "a plain http origin belongs to whoever holds the port")
	if better := tighter(b.URLPattern); better != "" {
		warn(true, "the URL pattern "+b.URLPattern+" also matches longer names; "+better+" does not")
	}
	return warnings
}

// everyPath tries paths that no honest pattern has in common.
func (b Binding) everyPath() bool {
	return b.pattern != nil && b.pattern.Match(b.Origin+"/") && b.pattern.Match(b.Origin+"/p4/th/that-n0-one-has")
}

// tighter proposes /login{/*}? for /login*, which also matches /loginx/….
func tighter(pattern string) string {
	name, ok := strings.CutSuffix(pattern, "*")
	if !ok || strings.ContainsAny(name, `*:(){}\?+`) || strings.HasSuffix(name, "/") || name == "" {
		return ""
	}
	return name + "{/*}?"
}
