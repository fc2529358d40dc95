package e2e

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/site"
)

// args are the arguments of a call.
type args map[string]any

// agent is a client of a house, and all that an agent can do.
type agent struct {
	*mcptest.Client
	t    testing.TB
	site *site.Site
}

// agent connects a client. Its results are held against the schemas that the server lists.
func (h *house) agent() *agent {
	h.t.Helper()
	a := &agent{mcptest.Dial(h.t, h.socket), h.t, h.site}
	h.mu.Lock()
	h.agents = append(h.agents, a)
	h.mu.Unlock()
	a.greet()
	return a
}

// visit is a client that looks at a page of the shop.
func (h *house) visit(path string) *agent {
	h.t.Helper()
	a := h.agent()
	a.open(path)
	return a
}

func (a *agent) greet() {
	a.t.Helper()
	if _, err := a.Initialize(a.t.Context(), mcptest.Newest); err != nil {
		a.t.Fatal(err)
	}
	if _, err := a.Tools(a.t.Context()); err != nil {
		a.t.Fatal(err)
	}
}

// try is a call that may fail.
func (a *agent) try(tool string, arguments args) *mcptest.Result {
	a.t.Helper()
	if arguments == nil {
		arguments = args{}
	}
	r, err := a.Call(a.t.Context(), tool, arguments)
	if err != nil {
		a.t.Fatalf("%s(%v): %v", tool, arguments, err)
	}
	return r
}

// call is a call that must succeed.
func (a *agent) call(tool string, arguments args) *mcptest.Result {
	a.t.Helper()
	r := a.try(tool, arguments)
	if r.IsError {
		a.t.Fatalf("%s(%v) = %s", tool, arguments, r.Text())
	}
	return r
}

// refused is a call that must fail with a code and a reason, "" for none.
func (a *agent) refused(code, reason, tool string, arguments args) {
	a.t.Helper()
	r := a.try(tool, arguments)
	if c, why := r.Failure(); c != code || why != reason {
		a.t.Errorf("%s(%v) = %s, want %s %s", tool, arguments, r.Text(), code, reason)
	}
}

// open navigates to a path of the shop, or to an address.
func (a *agent) open(where string) {
	a.t.Helper()
	if !strings.Contains(where, "://") {
		where = a.site.Shop + where
	}
	a.call("navigate", args{"url": where})
}

// wait waits until text is shown.
func (a *agent) wait(text string) {
	a.t.Helper()
	if r := a.call("wait_for", args{"text": text, "timeout_seconds": 20}); !strings.Contains(r.Text(), `"met":true`) {
		a.t.Fatalf("%q was never shown:\n%s", text, a.text())
	}
}

// fill fills a single secret into the element with a name.
func (a *agent) fill(id, name string) {
	a.t.Helper()
	a.call("fill_secret", args{"secret_id": id, "element_uid": a.uid(name)})
}

// fillParts fills parts of a secret, each into the element whose name is its key.
func (a *agent) fillParts(id string, keys ...string) {
	a.t.Helper()
	a.call("fill_secret", args{"secret_id": id, "fields": a.fields(keys...)})
}

// fields are the targets of keys, each the element whose name is the key.
func (a *agent) fields(keys ...string) []args {
	a.t.Helper()
	p := a.look()
	var list []args
	for _, key := range keys {
		list = append(list, args{"key": key, "element_uid": p.named(key).UID})
	}
	return list
}

// click clicks the element with a name.
func (a *agent) click(name string) {
	a.t.Helper()
	a.call("click", args{"element_uid": a.uid(name)})
}

// posted clicks the element with a name and returns the form that then arrives at path.
func (a *agent) posted(button, path string) url.Values {
	a.t.Helper()
	return a.postedBy(a.uid(button), path)
}

// postedBy is posted for an element that was looked up before.
func (a *agent) postedBy(uid, path string) url.Values {
	a.t.Helper()
	a.site.Forget()
	a.call("click", args{"element_uid": uid})
	r, err := a.site.AwaitPath(a.t.Context(), http.MethodPost, path)
	if err != nil {
		a.t.Fatal(err)
	}
	return r.Form()
}
