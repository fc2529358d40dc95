package mcp_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"browser-mcp/internal/mcptest"
	"browser-mcp/internal/script"
)

var update = flag.Bool("update", false, "rewrite the answers in testdata from what the server says")

// A transcript is a list of lines:
//
//	# comment; "# revision NAME" begins with that revision in the place of the newest, "# revision none" with none
//	> line sent as it is, but for ${members 3}, ${elements 3}, ${open 3}, ${close 3} and ${x 3}
//	>q "line sent after Go unquoting"
//	< line received
//
// Received lines stand right behind the line that they answer; with -update, "< ?" stands for one to be filled in.

// TestStrictness sends every malformed message, over every transport, and behind each a ping that must be answered.
func TestStrictness(t *testing.T) { runArchives(t, "testdata/strict/*.txtar", true) }

// TestTranscripts plays one conversation in each revision.
func TestTranscripts(t *testing.T) { runArchives(t, "testdata/revision/*.txtar", false) }

func runArchives(t *testing.T, pattern string, ping bool) {
	archives, err := filepath.Glob(pattern)
	if err != nil || len(archives) == 0 {
		t.Fatalf("%s: %d archives, %v", pattern, len(archives), err)
	}
	for _, archive := range archives {
		data, err := os.ReadFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		head, files := script.Parse(data)
		changed := []byte(head)
		for _, f := range files {
			got := string(f.Data)
			for _, tr := range transports {
				t.Run(filepath.Base(archive)+"/"+f.Name+"/"+tr.name, func(t *testing.T) {
					config := testConfig()
					client := tr.connect(t, newServer(config, newGate()))
					got = play(t, client, string(f.Data), ping)
				})
			}
			changed = fmt.Appendf(changed, "-- %s --\n%s", f.Name, got)
		}
		if *update {
			if err := os.WriteFile(archive, changed, 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// play runs a transcript and returns it with the answers that came.
func play(t *testing.T, c *mcptest.Client, transcript string, ping bool) string {
	revision := "2025-11-25"
	if r := regexp.MustCompile(`(?m)^# revision (\S+)$`).FindStringSubmatch(transcript); r != nil {
		revision = r[1]
	}
	if revision != "none" {
		if _, err := c.Initialize(t.Context(), revision); err != nil {
			t.Fatal(err)
		}
	}
	c.Raw()
	var out strings.Builder
	want := []string(nil)
	lines := strings.Split(strings.TrimSuffix(transcript, "\n"), "\n")
	for i, line := range lines {
		sent, isSent := outgoing(t, line)
		if !isSent {
			if !strings.HasPrefix(line, "< ") {
				out.WriteString(line + "\n")
			}
			continue
		}
		want = want[:0]
		for _, next := range lines[i+1:] {
			answer, ok := strings.CutPrefix(next, "< ")
			if !ok {
				break
			}
			want = append(want, answer)
		}
		out.WriteString(line + "\n")
		got := exchange(t, c, sent, len(want), ping)
		for _, answer := range got {
			out.WriteString("< " + answer + "\n")
		}
		if !*update && !slices.Equal(got, want) {
			t.Errorf("sent %.200q\n got %s\nwant %s", sent, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
	return out.String()
}

var incidents = regexp.MustCompile(`incident [0-9a-f]{12}`)

const pong = `{"jsonrpc":"2.0","id":"still","result":{}}` + "\n"

// exchange sends a line and collects the answers, whose number is known; with ping it then asks whether the server still
// answers, and nothing but the pong may come.
func exchange(t *testing.T, c *mcptest.Client, line string, want int, ping bool) []string {
	before := len(c.Received())
	send := func(line string) {
		if err := c.Send(line + "\n"); err != nil {
			t.Fatal(err)
		}
	}
	await := func(enough func(got []byte) bool) {
		if err := c.Await(t.Context(), func(all []byte) bool { return enough(all[before:]) }); err != nil {
			t.Fatalf("after %.200q: %v, received %s", line, err, c.Received()[before:])
		}
	}
	send(line)
	await(func(got []byte) bool { return bytes.Count(got, []byte("\n")) >= want })
	if ping {
		send(`{"jsonrpc":"2.0","id":"still","method":"ping"}`)
		await(func(got []byte) bool { return bytes.HasSuffix(got, []byte(pong)) })
	}
	text := strings.TrimSuffix(string(c.Received()[before:]), pong)
	text = strings.TrimSuffix(incidents.ReplaceAllString(text, "incident $${incident}"), "\n")
	if text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}

var macro = regexp.MustCompile(`\$\{(\w+)(?: (\d+))?\}`)

// outgoing is the line that a line of a transcript sends, if it does.
func outgoing(t *testing.T, line string) (string, bool) {
	if quoted, ok := strings.CutPrefix(line, ">q "); ok {
		text, err := strconv.Unquote(quoted)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return text, true
	}
	text, ok := strings.CutPrefix(line, "> ")
	return macro.ReplaceAllStringFunc(text, expand), ok
}

func expand(m string) string {
	parts := macro.FindStringSubmatch(m)
	n, _ := strconv.Atoi(parts[2])
	var b strings.Builder
	for i := range n {
		switch parts[1] {
		case "members":
			fmt.Fprintf(&b, `,"k%d":0`, i)
		case "elements":
			b.WriteString(",0")
		case "open":
			b.WriteString("[")
		case "close":
			b.WriteString("]")
		default:
			b.WriteString(parts[1])
		}
	}
	if parts[1] == "members" || parts[1] == "elements" {
		return b.String()[1:]
	}
	return b.String()
}
