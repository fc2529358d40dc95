package browser

import (
	"fmt"
	"testing"
)

func TestAskedKnowsItsOwnWordsAgain(t *testing.T) {
	const origin = "http://h.example"
	for _, tt := range []struct {
		asked, reported string
		want            bool
	}{
		{"/Correct-Horse7", "/Correct-Horse7", true},
		{"/a b?q=\"x\"#é|", "/a%20b?q=%22x%22#%C3%A9|", true},
		{"/a/./b/../Correct-Horse7", "/a/Correct-Horse7", true},
		{"/a/%2E%2e/b/..", "/", true},
		{"/50%/%zz", "/50%/%zz", true},
		{"/%2561", "/%2561", true},
		{"/asked", "/other", false},
		{"/asked", "/asked?q=1", false},
		{"/asked", "/Correct-Horse7/../asked", false},
		{"/asked", "/Correct-Horse7%2F..%2Fasked", false},
		{"/a//b", "/a/b", false},
	} {
		var a asked
		address, err := ParseURL(origin + tt.asked)
		if err != nil {
			t.Fatal(err)
		}
		a.add(address)
		if got := a.has(origin + tt.reported); got != tt.want {
			t.Errorf("has(%s) after add(%s) = %t, want %t", tt.reported, tt.asked, got, tt.want)
		}
		if !tt.want {
			continue
		}
		if got := a.has("https://h.example" + tt.reported); !got {
			t.Errorf("has(%s) over https after add(%s) = false, want true", tt.reported, tt.asked)
		}
	}
}

func TestAskedIsBounded(t *testing.T) {
	var a asked
	for i := range 2 * maxAsked {
		a.add(fmt.Sprint("http://h/", i))
	}
	if a.has(fmt.Sprint("http://h/", maxAsked-1)) || !a.has(fmt.Sprint("http://h/", maxAsked)) || !a.has(fmt.Sprint("http://h/", 2*maxAsked-1)) {
		t.Errorf("want exactly the last %d addresses kept", maxAsked)
	}
}

// The redactor must not treat the agent's words by what a secret is; so the browser says which addresses are such.
func TestRequestsOfToolsAreTold(t *testing.T) {
	s := show(t, `<a href="/linked">Link</a>`)
	if _, err := s.tab.Navigate(t.Context(), s.site.Shop+"/test?asked=\"1\"", NavigateOptions{}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.tab.Click(t.Context(), s.saying("Link").UID); err != nil {
		t.Fatal(err)
	}
	entries, _, _ := s.tab.Network(NetworkQuery{ResourceType: "document"})
	got := map[string]bool{}
	for _, e := range entries {
		got[e.URL[len(s.site.Shop):]] = e.Asked
	}
	if !got["/test?asked=%221%22"] || got["/linked"] || len(got) < 3 {
		t.Errorf("asked for, by address: %v, want the tool's and not the link's", got)
	}
	if !s.tab.Asked(s.site.Shop+"/test") || s.tab.Asked(s.site.Shop+"/linked") {
		t.Error("Asked does not tell the tool's addresses from the page's")
	}
}
