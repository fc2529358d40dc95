package browser

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"unicode/utf8"
)

// ParseURL returns the canonical form of an address that a tool may navigate to: http or https, an ASCII host, no user
// information. The text is cleaned as Chromium cleans it (WHATWG URL, basic URL parser, steps 1 to 3: outer controls
// and spaces stripped, tabs and newlines removed), so that "java\tscript:" is seen for what it is. Spellings that
// Chromium would repair by guessing are refused. The error wraps ErrNavigationRefused.
func ParseURL(raw string) (string, error) {
	if len(raw) > maxURL {
		return "", refused("address of %d bytes, limit %d", len(raw), maxURL)
	}
	if !utf8.ValidString(raw) {
		return "", refused("address is not UTF-8")
	}
	text := clean(raw)
	scheme, rest, ok := strings.Cut(text, ":")
	scheme = strings.ToLower(scheme)
	if !ok || (scheme != "http" && scheme != "https") {
		return "", refused("scheme is not http or https")
	}
	rest, ok = strings.CutPrefix(rest, "//")
	if !ok {
		return "", refused("no // after the scheme")
	}
	authority, tail := splitAuthority(rest)
	if strings.Contains(authority, "@") {
		return "", refused("address has user information")
	}
	host, port, err := parseAuthority(scheme, authority)
	if err != nil {
		return "", err
	}
	tail, err = parseTail(tail)
	if err != nil {
		return "", err
	}
	return scheme + "://" + host + port + tail, nil
}

func refused(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrNavigationRefused, fmt.Sprintf(format, args...))
}

// clean does what the URL parser does before it looks at the text.
func clean(raw string) string {
	text := strings.TrimFunc(raw, func(r rune) bool { return r <= ' ' })
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' {
			return -1
		}
		return r
	}, text)
}

func splitAuthority(rest string) (authority, tail string) {
	if i := strings.IndexAny(rest, `/\?#`); i >= 0 {
		return rest[:i], rest[i:]
	}
	return rest, ""
}

// parseTail checks what follows the authority and gives it a path. Everything else in it is for the server.
func parseTail(tail string) (string, error) {
	path := tail
	if i := strings.IndexAny(tail, "?#"); i >= 0 {
		path = tail[:i]
	}
	if strings.Contains(path, `\`) {
		return "", refused("backslash in the path")
	}
	for _, r := range tail {
		if r < ' ' || r == 0x7f {
			return "", refused("control character in the address")
		}
	}
	if path == "" {
		tail = "/" + tail
	}
	return tail, nil
}

// parseAuthority returns the canonical host and, unless it is the scheme's own, the port with its colon.
func parseAuthority(scheme, authority string) (host, port string, err error) {
	host = authority
	if end := strings.LastIndexByte(authority, ']'); strings.HasPrefix(authority, "[") && end > 0 {
		host, port = authority[:end+1], authority[end+1:]
	} else if i := strings.IndexByte(authority, ':'); i >= 0 {
		host, port = authority[:i], authority[i:]
	}
	if host, err = parseHost(host); err != nil {
		return "", "", err
	}
	port, err = parsePort(scheme, port)
	return host, port, err
}

func parsePort(scheme, port string) (string, error) {
	digits, colon := strings.CutPrefix(port, ":")
	if port != "" && !colon {
		return "", refused("text after the host")
	}
	if digits == "" {
		return "", nil
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return "", refused("port is not a number")
		}
	}
	n, err := strconv.ParseUint(digits, 10, 16)
	if err != nil {
		return "", refused("port above %d", 1<<16-1)
	}
	if scheme == "http" && n == 80 || scheme == "https" && n == 443 {
		return "", nil
	}
	return ":" + strconv.FormatUint(n, 10), nil
}

// parseHost returns a host in lower case, an address in its usual spelling.
func parseHost(host string) (string, error) {
	host = strings.ToLower(host)
	if inner, ok := strings.CutPrefix(host, "["); ok {
		inner = strings.TrimSuffix(inner, "]")
		addr, err := netip.ParseAddr(inner)
		if err != nil || !addr.Is6() || addr.Zone() != "" {
			return "", refused("malformed IPv6 address")
		}
		return "[" + addr.String() + "]", nil
	}
	if host == "" || len(host) > 253 {
		return "", refused("host of %d bytes, limit 1 to 253", len(host))
	}
	for _, c := range host {
		if !('a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' || c == '.') {
			return "", refused("host is not plain ASCII; write international names as xn--")
		}
	}
	if endsInNumber(host) {
		return parseIPv4(host)
	}
	return host, nil
}

// endsInNumber tells whether Chromium takes a host for an IPv4 address (WHATWG URL, ends-in-a-number checker).
func endsInNumber(host string) bool {
	host = strings.TrimSuffix(host, ".")
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" {
		return false
	}
	_, err := parseIPv4Part(last)
	return err == nil || strings.Trim(last, "0123456789") == ""
}

// parseIPv4 reads the spellings 127.1, 0x7f000001 and 017700000001 as Chromium does (WHATWG URL, IPv4 parser).
func parseIPv4(host string) (string, error) {
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	if len(parts) > 4 {
		return "", refused("malformed IPv4 address")
	}
	var ip uint64
	for i, part := range parts {
		n, err := parseIPv4Part(part)
		room := 1 // bytes that this part fills
		if i == len(parts)-1 {
			room = 5 - len(parts)
		}
		if err != nil || n >= 1<<(8*room) {
			return "", refused("malformed IPv4 address")
		}
		ip = ip<<(8*room) | n
	}
	return netip.AddrFrom4([4]byte{byte(ip >> 24), byte(ip >> 16), byte(ip >> 8), byte(ip)}).String(), nil
}

func parseIPv4Part(part string) (uint64, error) {
	base := 10
	switch {
	case strings.HasPrefix(part, "0x"):
		if part, base = part[2:], 16; part == "" {
			return 0, nil
		}
	case len(part) > 1 && part[0] == '0':
		part, base = part[1:], 8
	}
	if strings.Contains(part, "_") || strings.HasPrefix(part, "+") {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseUint(part, base, 33)
}
