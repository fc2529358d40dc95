package fsutil

import (
	"fmt"
	"strings"
)

// checkName accepts exactly one path component. It is the whole grammar of a name that
// this package creates, renames or removes.
func checkName(name string) error {
	switch {
	case name == "" || name == "." || name == "..":
		return fmt.Errorf("%w: empty or a dot entry", ErrName)
	case len(name) > maxComponent:
		return fmt.Errorf("%w: component of %d bytes, limit %d", ErrName, len(name), maxComponent)
	case strings.ContainsAny(name, "/\x00"):
		return fmt.Errorf("%w: slash or NUL inside", ErrName)
	}
	return nil
}

// splitPath accepts components joined by single slashes: nothing absolute, no empty or dot
// components, no trailing slash (CVE-2026-39822 was a trailing slash).
func splitPath(path string) ([]string, error) {
	if len(path) > maxPath {
		return nil, fmt.Errorf("%w: path of %d bytes, limit %d", ErrName, len(path), maxPath)
	}
	parts := strings.Split(path, "/")
	for _, part := range parts {
		if err := checkName(part); err != nil {
			return nil, err
		}
	}
	return parts, nil
}
