package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// proof is what a demo has shown. Every check is about something that happened, and each can fail.
type proof struct {
	Checks   []check `json:"checks"`
	Received int     `json:"bytesReceived"` // by the client, from the server's standard output
	Calls    int     `json:"toolCalls"`
	imported []byte
}

// check is one claim, whether it holds, and what was found if it does not.
type check struct {
	Claim string `json:"claim"`
	Holds bool   `json:"holds"`
	Found string `json:"found,omitempty"`
}

// prove looks at the shop's books, at every byte that was received, and at what the server left behind.
func (d *demo) prove(closeErr error) {
	p := &d.proof
	out, said := d.client.received.Bytes(), d.client.said.Bytes()
	p.Received, p.Calls = len(out), d.client.calls
	p.add("the shop got exactly the password", d.shop.accepted.Load() == 1 && d.shop.rejected.Load() == 0,
		fmt.Sprintf("%d sign-ins right, %d wrong", d.shop.accepted.Load(), d.shop.rejected.Load()))
	p.add("the account page was seen, its echoes of the password hidden",
		bytes.Contains(out, []byte("Signed in as "+demoUser)) && bytes.Contains(out, []byte("base64=[REDACTED")), "")
	p.leak("nothing the client received holds the password in any form", out, d.password)
	p.leak("nor the server's standard error", said, d.password)
	p.leak("nor the output of the import", p.imported, d.password)
	planted := append(bytes.Clone(out), d.password...)
	p.add("the same search finds the password once it is planted", len(findValue(planted, d.password)) > 0, "")
	p.add("the server ended by itself when the client left", closeErr == nil, fmt.Sprint(closeErr))
	processes := usersOf(d.home.path())
	p.add("no process is left", len(processes) == 0, strings.Join(processes, ", "))
	files := filesBelow(filepath.Join(d.home.path(), "tmp"), filepath.Join(d.home.path(), "r"))
	p.add("no temporary file and no socket is left", len(files) == 0, strings.Join(files, ", "))
}

// leak claims that text holds the value in no form. What was found is a list of forms, never the value.
func (p *proof) leak(claim string, text []byte, value string) {
	found := findValue(text, value)
	p.add(fmt.Sprintf("%s (%d bytes)", claim, len(text)), len(found) == 0, strings.Join(found, ", "))
}

// add notes a claim. What was looked at is shown only where the claim fails.
func (p *proof) add(claim string, holds bool, found string) {
	if holds {
		found = ""
	}
	p.Checks = append(p.Checks, check{claim, holds, found})
}

// verdict prints the checks and returns an error unless all hold.
func (p *proof) verdict(out io.Writer) error {
	fmt.Fprintf(out, "\nProof, after %d tool calls:\n", p.Calls)
	failed := 0
	for _, c := range p.Checks {
		word := "yes"
		if !c.Holds {
			word = "NO "
			failed++
		}
		fmt.Fprintf(out, "  %s  %s\n", word, c.Claim)
		if c.Found != "" {
			fmt.Fprintf(out, "       found: %s\n", c.Found)
		}
	}
	if failed > 0 {
		return failf(exitFailed, "%d of %d checks failed", failed, len(p.Checks))
	}
	fmt.Fprintf(out, "\nThe agent signed in and never saw the password.\n")
	return nil
}

// usersOf lists processes whose command line names path.
func usersOf(path string) []string {
	var list []string
	entries, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return []string{err.Error()}
	}
	for _, entry := range entries {
		line, err := os.ReadFile(entry)
		if err == nil && bytes.Contains(line, []byte(path)) {
			list = append(list, filepath.Base(filepath.Dir(entry)))
		}
	}
	return list
}

// filesBelow lists everything but directories and lock files, which stay where they are made: removing one that another
// process has open would give two of them the same lock.
func filesBelow(dirs ...string) []string {
	var list []string
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && !d.IsDir() && filepath.Ext(path) != ".lock" {
				list = append(list, path)
			}
			return err
		})
		if err != nil {
			list = append(list, err.Error())
		}
	}
	return list
}
