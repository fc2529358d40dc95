package vault

import "strings"

// canonicalPath is the path state of the URL parser for http and https (URL, section 4.4):
// dot segments resolved, a backslash a slash, the path percent-encode set encoded. Escapes
// that are there stay as they are. path begins with a slash.
func canonicalPath(path string) string {
	// The first piece is what stands before the first slash: nothing.
	pieces := strings.Split(strings.ReplaceAll(path, `\`, "/"), "/")[1:]
	var segments []string
	for i, piece := range pieces {
		dots := dotSegment(piece)
		if dots == 0 {
			segments = append(segments, encodePath(piece))
			continue
		}
		if dots == 2 {
			segments = segments[:max(0, len(segments)-1)]
		}
		if i == len(pieces)-1 { // a final dot segment leaves its slash
			segments = append(segments, "")
		}
	}
	return "/" + strings.Join(segments, "/")
}

// dotSegment counts the dots of a piece that is nothing but one or two of them, %2e included.
func dotSegment(piece string) int {
	if len(piece) > len("%2e%2e") {
		return 0
	}
	switch strings.ReplaceAll(strings.ToLower(piece), "%2e", ".") {
	case ".":
		return 1
	case "..":
		return 2
	}
	return 0
}

const upperHex = "0123456789ABCDEF"

// encodePath applies the path percent-encode set (URL, section 1.3), and to the bar, as
// Chromium does.
func encodePath(piece string) string {
	var out strings.Builder
	for _, c := range []byte(piece) {
		if c <= ' ' || c > '~' || strings.IndexByte("\"#<>?^`{|}", c) >= 0 {
			out.Write([]byte{'%', upperHex[c>>4], upperHex[c&15]})
		} else {
			out.WriteByte(c)
		}
	}
	return out.String()
}

// canonicalPart encodes the fixed text of a pattern, which may begin in the middle of a
// segment (URL Pattern, "canonicalize a pathname"). It is not ok if resolving dots reaches
// outside the text: what such a pattern matches is hard to foresee.
func canonicalPart(text string) (part string, ok bool) {
	switch {
	case text == "":
		return "", true
	case text[0] == '/':
		return canonicalPath(text), true
	}
	return strings.CutPrefix(canonicalPath("/-"+text), "/-")
}
