package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// ourFlags asks a running Chromium of ours what it was started with, so that the floor's runs with the same.
func ourFlags(binary string) ([]string, error) {
	c, err := newClient(binary)
	if err != nil {
		return nil, err
	}
	if _, err := c.call("open_tab", nil); err != nil {
		return nil, errors.Join(err, c.close())
	}
	flags, err := chromiumFlags(c.cmd.Process.Pid)
	return flags, errors.Join(err, c.close())
}

// chromiumFlags looks for the browser process among the children of server (proc(5)).
func chromiumFlags(server int) ([]string, error) {
	children, err := filepath.Glob("/proc/" + strconv.Itoa(server) + "/task/*/children")
	if err != nil {
		return nil, err
	}
	for _, list := range children {
		text, _ := os.ReadFile(list) // a thread that has ended meanwhile has no children
		for _, pid := range strings.Fields(string(text)) {
			line, err := os.ReadFile("/proc/" + pid + "/cmdline")
			if err != nil || !bytes.Contains(line, []byte("--remote-debugging-pipe")) {
				continue
			}
			args := strings.FieldsFunc(string(line), func(c rune) bool { return c == 0 || c == ' ' }) // Chromium writes its own title
			return slices.DeleteFunc(args[1:], func(arg string) bool { return strings.HasPrefix(arg, "--user-data-dir=") }), nil
		}
	}
	return nil, errors.New("no Chromium among the children of browser-mcp")
}
