package browser

import (
	"testing"
)

const secret = `Tr0ub4dor&3 "quoted" <b>é`

func TestWriteFillsEachKindOfField(t *testing.T) {
	s := show(t, `<form>
<input name=text><input name=password type=password><input name=email type=email><input name=tel type=tel>
<input name=url type=url><input name=search type=search><input name=number type=number><textarea name=area>old</textarea>
<input name=date type=date><input name=month type=month><input name=time type=time><input name=color type=color>
<input name=range type=range max=100><input name=week type=week><input name=local type=datetime-local>
<div id=true contenteditable=true>old</div><div id=empty contenteditable>old</div><div id=plain contenteditable=plaintext-only>old</div>
<select name=select><option value="">-<option value=a>Apple</select>
</form>`)
	for _, tt := range []struct{ name, value string }{
		{"text", secret}, {"password", secret}, {"email", "a@b.example"}, {"tel", "+49 30 1"}, {"url", "https://x.example/"},
		{"search", secret}, {"number", "42"}, {"area", "one\ntwo"}, {"date", "2034-12-31"}, {"month", "2034-12"},
		{"time", "13:37"}, {"color", "#aabbcc"}, {"range", "40"}, {"week", "2034-W10"}, {"local", "2034-12-31T13:37"},
		{"select", "a"}, {"true", secret}, {"empty", secret}, {"plain", secret},
	} {
		it := s.named(tt.name)
		if got := s.write(it.UID, tt.value); got != OutcomeOK {
			t.Errorf("Write(%s) = %q, want ok", tt.name, got)
		}
		got := s.eval(`(e => e.value ?? e.innerText)(document.getElementById("` + tt.name + `") || document.forms[0][` + `"` + tt.name + `"])`)
		t.Log(tt.name, got)
	}
}
