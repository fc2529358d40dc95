package threat

import (
	"encoding/json"
	"strings"
	"testing"

	"browser-mcp/internal/leak"
	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/tap"
)

// args are the arguments of a call.
type args map[string]any

// agent is one client, and all that an agent can do.
type agent struct {
	*mcptest.Client
	t      *testing.T
	room   *room
	served <-chan struct{}
}

// try is a call that may fail.
func (a *agent) try(tool string, arguments args) *mcptest.Result {
	a.t.Helper()
	if arguments == nil {
		arguments = args{}
	}
	r, err := a.Call(a.t.Context(), tool, arguments)
	if err != nil {
		a.t.Fatalf("%s(%.200v): %v", tool, arguments, err)
	}
	return r
}

// call is a call that must succeed; it returns the result's text.
func (a *agent) call(tool string, arguments args) string {
	a.t.Helper()
	r := a.try(tool, arguments)
	if r.IsError {
		a.t.Fatalf("%s(%.200v) = %s", tool, arguments, r.Text())
	}
	return r.Text()
}

// refused is a call that must fail with a code and a reason, "" for any.
func (a *agent) refused(code, reason, tool string, arguments args) {
	a.t.Helper()
	r := a.try(tool, arguments)
	if c, why := r.Failure(); c != code || reason != "" && why != reason {
		a.t.Errorf("%s(%.200v) = %.500s, want %s %s", tool, arguments, r.Text(), code, reason)
	}
}

// open navigates to a path of the shop, or to an address.
func (a *agent) open(where string) string {
	a.t.Helper()
	if !strings.Contains(where, "://") {
		where = a.room.site.Shop + where
	}
	return a.call("navigate", args{"url": where})
}

// look is a snapshot as text.
func (a *agent) look() string {
	a.t.Helper()
	return a.call("snapshot", nil)
}

// wait waits until text is shown.
func (a *agent) wait(text string) {
	a.t.Helper()
	if got := a.call("wait_for", args{"text": text, "timeout_seconds": 20}); !strings.Contains(got, `"met":true`) {
		a.t.Fatalf("%q was never shown:\n%s", text, a.look())
	}
}

// seen is an element of a snapshot.
type seen struct {
	UID   string `json:"uid"`
	Name  string `json:"name"`
	Label string `json:"label"`
	Text  string `json:"text"`
	Value string `json:"value"`
}

// uid finds the element with a name, a label or a text in a new snapshot.
func (a *agent) uid(name string) string {
	a.t.Helper()
	var page struct {
		Elements []seen `json:"elements"`
	}
	text := a.call("snapshot", args{"format": "json"})
	if err := json.Unmarshal([]byte(text), &page); err != nil {
		a.t.Fatal(err)
	}
	for _, e := range page.Elements {
		if e.UID != "" && (e.Name == name || e.Label == name || e.Text == name) {
			return e.UID
		}
	}
	a.t.Fatalf("no element %q in %s", name, text)
	return ""
}

// fill fills a single secret into the element with a name.
func (a *agent) fill(secret, name string) string {
	a.t.Helper()
	return a.call("fill_secret", args{"secret_id": a.room.ids[secret], "element_uid": a.uid(name)})
}

// fields are targets for a secret of several parts, each the element whose name is its key.
func (a *agent) fields(keys ...string) (list []args) {
	a.t.Helper()
	for _, key := range keys {
		list = append(list, args{"key": key, "element_uid": a.uid(key)})
	}
	return list
}

func (a *agent) fillParts(secret string, keys ...string) string {
	a.t.Helper()
	return a.call("fill_secret", args{"secret_id": a.room.ids[secret], "fields": a.fields(keys...)})
}

func (a *agent) click(name string) string {
	a.t.Helper()
	return a.call("click", args{"element_uid": a.uid(name)})
}

func (a *agent) typeInto(name, text string) string {
	a.t.Helper()
	return a.call("type_text", args{"element_uid": a.uid(name), "text": text, "clear": true})
}

// clean proves at the end of the test that the agent received none of the values.
func (a *agent) clean(values ...string) {
	a.t.Cleanup(func() { leak.Transcript(a.t, a.Received(), values...) })
}

// page is the attacker's hand in the page that begins with a path of the shop.
func (a *agent) page(path string) *tap.Page {
	a.t.Helper()
	p, err := aside.Page(a.t.Context(), a.room.site.Shop+path)
	if err != nil {
		a.t.Fatal(err)
	}
	return p
}

// eval is what script of that page would get.
func (a *agent) eval(path, expression string) string {
	a.t.Helper()
	text, err := a.page(path).Eval(a.t.Context(), expression)
	if err != nil {
		a.t.Fatal(err)
	}
	return text
}
