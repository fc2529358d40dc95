package vault

import (
	"net/netip"
	"strconv"
	"strings"
)

// originFault says to a human what is wrong with a bound origin; "" if nothing is. An
// origin is right if it equals its own serialization (HTML, section 7.1.1, and URL,
// section 4.5), so that comparing strings compares origins. Plain http is for loopback,
// where no one on the network can answer.
func originFault(s string) string {
	scheme, authority, found := strings.Cut(s, "://")
	switch {
	case !found || scheme != "https" && scheme != "http":
		return "begin the origin with https://, as in https://shop.example"
	case strings.ContainsAny(authority, `/?#\`):
		return "write scheme, host and port only: no path, not even a final slash"
	case strings.Contains(authority, "@"):
		return "leave the user name out of the origin"
	case !isASCII(authority):
		return "write the host in its ASCII form, which begins xn-- (punycode)"
	case !exactAuthority(scheme, authority):
		return "write the host in small letters, and a port only if it is not the default one"
	case scheme == "http" && !loopback(authority):
		return "plain http is for loopback addresses only"
	}
	return ""
}

// splitURL takes origin and path from a URL as the browser serialized it. It is not ok for
// schemes other than http and https, and for whatever is not in its serialized form.
func splitURL(url string) (origin, path string, ok bool) {
	if len(url) > maxURL {
		return "", "", false
	}
	scheme, rest, found := strings.Cut(url, "://")
	if !found || scheme != "https" && scheme != "http" {
		return "", "", false
	}
	authority, path := rest, "/"
	if end := strings.IndexAny(rest, "/?#"); end >= 0 {
		authority = rest[:end]
		path, _, _ = strings.Cut(rest[end:], "#")
		path, _, _ = strings.Cut(path, "?")
	}
	// The last one: what stands before it is user and password, which belong to no origin and
	// may look like a host.
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		authority = authority[at+1:]
	}
	if path == "" {
		path = "/"
	}
	return scheme + "://" + authority, path, exactAuthority(scheme, authority)
}

// exactAuthority wants the port as a serializer prints it: decimal, no zero in front, never
// the default one.
func exactAuthority(scheme, authority string) bool {
	host, port := splitPort(authority)
	if port != "" {
		n, err := strconv.ParseUint(port[1:], 10, 16)
		isDefault := scheme == "https" && n == 443 || scheme == "http" && n == 80
		if err != nil || n == 0 || isDefault || port != ":"+strconv.FormatUint(n, 10) {
			return false
		}
	}
	return exactHost(host)
}

// splitPort keeps the colon with the port.
func splitPort(authority string) (host, port string) {
	colon := strings.LastIndexByte(authority, ':')
	if colon < 0 || colon < strings.LastIndexByte(authority, ']') {
		return authority, ""
	}
	return authority[:colon], authority[colon:]
}

// exactHost accepts what the host serializer can print (URL, section 3.5), without the
// characters beyond letters, digits, hyphen and underscore that it would also let through.
func exactHost(host string) bool {
	if inside, ok := strings.CutPrefix(host, "["); ok {
		inside, ok = strings.CutSuffix(inside, "]")
		addr, err := netip.ParseAddr(inside)
		return ok && err == nil && addr.Is6() && !addr.Is4In6() && addr.Zone() == "" && addr.String() == inside
	}
	labels := strings.Split(host, ".")
	for _, label := range labels {
		if !exactLabel(label) {
			return false
		}
	}
	if numeric(labels[len(labels)-1]) { // then the parser makes an IPv4 address of it
		addr, err := netip.ParseAddr(host)
		return err == nil && addr.Is4() && addr.String() == host
	}
	return len(host) <= 253
}

// exactLabel bounds a label as DNS does (RFC 1035, section 2.3.4) and lets the underscore
// through, which browsers do.
func exactLabel(label string) bool {
	for _, c := range []byte(label) {
		switch {
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9', c == '-', c == '_':
		default:
			return false
		}
	}
	return label != "" && len(label) <= 63
}

// numeric is "ends in a number" (URL, section 3.5): digits, or 0x and hexadecimal ones.
func numeric(label string) bool {
	if hex, ok := strings.CutPrefix(label, "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// loopback trusts names only as browsers do: localhost and what is below it never leave the
// machine (Secure Contexts, section 3.1; RFC 6761, section 6.3).
func loopback(authority string) bool {
	host, _ := splitPort(authority)
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil && addr.IsLoopback()
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
