package main

import (
	"reflect"
	"testing"
)

func TestParseArgs(t *testing.T) {
	for _, c := range []struct {
		args  []string
		words []string
		text  string
		list  []string
		on    bool
		fails bool
	}{
		{args: nil},
		{args: []string{"--text", "a", "w"}, text: "a", words: []string{"w"}},
		{args: []string{"--text=a=b"}, text: "a=b"},
		{args: []string{"-text", "--on"}, text: "--on"},
		{args: []string{"--list", "1", "--list=2", "--on"}, list: []string{"1", "2"}, on: true},
		{args: []string{"w", "--on", "--", "--text"}, words: []string{"w", "--text"}, on: true},
		{args: []string{"-"}, words: []string{"-"}},
		{args: []string{"--text"}, fails: true},
		{args: []string{"--text", "a", "--text", "b"}, fails: true},
		{args: []string{"--on=yes"}, fails: true},
		{args: []string{"--number", "x"}, fails: true},
		{args: []string{"1", "2", "3"}, fails: true},
		{args: []string{"--other"}, fails: true},
		{args: []string{"--"}},
	} {
		var text string
		var list []string
		var on bool
		words, err := parseArgs(c.args, 2, option{name: "text", text: &text}, option{name: "list", list: &list}, option{name: "on", on: &on},
			option{name: "number", set: func(string) error { return errNotNumber }})
		if (err != nil) != c.fails {
			t.Errorf("parseArgs(%q) = error %v, want an error: %v", c.args, err, c.fails)
			continue
		}
		if c.fails {
			continue
		}
		if !reflect.DeepEqual(words, c.words) || text != c.text || !reflect.DeepEqual(list, c.list) || on != c.on {
			t.Errorf("parseArgs(%q) = %q %q %q %v, want %q %q %q %v", c.args, words, text, list, on, c.words, c.text, c.list, c.on)
		}
	}
}

func FuzzParseArgs(f *testing.F) {
	f.Add("--text", "hunter2", "--on")
	f.Add("--", "-", "=")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		var text string
		var on bool
		words, err := parseArgs([]string{a, b, c}, 3, option{name: "text", text: &text}, option{name: "on", on: &on})
		if err == nil && len(words) == 0 && text == "" && !on {
			t.Errorf("parseArgs(%q, %q, %q) stored nothing and found no fault", a, b, c)
		}
	})
}
