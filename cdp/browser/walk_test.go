package browser

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

func never(string) bool { return false }

func TestParseWalkTakesOnlyWhatItUnderstands(t *testing.T) {
	const head = `{"origin":"o","url":0,"title":1,"strings":["u","t","div"],"fresh":[1],"recorded":true,"elements":3,"truncated":false,"items":`
	for _, tt := range []struct {
		name, text string
		want       int // items, -1 for an error
	}{
		{"nothing", head + `[]}`, 0},
		{"text", head + `[0,0,2,1,2,6,1]}`, 1},
		{"element and text", head + `[4,32768,1,1,2,0,0,1,6,0]}`, 2},
		{"options", head + `[4,0,1,22,2,0,1,0,0,1,1,0,0,0]}`, 2},
		{"level", head + `[0,0,1,21,6]}`, 1},
		{"not JSON", `x`, -1},
		{"no strings", `{"url":0,"title":0}`, -1},
		{"title out of range", strings.Replace(head, `"title":1`, `"title":3`, 1) + `[]}`, -1},
		{"fresh out of range", strings.Replace(head, `"fresh":[1]`, `"fresh":[3]`, 1) + `[]}`, -1},
		{"cut off", head + `[0,0]}`, -1},
		{"too many fields", head + `[0,0,2,1,2]}`, -1},
		{"string out of range", head + `[0,0,1,6,3]}`, -1},
		{"unknown field", head + `[0,0,1,99,0]}`, -1},
		{"too many options", head + `[4,0,1,22,2,0,1,0]}`, -1},
		{"options twice", head + `[4,0,2,22,0,22,1,0,0,0]}`, -1},
		{"negative", head + `[-1,0,0]}`, -1},
		{"huge", head + `[99999999999999999999,0,0]}`, -1},
		{"fraction", head + `[1.5,0,0]}`, -1},
	} {
		got := -1
		if a, err := parseWalk(tt.text, never); err == nil {
			if items, err := allItems(a); err == nil {
				got = len(items)
			}
		}
		if got != tt.want {
			t.Errorf("%s: %d items, want %d", tt.name, got, tt.want)
		}
	}
}

func allItems(a *walkAnswer) (items []Item, err error) {
	err = a.each(func(raw rawItem) error {
		it, err := a.item(raw)
		items = append(items, it)
		return err
	})
	return items, err
}

func TestDocumentWithoutRecordIsFreshOnlyAfterOne(t *testing.T) {
	const text = `{"origin":"o","url":0,"title":0,"strings":["u"],"fresh":[],"recorded":false,"items":[]}`
	for _, recorded := range []bool{false, true} {
		a, err := parseWalk(text, func(origin string) bool { return recorded && origin == "o" })
		if err != nil {
			t.Fatal(err)
		}
		if got := a.str(0).Fresh; got != recorded {
			t.Errorf("with the origin recorded before: %v, Fresh = %v", recorded, got)
		}
	}
}

func FuzzNumbers(f *testing.F) {
	for _, seed := range []string{`[]`, `[0]`, `[1,2,3]`, `[1,]`, `[,1]`, `[01]`, `[1 ]`, `[123456789012345]`, `[1234567890123456]`, `{}`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var got numbers
		var want []uint64
		ours, theirs := got.UnmarshalJSON([]byte(text)), json.Unmarshal([]byte(text), &want)
		if ours != nil {
			return // stricter: no white space, no long numbers
		}
		if theirs != nil && !strings.Contains(text, "0") { // and it does not mind a zero in front
			t.Fatalf("%q: decoded as %v, encoding/json says %v", text, got, theirs)
		}
		for i, n := range want {
			if theirs == nil && (i >= len(got) || uint64(got[i]) != n) {
				t.Fatalf("%q: decoded as %v, want %v", text, got, want)
			}
		}
	})
}

func FuzzParseWalk(f *testing.F) {
	f.Add(`{"url":0,"title":0,"strings":["a","b"],"fresh":[1],"items":[1,0,2,1,0,6,1,0,0,1,22,1,0,1,1]}`)
	f.Add(`{"url":0,"title":0,"strings":["a"],"fresh":[],"items":[0,8192,1,22,0]}`)
	f.Fuzz(func(t *testing.T, text string) {
		a, err := parseWalk(text, never)
		if err != nil {
			return
		}
		items, err := allItems(a)
		count, highest, countErr := a.count()
		if err != nil {
			return
		}
		if countErr != nil || count != len(items) || highest < 0 {
			t.Fatalf("%d items, counted %d with nodes up to %d, %v", len(items), count, highest, countErr)
		}
		for _, it := range items {
			if it.Tagged != "" && it.Value.S == maskedPassword {
				t.Fatalf("a tagged item got a value: %+v", it)
			}
			if it.Text.S != "" && !slices.Contains(a.Strings, it.Text.S) {
				t.Fatalf("item with words of its own: %+v", it)
			}
		}
	})
}

func TestClosedRootsAreFoundInADescription(t *testing.T) {
	const description = `{"node":{"backendNodeId":1,"attributes":["a","\"shadowRootType\":\"closed\""],"children":[
{"backendNodeId":2,"shadowRoots":[{"backendNodeId":3,"shadowRootType":"closed","children":[]}]},
{"backendNodeId":4,"shadowRoots":[{"backendNodeId":5,"shadowRootType":"open"}]},
{"shadowRoots":[{"shadowRootType":"closed","nodeName":"shadowRootType","backendNodeId":6}],"backendNodeId":7}]}}`
	got := closedIn([]byte(description))
	if len(got) != 2 || got[0] != 3 || got[1] != 6 {
		t.Errorf("closedIn = %v, want 3 and 6", got)
	}
	if got := closedIn([]byte(`{"a":"\"shadowRootType\":\"closed\""}`)); got != nil {
		t.Errorf("closedIn of words of a page = %v, want none", got)
	}
	if got := closedIn([]byte(`{"shadowRootType":"closed","backendNodeId":9`)); got != nil {
		t.Errorf("closedIn of half a description = %v, want none", got)
	}
}

func TestUIDsReadInOneWayOnly(t *testing.T) {
	for _, n := range []int64{1, 41, 1 << 40} {
		if got, ok := parseUID(formatUID(n)); !ok || got != n {
			t.Errorf("parseUID(formatUID(%d)) = %d, %v", n, got, ok)
		}
	}
	for _, uid := range []UID{"", "e", "e0", "e01", "e+1", "e-1", "E1", "1", "e1 ", "e1x", "e9223372036854775808"} {
		if got, ok := parseUID(uid); ok {
			t.Errorf("parseUID(%q) = %d, want none", uid, got)
		}
	}
	if !reflect.DeepEqual(namedKeys["Space"], characterKey(' ')) {
		t.Error("a blank is typed by another key than Space")
	}
}
