package main

import (
	"crypto/rand"
	"fmt"
	"regexp"
	"strings"
)

// demoUser is the shop's customer; unlike the password it is no secret.
const demoUser = "ada@example.com"

// newPassword makes up a password of some 140 bits with characters that every encoding treats in its own way.
func newPassword() string {
	text := rand.Text()
	return text[:9] + `"&<` + strings.ToLower(text[9:18]) + `/+%` + text[18:]
}

// randomName is a short name for a directory.
func randomName() string { return strings.ToLower(rand.Text()[:8]) }

// talk is the conversation: what an agent does to sign in.
func (d *demo) talk() error {
	if err := d.client.initialize(); err != nil {
		return err
	}
	if _, err := d.client.request("tools/list", map[string]any{}); err != nil {
		return err
	}
	refs, err := d.call("list_secret_refs", map[string]any{"origin": d.shop.origin})
	if err != nil {
		return err
	}
	secret, err := pick(refs, `"secretId": ?"([^"]+)"`, "a stored secret")
	if err != nil {
		return err
	}
	if _, err := d.call("navigate", map[string]any{"url": d.shop.origin + "/login"}); err != nil {
		return err
	}
	view, err := d.call("snapshot", nil)
	if err != nil {
		return err
	}
	return d.signIn(secret, view)
}

// signIn fills the form of view, sends it and looks at what comes.
func (d *demo) signIn(secret, view string) error {
	user, err1 := pick(view, `(?m)^(e\d+) input.* name=user\b`, "the user name's field")
	password, err2 := pick(view, `(?m)^(e\d+) input password`, "the password's field")
	button, err3 := pick(view, `(?m)^(e\d+) button`, "the button")
	for _, err := range []error{err1, err2, err3} {
		if err != nil {
			return err
		}
	}
	for _, step := range []struct {
		tool      string
		arguments map[string]any
	}{
		{"type_text", map[string]any{"element_uid": user, "text": demoUser}},
		{"fill_secret", map[string]any{"secret_id": secret, "element_uid": password}},
		{"snapshot", nil},
		{"click", map[string]any{"element_uid": button}},
		{"wait_for", map[string]any{"text": "Signed in as"}},
		{"snapshot", nil},
		{"list_network_requests", map[string]any{"limit": 10}},
	} {
		if _, err := d.call(step.tool, step.arguments); err != nil {
			return err
		}
	}
	return nil
}

// call prints a call and its answer, and returns the answer's text.
func (d *demo) call(tool string, arguments map[string]any) (string, error) {
	if arguments == nil {
		arguments = map[string]any{}
	}
	d.say("\n> %s %s\n", tool, compactJSON(arguments))
	text, err := d.client.call(tool, arguments)
	for line := range strings.Lines(text) {
		d.say("  %s\n", printable(strings.TrimRight(line, "\n")))
	}
	return text, err
}

// pick finds the first group of pattern in text.
func pick(text, pattern, what string) (string, error) {
	m := regexp.MustCompile(pattern).FindStringSubmatch(text)
	if m == nil {
		return "", fmt.Errorf("the answer does not show %s", what)
	}
	return m[1], nil
}
