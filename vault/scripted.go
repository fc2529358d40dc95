package vault

import (
	"net/netip"
	"net/url"
	"strings"
)

// MarkScripted remembers that capture code ran in an origin: it may have left a listener
// there (threats rule 1). The mark is for the context's life.
func (r *Redactor) MarkScripted(origin string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.taint.scripted == nil {
		r.taint.scripted = map[string]bool{}
	}
	r.taint.scripted[registrable(origin)] = true
}

// Scripted says whether capture code ran in an origin or in a host that shares its
// registrable part, whatever the scheme and port.
func (r *Redactor) Scripted(origin string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.taint.scripted[registrable(origin)]
}

// registrable is a host's last two labels, three below a two-letter domain that registers
// under a second level. Without the public suffix list it errs towards sharing: all of
// github.io counts as one.
func registrable(origin string) string {
	u, err := url.Parse(origin)
	if err != nil || u.Hostname() == "" {
		return origin
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if _, err := netip.ParseAddr(host); err == nil {
		return host
	}
	labels := strings.Split(host, ".")
	n := 2
	if k := len(labels); k > 2 && len(labels[k-1]) == 2 && secondLevel[labels[k-2]] {
		n = 3
	}
	return strings.Join(labels[max(0, len(labels)-n):], ".")
}

// secondLevel are the labels under which country domains register.
var secondLevel = map[string]bool{
	"ac": true, "co": true, "com": true, "edu": true, "gob": true, "gov": true, "ne": true,
	"net": true, "or": true, "org": true, "go": true, "gouv": true, "sch": true, "nom": true,
}
