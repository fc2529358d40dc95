package browser

import (
	"net/netip"
	"net/url"
	"strings"
)

// A Policy narrows where the browser may go. The zero value lets it go anywhere on http and https.
type Policy struct {
	AllowedHosts []string // host, or *.host for what is below it; none means every host
	BlockPrivate bool     // no loopback, private, link-local or otherwise special address
}

// active tells whether there is anything to enforce.
func (p Policy) active() bool { return p.BlockPrivate || len(p.AllowedHosts) > 0 }

// allows judges one request's address. Schemes that never leave the machine have no host to judge.
func (p Policy) allows(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return refused("address of a request does not parse")
	}
	switch u.Scheme {
	case "http", "https", "ws", "wss":
	case "data", "blob", "about":
		return nil
	default:
		return refused("scheme of a request is not allowed")
	}
	host, err := parseHost(bracketed(u.Hostname()))
	if err != nil {
		return err
	}
	if !p.allowsHost(host) {
		return refused("host is not on the list of allowed hosts")
	}
	if p.BlockPrivate && private(host) {
		return refused("host is a private address")
	}
	return nil
}

func bracketed(host string) string {
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}

func (p Policy) allowsHost(host string) bool {
	host = strings.TrimSuffix(host, ".")
	for _, allowed := range p.AllowedHosts {
		allowed = strings.ToLower(strings.TrimSuffix(allowed, "."))
		if below, wild := strings.CutPrefix(allowed, "*."); wild && strings.HasSuffix(host, "."+below) {
			return true
		}
		if host == allowed || host == bracketed(allowed) {
			return true
		}
	}
	return len(p.AllowedHosts) == 0
}

// allowsRemote judges the address that a response came from, which is where a name that resolves to a private address
// shows itself. An address that does not parse is refused: the check fails closed (decision 17).
func (p Policy) allowsRemote(ip string) bool {
	return !p.BlockPrivate || ip != "" && !private(ip)
}

// private tells whether a host is, or by its name must be, an address that is not on the public Internet.
func private(host string) bool {
	host = strings.TrimSuffix(strings.ToLower(host), ".")
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if err != nil {
		return host == "localhost" || strings.HasSuffix(host, ".localhost") || host == "metadata.google.internal"
	}
	addr = addr.Unmap()
	for _, prefix := range special {
		if prefix.Contains(addr) {
			return true
		}
	}
	return !addr.IsGlobalUnicast() || addr.IsPrivate()
}

// special are blocks that Go's predicates do not cover (IANA special-purpose address registries; RFC 6890).
var special = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"),
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"),
	netip.MustParsePrefix("64:ff9b::/96"),
	netip.MustParsePrefix("64:ff9b:1::/48"),
	netip.MustParsePrefix("100::/64"),
	netip.MustParsePrefix("2001:db8::/32"),
	netip.MustParsePrefix("2002::/16"),
}
