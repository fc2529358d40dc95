package tools

import (
	"strings"
	"testing"
)

func TestTyping(t *testing.T) {
	r := newRig(t).withSite()
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/login/"})
	view := a.look()
	name, password := uid(t, view, `input text`), uid(t, view, `input password`)
	if text := a.call("type_text", map[string]any{"element_uid": name, "text": "a😀b"}).Text(); !strings.Contains(text, `"length":4`) {
		t.Errorf("type_text = %s, want 4 UTF-16 units", text)
	}
	a.call("type_text", map[string]any{"element_uid": name, "text": "ada", "clear": true})
	if view := a.look(); !strings.Contains(view, name+` input text name=username "User name" ="ada"`) {
		t.Errorf("snapshot:\n%s\nwant only the second text", view)
	}
	if text := a.call("type_text", map[string]any{"element_uid": password, "text": "visible"}).Text(); !strings.Contains(text, `"warning":"password_field"`) {
		t.Errorf("type_text into a password field = %s, want a warning", text)
	}
	if view := a.look(); !strings.Contains(view, `"Password" [MASKED]`) || strings.Contains(view, "visible") {
		t.Errorf("snapshot:\n%s\nwant the password masked", view)
	}
	if text := a.call("type_text", map[string]any{"element_uid": name, "text": "", "submit": true}).Text(); !strings.Contains(text, `"navigated":true`) {
		t.Errorf("type_text with submit = %s, want a navigation", text)
	}
}

func TestKeysAndOptions(t *testing.T) {
	r := newRig(t).withSite()
	r.site.Page("/choose.html", `<select name="country"><option value="DE">Germany<option value="FR">France</select>
<input type="checkbox" id="c"><label for="c">Agree</label><p id="out" role="status"></p>
<script>onkeydown = e => out.textContent = 'pressed ' + e.key</script>`)
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/choose.html"})
	view := a.look()
	list := uid(t, view, `select`)
	a.call("select_option", map[string]any{"element_uid": list, "values": []string{"France"}})
	a.refused(ElementNotFillable, "no_such_option", "select_option", map[string]any{"element_uid": list, "values": []string{"Spain"}})
	a.call("press_key", map[string]any{"key": "Escape"})
	a.call("click", map[string]any{"element_uid": uid(t, view, `input checkbox`)})
	view = a.look()
	for _, want := range []string{`"Germany"=DE "France"=FR*`, `- status: pressed Escape`, `"Agree" checked`} {
		if !strings.Contains(view, want) {
			t.Errorf("snapshot:\n%s\nwant %q in it", view, want)
		}
	}
}

func TestNetworkList(t *testing.T) {
	r := newRig(t).withSite()
	a := r.connect()
	a.call("navigate", map[string]any{"url": r.site.Shop + "/bench/small.html?a=1"})
	var got struct {
		Requests []struct {
			ID     string `json:"id"`
			Method string `json:"method"`
			URL    string `json:"url"`
			Status int    `json:"status,omitempty"`
			Type   string `json:"resource_type,omitempty"`
			Rest   any    `json:"-"`
		} `json:"requests"`
	}
	result := a.call("list_network_requests", map[string]any{"resource_type": "document"})
	decodeLoosely(t, result.StructuredContent, &got)
	if len(got.Requests) != 1 || got.Requests[0].URL != r.site.Shop+"/bench/small.html?a=1" || got.Requests[0].Status != 200 ||
		got.Requests[0].Method != "GET" {
		t.Errorf("requests = %+v, want the one document", got.Requests)
	}
	if text := result.Text(); strings.Contains(text, "ookie") || strings.Contains(text, "header") {
		t.Errorf("list_network_requests = %s, want no headers", text)
	}
}
