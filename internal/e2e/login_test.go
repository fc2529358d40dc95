package e2e

import (
	"strings"
	"testing"

	"browser-mcp/vault"
)

func TestLogin(t *testing.T) {
	h := newHouse(t)
	password := newPassword()
	h.site.Account("ada", password)
	id := h.secret(vault.Password, password, "sbm:url-pattern", "/login{/*}?", "sbm:selector", "input[name=password]")
	a := h.visit("/login/")
	before := a.look()
	user, field := before.named("username"), before.named("password")
	a.call("type_text", args{"element_uid": user.UID, "text": "ada"})
	a.call("fill_secret", args{"secret_id": id, "element_uid": field.UID})
	filled := a.look()
	if got := filled.named("username").Value; got != "ada" {
		t.Errorf("typed name reads %q, want ada", got)
	}
	if got := filled.named("password"); got.Value != filledMarker || got.UID != field.UID {
		t.Errorf("filled field reads %+v, want the marker and the uid %s", got, field.UID)
	}
	if !strings.Contains(a.text(), filledMarker) {
		t.Error("the text form has no marker")
	}
	if form := a.posted("Sign in", "/login/submit"); form.Get("password") != password || form.Get("username") != "ada" {
		t.Errorf("the site received %q", form)
	}
	a.wait("Welcome, ada")
	if got := h.exports(); got != 1 {
		t.Errorf("%d exports, want 1", got)
	}
}

// filledLogin is a login page on which the password stands.
func filledLogin(t *testing.T, path string) (h *house, a *agent, password string) {
	t.Helper()
	h, password = newHouse(t), newPassword()
	h.site.Page("/login/reshow.html", `<form method="post" action="/login/submit?reshow=1"><input name="username" value="ada">
<input type="password" name="password" id="password"><button>Sign in</button></form>`)
	id := h.secret(vault.Password, password, "sbm:selector", "#password")
	a = h.visit(path)
	a.fill(id, "password")
	return h, a, password
}

// A site that fills a rejected password in again shows it in a field that nobody tagged.
func TestLoginRejected(t *testing.T) {
	_, a, _ := filledLogin(t, "/login/reshow.html")
	a.click("Sign in")
	a.wait("Wrong user name or password.")
	if got := a.look().named("password").Value; got != maskedField && got != filledMarker {
		t.Errorf("the field that is shown again reads %q", got)
	}
	a.click("Show password")
	if got := a.look().named("password"); got.Type != "text" || strings.Contains(got.Value, "Tr0ub4dor") {
		t.Errorf("the field that shows what the site filled in = %+v", got)
	}
}

func TestLoginShowPassword(t *testing.T) {
	_, a, _ := filledLogin(t, "/login/")
	a.click("Show password")
	if got := a.look().named("password"); got.Type != "text" || got.Value != filledMarker {
		t.Errorf("field that shows its password = %+v, want the marker in a text field", got)
	}
}

func TestLoginAndBackMakesNewElements(t *testing.T) {
	_, a, _ := filledLogin(t, "/login/")
	old := a.uid("password")
	a.open("/thanks.html")
	a.refused("stale_element", "", "click", args{"element_uid": old})
	a.call("go_back", nil)
	if now := a.look().named("password"); now.UID == old || now.Value != filledMarker && now.Value != "" {
		t.Errorf("field after going back = %+v, was %s", now, old)
	}
	a.refused("stale_element", "", "type_text", args{"element_uid": old, "text": "x"})
}

// TestLoginVariants signs in on each of the other login pages.
func TestLoginVariants(t *testing.T) {
	for _, v := range []struct {
		path, selector string
		sign           func(a *agent, id string)
	}{
		{"first.html", "#password", func(a *agent, id string) {
			a.name("username")
			a.click("Next")
			a.wait("Your password")
			a.fill(id, "password")
			a.click("Sign in")
		}},
		{"hidden.html", "#password", func(a *agent, id string) {
			a.name("username")
			hidden := a.look().find(func(e element) bool { return e.Name == "password" })
			if len(hidden) > 0 {
				a.refused("element_not_fillable", "", "fill_secret", args{"secret_id": id, "element_uid": hidden[0].UID})
			}
			a.click("Next")
			a.fill(id, "password")
			a.click("Sign in")
		}},
		{"formless.html", "#password", func(a *agent, id string) {
			a.name("username")
			a.fill(id, "password")
			a.click("Sign in")
		}},
		{"enter.html", "#password", func(a *agent, id string) {
			a.name("username")
			a.fill(id, "password")
			a.click("password") // which only focuses a field that holds a secret
			a.call("press_key", args{"key": "Enter"})
		}},
		{"dialog.html", "#password", func(a *agent, id string) {
			a.click("Sign in")
			a.name("username")
			a.fill(id, "password")
			inside := a.look().find(func(e element) bool { return e.Text == "Sign in" })
			a.call("click", args{"element_uid": inside[len(inside)-1].UID})
		}},
		{"random.html", "", func(a *agent, id string) {
			a.name("username")
			a.call("fill_secret", args{"secret_id": id, "element_uid": a.look().find(func(e element) bool { return e.Type == "password" })[0].UID})
			a.click("Sign in")
		}},
	} {
		t.Run(v.path, func(t *testing.T) {
			h, password := newHouse(t), newPassword()
			h.site.Account("ada", password)
			properties := []string{"sbm:url-pattern", "/login/*"}
			if v.selector != "" {
				properties = append(properties, "sbm:selector", v.selector)
			}
			id := h.secret(vault.Password, password, properties...)
			a := h.visit("/login/" + v.path)
			v.sign(a, id)
			a.wait("Welcome, ada")
			if got := h.exports(); got != 1 {
				t.Errorf("%d exports, want 1", got)
			}
		})
	}
}

// name types the user's name, which is no secret.
func (a *agent) name(field string) {
	a.t.Helper()
	a.call("type_text", args{"element_uid": a.uid(field), "text": "ada"})
}
