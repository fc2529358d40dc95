package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"strings"

	"browser-mcp/internal/bench/bare"
	"browser-mcp/internal/site"
)

// bench holds one page of the bare client's and one tab of ours on the same site.
type bench struct {
	site   *site.Site
	bare   *bare.Browser
	page   string // CDP session of the bare client's page
	client *client
	secret string // id of the stored password, bound to the site's login
}

const (
	username = "ada"
	password = "correct horse battery" // what the rows type and fill: about 20 characters
)

// pages measures what an agent does on pages.
func pages(binary string) (lines []line, err error) {
	b := &bench{}
	defer func() { err = errors.Join(err, b.close()) }()
	if err := b.open(binary); err != nil {
		return nil, err
	}
	for _, rows := range []func() ([]row, error){b.small, b.fields, b.lists, b.frames, b.login} {
		prepared, err := rows()
		if err != nil {
			return nil, err
		}
		measured, err := measureAll(prepared)
		if err != nil {
			return nil, err
		}
		lines = append(lines, measured...)
	}
	return lines, nil
}

func (b *bench) open(binary string) (err error) {
	if b.site, err = site.Start(); err != nil {
		return err
	}
	b.site.Account(username, password)
	if b.secret, err = store(binary, b.site.Shop); err != nil {
		return err
	}
	flags, err := ourFlags(binary)
	if err != nil {
		return err
	}
	chromium, err := bare.Find()
	if err != nil {
		return err
	}
	if b.bare, err = bare.Start(chromium, flags); err != nil {
		return err
	}
	if b.page, err = b.bare.Page(); err != nil {
		return err
	}
	b.client, err = newClient(binary)
	return err
}

func (b *bench) close() error {
	var errs []error
	if b.client != nil {
		errs = append(errs, b.client.close())
	}
	if b.bare != nil {
		errs = append(errs, b.bare.Close())
	}
	if b.site != nil {
		errs = append(errs, b.site.Close())
	}
	return errors.Join(errs...)
}

// store imports the password as a human does and returns its id.
func store(binary, origin string) (string, error) {
	cmd := exec.Command(binary, "secrets", "import", "--name", "bench", "--origin", origin, "--approval", "none", "--json")
	cmd.Stdin = strings.NewReader(password)
	out, err := cmd.Output() // its warnings about a loose binding are kept in err
	if err != nil {
		return "", fmt.Errorf("importing a secret: %w", err)
	}
	return secretID(out)
}

// secretID reads the answer of `secrets import --json`.
func secretID(answer []byte) (string, error) {
	var imported struct {
		Secret struct{ SecretID string }
	}
	if err := json.Unmarshal(answer, &imported); err != nil || imported.Secret.SecretID == "" {
		return "", fmt.Errorf("answer of the import without an id: %.200s", answer)
	}
	return imported.Secret.SecretID, nil
}

// load brings both sides to a page and returns our snapshot of it.
func (b *bench) load(path string) (snapshot string, err error) {
	if err := b.bare.Navigate(b.page, b.site.Shop+path); err != nil {
		return "", err
	}
	if _, err := b.client.call("navigate", map[string]any{"url": b.site.Shop + path}); err != nil {
		return "", err
	}
	return b.client.call("snapshot", nil)
}

// uids finds one element for each pattern.
func uids(snapshot string, patterns ...string) ([]string, error) {
	var list []string
	for _, pattern := range patterns {
		uid, err := find(snapshot, pattern)
		if err != nil {
			return nil, err
		}
		list = append(list, uid)
	}
	return list, nil
}

func (b *bench) small() ([]row, error) {
	snapshot, err := b.load("/bench/small.html")
	if err != nil {
		return nil, err
	}
	uid, err := find(snapshot, `button`)
	if err != nil {
		return nil, err
	}
	url := b.site.Shop + "/bench/small.html"
	click := row{name: "click", bar: 2, floor: b.clicker("go"), ours: b.client.do("click", map[string]any{"element_uid": uid})}
	navigate := row{
		name: "navigate, small page", bar: 1.15,
		floor: func() error { return b.bare.Navigate(b.page, url) },
		ours:  b.client.do("navigate", map[string]any{"url": url}),
	}
	return []row{click, navigate}, nil // the navigation makes the uid stale
}

func (b *bench) fields() ([]row, error) {
	snapshot, err := b.load("/login/")
	if err != nil {
		return nil, err
	}
	u, err := uids(snapshot, `input.* name=username`, `input password`)
	if err != nil {
		return nil, err
	}
	type_ := row{name: "type 20 characters", bar: 2, floor: b.typer("username", password),
		ours: b.client.do("type_text", map[string]any{"element_uid": u[0], "text": password, "clear": true})}
	fill := row{name: "fill a stored secret of 20 characters", bar: 2, floor: b.typer("password", password),
		ours: b.client.do("fill_secret", map[string]any{"secret_id": b.secret, "element_uid": u[1]})}
	five := row{
		name: "five fields", bar: 1.3,
		before: func() (err error) {
			if snapshot, err = b.load("/bench/five.html"); err == nil {
				u, err = uids(snapshot, `input.* name=first`, `input.* name=last`, `input.* name=street`, `input.* name=town`, `input.* name=phone`)
			}
			return err
		},
		floor: func() error {
			for _, id := range []string{"first", "last", "street", "town", "phone"} {
				if err := b.typer(id, "some text for it")(); err != nil {
					return err
				}
			}
			return nil
		},
		ours: func() error {
			for _, uid := range u {
				if _, err := b.client.call("type_text", map[string]any{"element_uid": uid, "text": "some text for it"}); err != nil {
					return err
				}
			}
			return nil
		},
	}
	return []row{type_, fill, five}, nil
}

func (b *bench) frames() ([]row, error) {
	if _, err := b.load("/bench/frames.html"); err != nil {
		return nil, err
	}
	frame, err := b.foreignFrame()
	if err != nil {
		return nil, err
	}
	return []row{{
		name: "snapshot, frames and shadow roots", bar: 2,
		floor: func() error { return errors.Join(b.look(b.page), b.look(frame)) },
		ours:  b.client.do("snapshot", nil),
	}}, nil
}

// login is the whole way in: navigate, look, fill two fields, click, look.
func (b *bench) login() ([]row, error) {
	url := b.site.Shop + "/login/"
	floor := func() error {
		return errors.Join(
			b.bare.Navigate(b.page, url), b.look(b.page), b.typer("username", username)(), b.typer("password", password)(),
			b.clicker("go")(), b.loaded(), b.look(b.page))
	}
	ours := func() error {
		if _, err := b.client.call("navigate", map[string]any{"url": url}); err != nil {
			return err
		}
		snapshot, err := b.client.call("snapshot", nil)
		if err != nil {
			return err
		}
		u, err := uids(snapshot, `input.* name=username`, `input password`, `button.*Sign in`)
		if err != nil {
			return err
		}
		for _, do := range []func() error{
			b.client.do("type_text", map[string]any{"element_uid": u[0], "text": username}),
			b.client.do("fill_secret", map[string]any{"secret_id": b.secret, "element_uid": u[1]}),
			b.client.do("click", map[string]any{"element_uid": u[2]}),
		} {
			if err := do(); err != nil {
				return err
			}
		}
		if snapshot, err = b.client.call("snapshot", nil); err == nil && !strings.Contains(snapshot, "Welcome, "+username) {
			err = errors.New("not signed in:\n" + snapshot)
		}
		return err
	}
	return []row{{name: "log in (navigate, look, fill 2, click, look)", bar: 1.3, floor: floor, ours: ours}}, nil
}
