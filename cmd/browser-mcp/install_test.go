package main

import (
	"strings"
	"testing"

	"browser-mcp/systemd"
)

func TestDropInsMoveEveryService(t *testing.T) {
	for _, u := range systemd.Units() {
		body := dropIn(u.Name, "/home/x/.local/lib/browser-mcp/browser-mcp")
		if runs := strings.Contains(string(u.Body), "ExecStart="+packaged); runs != (body != "") {
			t.Errorf("%s: runs the program %v, drop-in %q", u.Name, runs, body)
		}
		if got := dropIn(u.Name, packaged); got != "" {
			t.Errorf("%s: drop-in for the packaged program = %q, want none", u.Name, got)
		}
	}
}

func TestDropInRunsTheSameCommand(t *testing.T) {
	for _, u := range systemd.Units() {
		_, rest, ok := strings.Cut(string(u.Body), "ExecStart="+packaged)
		if !ok {
			continue
		}
		command, _, _ := strings.Cut(rest, "\n")
		if body := dropIn(u.Name, "/opt/x/browser-mcp"); !strings.Contains(body, "\nExecStart=\nExecStart=/opt/x/browser-mcp"+command+"\n") {
			t.Errorf("drop-in of %s:\n%s\nwant it to run%s", u.Name, body, command)
		}
	}
}
