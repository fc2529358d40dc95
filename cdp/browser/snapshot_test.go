package browser

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestSnapshotListsWhatOneCanUse(t *testing.T) {
	s := show(t, `<h2>Sign in</h2><p>Hello <b>you</b></p>
<form><label for=u>User</label><input id=u name=user placeholder=mail required autocomplete=username>
<label>Pass <input type=password name=pass maxlength=20></label>
<select name=month><option value=1>Jan<option value=2 selected>Feb</select>
<input type=checkbox name=keep checked aria-describedby=why><span id=why>For a month</span>
<textarea name=note readonly>Hi</textarea><button disabled>Go</button></form>
<a href="/next?a=1"><img alt=Next></a><div role=switch aria-checked=false tabindex=0>Press</div>
<div contenteditable>Edit</div><p role=alert>Wrong password</p><span style="cursor:pointer">More</span>
<details><summary>Why</summary>Because</details>`)
	var got []string
	for _, it := range s.snapshot(SnapshotOptions{Text: true}).Items {
		got = append(got, describeItem(it))
	}
	want := []string{
		`h2 2 "Sign in"`, `p "Hello you"`,
		`e1 input text name=user label=User placeholder=mail autocomplete=username required`,
		`e2 input password name=pass label=Pass maxlength=20`,
		`e3 select name=month value=2 [Jan=1 *Feb=2]`,
		`e4 input checkbox name=keep description="For a month" checked`, `form "For a month"`,
		`e5 textarea name=note value=Hi readonly`, `e6 button "Go" disabled`,
		`e7 a "Next" href=/next?a=1`, `e8 div switch "Press" unchecked`, `e9 div value=Edit`,
		`p alert "Wrong password"`, `e10 span clickable "More"`, `e11 summary "Why"`,
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != strings.TrimSpace(want[i]) {
			t.Fatalf("item %d of\n%s\nwant\n%s", i, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// describeItem writes an item the way the tests compare it.
func describeItem(it Item) string {
	var b strings.Builder
	add := func(format string, args ...any) { fmt.Fprintf(&b, " "+format, args...) }
	b.WriteString(string(it.UID))
	add("%s", it.Tag)
	for _, word := range []string{it.Role, it.Type} {
		if word != "" {
			add("%s", word)
		}
	}
	if it.Level > 0 {
		add("%d", it.Level)
	}
	for _, f := range []struct {
		name string
		text String
	}{{"name", it.Name}, {"label", it.Label}, {"", it.Text}, {"value", it.Value}, {"placeholder", it.Placeholder}, {"href", it.Href}} {
		switch {
		case f.text.S == "":
		case f.name == "":
			add("%q", f.text.S)
		default:
			add("%s=%s", f.name, f.text.S)
		}
	}
	if it.Description.S != "" {
		add("description=%q", it.Description.S)
	}
	if it.MaxLength >= 0 {
		add("maxlength=%d", it.MaxLength)
	}
	if it.Autocomplete != "" {
		add("autocomplete=%s", it.Autocomplete)
	}
	if it.Tagged != "" {
		add("tagged=%s", it.Tagged)
	}
	if len(it.Options) > 0 {
		var options []string
		for _, o := range it.Options {
			star := ""
			if o.Selected {
				star = "*"
			}
			options = append(options, star+o.Label.S+"="+o.Value.S)
		}
		add("%v", options)
	}
	if it.Checked != nil {
		add("%s", map[bool]string{true: "checked", false: "unchecked"}[*it.Checked])
	}
	for _, f := range []struct {
		name string
		is   bool
	}{{"required", it.Required}, {"readonly", it.ReadOnly}, {"disabled", it.Disabled}, {"invalid", it.Invalid}, {"hidden", it.Hidden}, {"covered", it.Covered}, {"offscreen", it.OffScreen}} {
		if f.is {
			add("%s", f.name)
		}
	}
	return strings.TrimSpace(b.String())
}

func TestSnapshotTellsWhatAPersonCouldSee(t *testing.T) {
	s := show(t, `<style>body{margin:0;height:5000px} .box{position:absolute;left:0;width:90px;height:20px}</style>
<button class=box style="top:0">plain</button>
<button class=box style="top:30px;visibility:hidden">invisible</button>
<button class=box style="top:60px;display:none">none</button>
<button class=box style="top:90px;opacity:0">transparent</button>
<div style="opacity:0"><button class=box style="top:120px">inside transparent</button></div>
<button class=box style="top:150px;width:0;height:0;padding:0;border:0;overflow:hidden">empty</button>
<button class=box style="top:180px;left:-900px">away</button>
<button class=box style="top:2000px">below</button>
<button class=box style="top:210px">under</button><div class=box style="top:205px;height:40px;width:200px;background:red"></div>
<div inert><button class=box style="top:260px">inert</button></div>
<input type=checkbox id=c style="display:none"><label class=box style="top:300px" for=c>Own box</label>
<input name=honey style="position:absolute;left:-9999px"><input name=pot class=box style="top:340px;opacity:0">`)
	snap := s.snapshot(SnapshotOptions{Text: true})
	got := make(map[string]string)
	for _, it := range snap.Items {
		if it.UID != "" {
			got[it.Text.S+it.Label.S+it.Name.S] = strings.Join(strings.Fields(describeItem(it))[1:], " ")
		}
	}
	want := map[string]string{
		"plain": `button "plain"`, "away": `button "away" hidden`, "below": `button "below" offscreen`,
		"under": `button "under" covered`, "inert": `button "inert" disabled covered`,
		"Own boxc": `input checkbox name=c label=Own box unchecked hidden`, "honey": "input text name=honey hidden",
	}
	for name, line := range want {
		if got[name] != line {
			t.Errorf("%s: %q, want %q", name, got[name], line)
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("also listed: %v", got)
	}
}

func TestSnapshotPagesLongLists(t *testing.T) {
	s := visit(t, newSite(t), "/bench/list?elements=10000")
	whole := s.snapshot(SnapshotOptions{Text: true})
	if len(whole.Items) < 7500 || whole.Truncated {
		t.Fatalf("%d items, truncated %v, want at least 7500 and all", len(whole.Items), whole.Truncated)
	}
	first := s.snapshot(SnapshotOptions{Text: true, Max: 1000})
	second := s.snapshot(SnapshotOptions{Text: true, Max: 1000, Skip: 1000})
	if len(first.Items) != 1000 || !first.Truncated || len(second.Items) != 1000 {
		t.Fatalf("pages of %d and %d items, truncated %v", len(first.Items), len(second.Items), first.Truncated)
	}
	for i, it := range append(first.Items, second.Items...) {
		if it.UID != whole.Items[i].UID || it.Text != whole.Items[i].Text {
			t.Fatalf("item %d of the pages is %v, of the whole %v", i, it, whole.Items[i])
		}
	}
}

func TestSnapshotNeverTellsAPassword(t *testing.T) {
	s := show(t, `<input type=password name=p value=hunter2hunter2><input type=password name=e>`)
	if got := s.named("p").Value.S; got != maskedPassword {
		t.Errorf("value of a filled password field = %q, want %q", got, maskedPassword)
	}
	if got := s.named("e").Value.S; got != "" {
		t.Errorf("value of an empty password field = %q, want none", got)
	}
	s.eval(`document.querySelector('[name=p]').type = 'text'`)
	if got := s.named("p"); got.Value.S != maskedPassword || got.Type != "text" {
		t.Errorf("after the page showed it: type %q, value %q", got.Type, got.Value.S)
	}
}

func TestUIDsLiveAsLongAsTheirDocument(t *testing.T) {
	s := show(t, `<button onclick="history.pushState({}, '', '/other')">Push</button><button onclick="location.hash='x'">Hash</button><p><button>Gone</button>`)
	push, hash, gone := s.saying("Push").UID, s.saying("Hash").UID, s.saying("Gone").UID
	for _, uid := range []UID{push, hash} {
		if _, err := s.tab.Click(t.Context(), uid); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.saying("Push").UID; got != push {
		t.Errorf("after a navigation inside the document the uid is %s, was %s", got, push)
	}
	s.eval(`document.querySelector('p').innerHTML = document.querySelector('p').innerHTML`)
	if _, err := s.tab.Click(t.Context(), gone); !errors.Is(err, ErrStale) {
		t.Errorf("Click on a detached node = %v, want ErrStale", err)
	}
	if _, err := s.tab.Reload(t.Context(), NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.tab.Click(t.Context(), hash); !errors.Is(err, ErrStale) {
		t.Errorf("Click with a uid of the document before = %v, want ErrStale", err)
	}
	for _, uid := range []UID{"", "e0", "e01", "e-1", "41", "e999999", "e99999999999999999999"} {
		if _, err := s.tab.Click(t.Context(), uid); !errors.Is(err, ErrStale) {
			t.Errorf("Click(%q) = %v, want ErrStale", uid, err)
		}
	}
}

func TestUIDsOfAnotherContextMeanNothing(t *testing.T) {
	a := show(t, `<button>One</button>`)
	b := show(t, `<p>nothing to press</p>`)
	b.snapshot(SnapshotOptions{})
	if _, err := b.tab.Click(t.Context(), a.saying("One").UID); !errors.Is(err, ErrStale) {
		t.Errorf("Click = %v, want ErrStale", err)
	}
}
