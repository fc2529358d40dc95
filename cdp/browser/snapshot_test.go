package browser

import (
	"testing"
)

func TestSnapshotListsWhatOneCanUse(t *testing.T) {
	s := show(t, `<h2>Sign in</h2><p>Hello <b>you</b></p>
<form><label for=u>User</label><input id=u name=user placeholder=mail required autocomplete=username>
<label>Pass <input type=password name=pass maxlength=20></label>
<select name=month><option value=1>Jan<option value=2 selected>Feb</select>
<input type=checkbox name=keep checked><textarea name=note readonly>Hi</textarea>
<button disabled>Go</button></form><a href="/next?a=1">Next</a><div role=button tabindex=0>Press</div>
<div contenteditable>Edit</div><p role=alert>Wrong password</p>`)
	snap := s.snapshot(SnapshotOptions{Text: true})
	for _, it := range snap.Items {
		t.Logf("%+v", it)
	}
}
