package vault

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

var errPattern = errors.New("vault: url pattern")

// Pattern is the pathname component of a URL Pattern (https://urlpattern.spec.whatwg.org),
// compiled with an origin as its base. It answers as Chromium does, for the patterns that
// it accepts; it refuses some that Chromium takes: empty or blank ones, look-around,
// back-references, set operations, names beyond ASCII, control characters.
type Pattern struct {
	origin string
	path   *regexp.Regexp // anchored; RE2, so linear in the path
}

// CompilePattern compiles in time linear in pattern, at most 1,024 bytes. The error's text
// says what to change and quotes nothing.
func CompilePattern(origin, pattern string) (*Pattern, error) {
	if strings.TrimSpace(pattern) == "" || len(pattern) > maxPattern {
		return nil, fmt.Errorf("%w is blank or over %d bytes", errPattern, maxPattern)
	}
	tokens, err := tokenize(resolvePattern(pattern))
	if err != nil {
		return nil, err
	}
	parser := patternParser{tokens: tokens}
	if err := parser.parse(); err != nil {
		return nil, err
	}
	path, err := regexp.Compile(parser.regexp())
	if err != nil {
		// The sizes were bounded and every construct checked: this is for what RE2 bounds
		// beyond that, such as the product of nested repeats.
		return nil, fmt.Errorf("%w is beyond what RE2 compiles", errPattern)
	}
	return &Pattern{origin: origin, path: path}, nil
}

// resolvePattern puts a relative pattern below the base's path, which is "/" for an origin
// (URL Pattern, "process pathname for init").
func resolvePattern(pattern string) string {
	for _, absolute := range []string{"/", `\/`, "{/"} {
		if strings.HasPrefix(pattern, absolute) {
			return pattern
		}
	}
	return "/" + pattern
}

// Match says whether the URL has the pattern's origin and its path matches; query and
// fragment are free. url is as the browser serialized it. A URL over 16 KiB never matches.
func (p *Pattern) Match(url string) bool {
	origin, path, ok := splitURL(url)
	return ok && origin == p.origin && p.path.MatchString(canonicalPath(path))
}
