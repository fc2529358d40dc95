package browser

import (
	"strings"
	"testing"
	"time"

	"browser-mcp/internal/site"
)

func TestNetworkLogIsARing(t *testing.T) {
	var log networkLog
	for i := range maxNetwork + 10 {
		kind := "fetch"
		if i%2 == 0 {
			kind = "image"
		}
		log.add(NetworkEntry{Tab: "t1", ResourceType: kind, Failed: i%10 == 0})
	}
	log.add(NetworkEntry{Tab: "t2"})
	log.add(NetworkEntry{}) // a shared worker's
	entries, next, dropped := log.query("t1", NetworkQuery{Limit: 200})
	if len(entries) != 200 || next != maxNetwork+12 || dropped != 12 || entries[199].ID != maxNetwork+12 || entries[198].ID != maxNetwork+10 {
		t.Errorf("newest = %d entries to %d, next %d, dropped %d", len(entries), entries[len(entries)-1].ID, next, dropped)
	}
	entries, next, _ = log.query("t1", NetworkQuery{Limit: 3, Since: 100})
	if len(entries) != 3 || entries[0].ID != 101 || next != 103 {
		t.Errorf("from a cursor = %+v, next %d, want 101 to 103", entries, next)
	}
	if entries, _, _ = log.query("t1", NetworkQuery{Limit: 500, FailedOnly: true, ResourceType: "image"}); len(entries) != 49 {
		t.Errorf("failed images = %d, want 49", len(entries))
	}
	for _, e := range entries {
		if !e.Failed || e.ResourceType != "image" {
			t.Errorf("entry = %+v, want a failed image", e)
		}
	}
}

func TestLoggedAddressesAreNeverCutInTheMiddle(t *testing.T) {
	long := strings.Repeat("x", maxLoggedURL)
	for _, tt := range []struct{ address, want string }{
		{"http://h/a?b", "http://h/a?b"},
		{"http://h/a?" + long, "http://h/a"},
		{"http://h/a#" + long, "http://h/a"},
		{"http://h/" + long + "?b", "http://h"},
		{"data:text/plain," + long, ""},
		{"http://" + long + "/", ""},
		{"http://h/%zz" + long, ""},
	} {
		if got := shortURL(tt.address); got != tt.want && !(tt.want == "" && len(got) < 10) {
			t.Errorf("shortURL(%.30q…) = %.60q, want %q", tt.address, got, tt.want)
		}
	}
}

// awaitRequest waits until the log shows the end of a request.
func awaitRequest(t *testing.T, tab *Tab, method, address string) NetworkEntry {
	t.Helper()
	for {
		changed := tab.life.changes.next()
		entries, _, _ := tab.Network(NetworkQuery{Limit: 200})
		for _, e := range entries {
			if e.Method == method && e.URL == address && e.Done {
				return e
			}
		}
		select {
		case <-changed:
		case <-time.After(defaultNavigation):
			t.Fatalf("%s %s never ended; the log has %+v", method, address, entries)
		}
	}
}

func TestNetworkKeepsMetadataOfEveryFrameAndWorker(t *testing.T) {
	s := site.New(t)
	s.Page("/leaf", `<script>fetch("/from-frame?q=1")</script>`)
	s.Page("/worker.js", ``)
	s.Handle("/gone", status(410))
	s.Handle("/moved", redirect("/login/"))
	s.Page("/top", `<title>t</title><iframe src="{{pay}}/leaf"></iframe><script>
		const worker = new Worker(URL.createObjectURL(new Blob(["fetch('{{shop}}/from-worker').catch(() => 0).then(() => postMessage(0))"])));
		const done = new Promise(r => worker.onmessage = r);
		const all = () => Promise.all([done, fetch("/gone"), fetch("/moved"), fetch("http://127.0.0.1:1/").catch(() => 0),
			fetch("/posted", {method: "POST", body: "card=4242"})]).then(() => 1)</script>`)
	c := sharedBrowser(t).Context(ContextOptions{})
	closeAfter(t, c)
	tab, err := c.Open(t.Context(), s.Shop+"/top")
	if err != nil {
		t.Fatal(err)
	}
	evaluate(t, tab, "all()")
	for _, tt := range []struct {
		method, address, kind string
		status                int
		failed                bool
	}{
		{"GET", s.Shop + "/top", "document", 200, false},
		{"GET", s.Pay + "/leaf", "document", 200, false},
		{"GET", s.Pay + "/from-frame?q=1", "fetch", 404, true},
		{"GET", s.Shop + "/from-worker", "fetch", 404, true},
		{"GET", s.Shop + "/gone", "fetch", 410, true},
		{"GET", s.Shop + "/moved", "fetch", 302, false},
		{"GET", s.Shop + "/login/", "fetch", 200, false},
		{"POST", s.Shop + "/posted", "fetch", 404, true},
		{"GET", "http://127.0.0.1:1/", "fetch", 0, true},
	} {
		e := awaitRequest(t, tab, tt.method, tt.address)
		if e.ResourceType != tt.kind || e.Status != tt.status || e.Failed != tt.failed || e.Tab != tab.ID() || e.Duration < 0 {
			t.Errorf("%s %s = %+v, want %+v", tt.method, tt.address, e, tt)
		}
		if strings.Contains(e.Error+e.MIMEType+e.URL, "4242") {
			t.Errorf("%s %s holds a body: %+v", tt.method, tt.address, e)
		}
	}
	other, err := c.Open(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if entries, _, _ := other.Network(NetworkQuery{}); len(entries) != 0 {
		t.Errorf("another tab shows %d requests, want 0", len(entries))
	}
}
