package browser

import (
	"slices"
	"testing"
)

func TestRecordTellsNewTextFromOld(t *testing.T) {
	s := show(t, `<p id=p>CVC 123</p><span hidden id=h>later 456</span><button title=tip>Pay</button><input name=f value=789 placeholder=there>
<select name=m><option>01<option>02</select><p><b>two</b> parts</p><iframe srcdoc="<p id=q>inner</p>"></iframe>`)
	s.site.Page("/next", "<p>CVC 123")
	before := s.snapshot(SnapshotOptions{Text: true})
	for _, it := range before.Items {
		if it.Text.Fresh || it.Value.Fresh || it.Name.Fresh {
			t.Errorf("without a record %+v is fresh", it)
		}
	}
	if err := s.ctx.Record(t.Context(), []string{s.site.Shop}); err != nil {
		t.Fatal(err)
	}
	if got := s.fresh(); len(got) > 0 {
		t.Errorf("right after the record fresh is %q", got)
	}
	s.eval(`(h.hidden = false, p.append(' and 321'), document.querySelector('[name=f]').value = '12', document.querySelector('button').append(' 5 EUR'),
document.querySelector('select').insertAdjacentHTML('beforeend', '<option>03'), document.querySelector('iframe').contentDocument.body.append('77'), document.title = 'Thanks', p.insertAdjacentHTML('afterend', '<x-90 tabindex=0>x-90</x-90>'), 1)`)
	want := []string{"CVC 123 and 321", "Pay 5 EUR", "12", "77", "Thanks", "x-90"} // but not the new option (rule 11)
	got := s.fresh()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("fresh is %q, want %q", got, want)
	}
	// A second record would make what the page said after the first fill look old.
	if err := s.ctx.Record(t.Context(), []string{s.site.Shop}); err != nil {
		t.Fatal(err)
	}
	if got := s.fresh(); len(got) != len(want) {
		t.Errorf("after a second record fresh is %q, want %q", got, want)
	}
	if _, err := s.tab.Navigate(t.Context(), s.site.Shop+"/next", NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := s.fresh(); !slices.Contains(got, "CVC 123") {
		t.Errorf("in a later document fresh is %q, want all", got)
	}
	if _, err := s.tab.Navigate(t.Context(), s.site.Pay+"/next", NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := s.fresh(); len(got) > 0 {
		t.Errorf("in a document of another origin fresh is %q, want nothing", got)
	}
}

// fresh lists the strings of a snapshot that were not there before.
func (s *stage) fresh() []string {
	s.t.Helper()
	snap := s.snapshot(SnapshotOptions{Text: true})
	var list []string
	add := func(text String) {
		if text.Fresh && text.S != "" {
			list = append(list, text.S)
		}
	}
	add(snap.Title)
	for _, it := range snap.Items {
		for _, text := range []String{it.Name, it.Label, it.Text, it.Value, it.Placeholder, it.Description, it.Validation, it.Href} {
			add(text)
		}
		for _, o := range it.Options {
			add(o.Label)
			add(o.Value)
		}
	}
	return list
}
