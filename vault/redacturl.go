package vault

import "strings"

// URL is for every URL that is reported. Once an origin was filled, query and fragment of
// its URLs are withheld whole, as are user and password: a form that is sent with GET puts
// its values there (threats rule 12). origin is the URL's own if the caller knows it, and
// may be empty.
func (r *Redactor) URL(owner Owner, origin, raw string) string {
	if !r.wasFilled(origin) && !r.wasFilled(originOf(raw)) {
		return r.Redact(owner, raw)
	}
	head, tail := raw, ""
	if i := strings.IndexAny(raw, "?#"); i >= 0 {
		head, tail = raw[:i], "#[REDACTED:fragment]"
		if raw[i] == '?' {
			tail = "?[REDACTED:query]"
		}
	}
	return r.Redact(owner, withoutUser(head)) + tail
}

func (r *Redactor) wasFilled(origin string) bool {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.taint.filled[origin] || r.taint.flooded
}

// originOf is the origin of a URL as a browser reports it: of what a blob URL names, and of
// the page that a WebSocket of the same host belongs to. Empty if there is none. It refuses
// nothing: a URL that is malformed elsewhere must not keep its query for that.
func originOf(raw string) string {
	scheme, rest, ok := strings.Cut(strings.TrimPrefix(raw, "blob:"), "://")
	if !ok {
		return ""
	}
	authority := rest
	if i := strings.IndexAny(rest, `/?#\`); i >= 0 {
		authority = rest[:i]
	}
	host := strings.ToLower(authority[strings.LastIndexByte(authority, '@')+1:])
	switch scheme = strings.ToLower(scheme); scheme {
	case "ws", "http":
		return "http://" + strings.TrimSuffix(host, ":80")
	case "wss", "https":
		return "https://" + strings.TrimSuffix(host, ":443")
	}
	return scheme + "://" + host
}

func withoutUser(head string) string {
	scheme, rest, ok := strings.Cut(head, "://")
	if !ok {
		return head
	}
	authority, path, hasPath := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		authority = redacted + authority[at:]
	}
	if hasPath {
		authority += "/"
	}
	return scheme + "://" + authority + path
}
