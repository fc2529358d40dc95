package e2e

import (
	"testing"

	"browser-mcp/vault"
)

// TestRefusalsExportNothing goes through every way in which a fill can be refused before it begins. Each is told by its
// code, and the store is never asked for the value.
func TestRefusalsExportNothing(t *testing.T) {
	h := newHouse(t)
	login := h.secret(vault.Password, newPassword(), "sbm:url-pattern", "/login/", "sbm:selector", "#password")
	plain := h.secret(vault.Password, newPassword())
	elsewhere := h.secret(vault.Password, newPassword(), "sbm:origin", h.site.Pay, "sbm:selector", "#password")
	framed := h.secret(vault.Password, newPassword(), "sbm:selector", "#password", "sbm:frame-origin", h.site.Pay)
	card := h.card(map[string]string{"number": newNumber(), "cvc": newCVC()}, map[string]string{"number": "#number", "cvc": "#cvc"})
	unbound, malformed := h.unbound(newPassword()), h.malformed()
	h.site.Page("/login/forms.html", `<form><input type="password" id="password"><input id="text"><textarea id="area"></textarea>
<input type="search" id="search"><div contenteditable id="editable" role="textbox">x</div>
<input type="password" id="disabled" disabled><input type="password" id="readonly" readonly>
<label>Trap <input type="password" id="transparent" style="opacity:0"></label></form>`)

	one := func(name string) func(*agent, string) args {
		return func(a *agent, id string) args { return args{"secret_id": id, "element_uid": a.uid(name)} }
	}
	keyed := func(list ...string) func(*agent, string) args { // key, element, key, element
		return func(a *agent, id string) args {
			var fields []args
			for i := 0; i < len(list); i += 2 {
				fields = append(fields, args{"key": list[i], "element_uid": a.uid(list[i+1])})
			}
			return args{"secret_id": id, "fields": fields}
		}
	}
	a, at := h.agent(), ""
	for _, r := range []struct {
		about, path, id string
		arguments       func(*agent, string) args
		code, reason    string
	}{
		{"unknown id", "/login/", "s-none", one("password"), "unknown_secret", ""},
		{"wrong origin", "/login/", elsewhere, one("password"), "destination_denied", "top_level_origin_mismatch"},
		{"bound origin, other host", h.site.Pay + "/login/", login, one("password"), "destination_denied", "top_level_origin_mismatch"},
		{"bound origin, other port", h.site.Evil + "/login/", elsewhere, one("password"), "destination_denied", "top_level_origin_mismatch"},
		{"wrong path", "/login/formless.html", login, one("password"), "destination_denied", "url_pattern_mismatch"},
		{"wrong selector", "/login/", login, one("username"), "destination_denied", "selector_mismatch"},
		{"unbound", "/login/", unbound, one("password"), "destination_denied", "unbound_secret"},
		{"malformed binding", "/login/", malformed, one("password"), "destination_denied", "binding_invalid"},
		{"field for a frame, in the page", "/login/", framed, one("password"), "destination_denied", "frame_bound_top_level_target"},
		{"undeclared key", "/checkout/", card, keyed("pin", "cvc"), "destination_denied", "unknown_field_key"},
		{"key for another field", "/checkout/", card, keyed("number", "cvc"), "destination_denied", "selector_mismatch"},
		{"keys the wrong way round", "/checkout/", card, keyed("number", "cvc", "cvc", "number"), "destination_denied", "selector_mismatch"},
		{"one element twice", "/checkout/", card, keyed("number", "number", "cvc", "number"), "invalid_request", "duplicate_target"},
		{"unkeyed", "/checkout/", card, one("number"), "destination_denied", "unkeyed_target_for_field_binding"},
		{"key for a single value", "/login/", login, keyed("password", "password"), "destination_denied", "unknown_field_key"},
		{"foreign form action", "/redirect/action.html", plain, one("password"), "destination_denied", "submit_origin_mismatch"},
		{"foreign button action", "/redirect/action.html?by=formaction", plain, one("password"), "destination_denied", "submit_origin_mismatch"},
		{"password into a text field", "/login/forms.html", plain, one("text"), "destination_denied", "kind_mismatch"},
		{"password into a textarea", "/login/forms.html", plain, one("area"), "destination_denied", "kind_mismatch"},
		{"password into a search box", "/login/forms.html", plain, one("search"), "destination_denied", "kind_mismatch"},
		{"password into an editor", "/login/forms.html", plain, one("editable"), "destination_denied", "kind_mismatch"},
		{"disabled", "/login/forms.html", plain, one("disabled"), "element_not_fillable", ""},
		{"read-only", "/login/forms.html", plain, one("readonly"), "element_not_fillable", ""},
		{"transparent", "/login/forms.html", plain, one("transparent"), "element_not_fillable", ""},
		{"unknown element", "/login/", login, func(_ *agent, id string) args {
			return args{"secret_id": id, "element_uid": "e999"}
		}, "stale_element", ""},
		{"element and fields", "/login/", login, func(a *agent, id string) args {
			return args{"secret_id": id, "element_uid": "e1", "fields": []args{{"key": "a", "element_uid": "e1"}}}
		}, "invalid_request", "element_uid_or_fields"},
		{"no fields", "/login/", login, func(_ *agent, id string) args {
			return args{"secret_id": id, "fields": []args{}}
		}, "invalid_request", "arguments"},
		{"another session's tab", "/login/", login, func(a *agent, id string) args {
			return args{"secret_id": id, "element_uid": a.uid("password"), "tabId": "t999"}
		}, "unknown_tab", ""},
	} {
		if r.path != at {
			a.open(r.path)
			at = r.path
		}
		t.Log(r.about)
		a.refused(r.code, r.reason, "fill_secret", r.arguments(a, r.id))
		if n := h.exports(); n != 0 {
			t.Fatalf("%s: %d exports", r.about, n)
		}
	}
}
