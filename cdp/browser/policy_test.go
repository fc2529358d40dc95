package browser

import (
	"errors"
	"testing"
)

func TestPolicyAllows(t *testing.T) {
	hosts := Policy{AllowedHosts: []string{"shop.example", "*.pay.example", "::1", "127.0.0.1"}}
	public := Policy{BlockPrivate: true}
	for _, tt := range []struct {
		name    string
		policy  Policy
		address string
		want    bool
	}{
		{"no policy", Policy{}, "http://10.0.0.1/", true},
		{"no policy, other scheme", Policy{}, "ftp://h/", false},
		{"inner address", hosts, "data:text/plain,x", true},
		{"blob", hosts, "blob:http://evil.example/x", true},
		{"listed", hosts, "https://shop.example/a", true},
		{"listed, other port", hosts, "https://shop.example:8443/a", true},
		{"listed, upper case and dot", hosts, "https://SHOP.example./a", true},
		{"socket", hosts, "wss://shop.example/a", true},
		{"below a listed host", hosts, "https://www.shop.example/", false},
		{"ends like a listed host", hosts, "https://evilshop.example/", false},
		{"below a star", hosts, "https://a.b.pay.example/", true},
		{"the star's own host", hosts, "https://pay.example/", false},
		{"listed IPv6", hosts, "http://[::1]/", true},
		{"listed IPv4, other spelling", hosts, "http://0x7f.1/", true},
		{"not listed", hosts, "https://evil.example/", false},
		{"user information", hosts, "https://shop.example@evil.example/", false},
		{"public name", public, "https://shop.example/", true},
		{"public address", public, "https://8.8.8.8/", true},
		{"loopback", public, "http://127.0.0.1:80/", false},
		{"loopback in hexadecimal", public, "http://0x7f000001/", false},
		{"loopback by name", public, "http://a.localhost/", false},
		{"loopback in IPv6", public, "http://[::1]/", false},
		{"mapped", public, "http://[::ffff:10.0.0.1]/", false},
		{"private", public, "http://192.168.1.1/", false},
		{"carrier", public, "http://100.64.1.1/", false},
		{"link-local", public, "http://169.254.169.254/latest/meta-data/", false},
		{"metadata by name", public, "http://metadata.google.internal/", false},
		{"unique local", public, "http://[fd00::1]/", false},
		{"translated", public, "http://[64:ff9b::a00:1]/", false},
		{"nothing", public, "http://0.0.0.0/", false},
		{"multicast", public, "http://224.0.0.1/", false},
		{"malformed", public, "http://[::1/", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			err := tt.policy.allows(tt.address)
			if (err == nil) != tt.want || err != nil && !errors.Is(err, ErrNavigationRefused) {
				t.Errorf("allows(%s) = %v, want allowed %t", tt.address, err, tt.want)
			}
		})
	}
}

func TestPolicyRemoteFailsClosed(t *testing.T) {
	for _, tt := range []struct {
		ip   string
		want bool
	}{
		{"8.8.8.8", true}, {"2606:4700::1111", true}, {"[2606:4700::1111]", true},
		{"127.0.0.1", false}, {"[::1]", false}, {"10.1.2.3", false}, {"", false},
	} {
		if got := (Policy{BlockPrivate: true}).allowsRemote(tt.ip); got != tt.want {
			t.Errorf("allowsRemote(%q) = %t, want %t", tt.ip, got, tt.want)
		}
	}
	if !(Policy{}).allowsRemote("127.0.0.1") {
		t.Error("allowsRemote without a policy = false, want true")
	}
}
