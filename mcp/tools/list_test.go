package tools

import (
	"encoding/json"
	"strings"
	"testing"

	"browser-mcp/internal/mcptest"
)

func TestToolsListSizes(t *testing.T) {
	for revision, limit := range map[string]int{"2025-11-25": 32 << 10, "2025-03-26": 18 << 10} {
		r := newRig(t)
		a := r.plain(revision)
		raw, err := a.Request(t.Context(), "tools/list", map[string]any{})
		if err != nil {
			t.Fatal(err)
		}
		if len(raw) > limit {
			t.Errorf("tools/list of %s has %d bytes, limit %d", revision, len(raw), limit)
		}
		t.Logf("tools/list of %s: %d bytes", revision, len(raw))
	}
}

func TestFirstToolReadsOnlyAndTakesNothing(t *testing.T) {
	r := newRig(t)
	a := r.connect()
	tools, err := a.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if first := tools[0]; first.Name != "list_secret_refs" || !first.Annotations.ReadOnly {
		t.Errorf("first tool = %s, read-only %v; want list_secret_refs, true", first.Name, first.Annotations.ReadOnly)
	}
	a.call(tools[0].Name, nil)
	if r.tools.session(a.caller(r)).context != nil {
		t.Error("listing secrets made a browser context")
	}
}

func TestToolNamesOfTheSpecification(t *testing.T) {
	want := []string{"list_secret_refs", "navigate", "go_back", "reload", "snapshot", "click", "type_text", "press_key", "select_option",
		"fill_secret", "list_tabs", "open_tab", "select_tab", "close_tab", "wait_for", "list_network_requests"}
	tools, err := newRig(t).connect().Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tool := range tools {
		got = append(got, tool.Name)
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("tools = %v, want %v", got, want)
	}
}

func TestNoToolTakesASelector(t *testing.T) {
	tools, err := newRig(t).connect().Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		var schema struct {
			Properties map[string]any `json:"properties"`
			Closed     *bool          `json:"additionalProperties"`
		}
		if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		if schema.Closed == nil || *schema.Closed {
			t.Errorf("%s takes unknown arguments", tool.Name)
		}
		for name := range schema.Properties {
			for _, forbidden := range []string{"selector", "code", "script", "expression", "xpath", "pattern", "regexp"} {
				if strings.Contains(name, forbidden) {
					t.Errorf("%s takes an argument %s", tool.Name, name)
				}
			}
		}
	}
}

func TestArgumentsOutsideTheSchema(t *testing.T) {
	a := newRig(t).connect()
	for _, c := range []struct {
		tool      string
		arguments map[string]any
	}{
		{"navigate", nil},
		{"navigate", map[string]any{"url": 1}},
		{"navigate", map[string]any{"url": "http://localhost/", "extra": true}},
		{"navigate", map[string]any{"url": "http://localhost/", "timeout_seconds": 121}},
		{"navigate", map[string]any{"url": "http://localhost/", "wait_until": "soon"}},
		{"snapshot", map[string]any{"max_elements": 1001}},
		{"snapshot", map[string]any{"cursor": "s1.2", "changes_since": "s1"}},
		{"snapshot", map[string]any{"format": "json", "changes_since": "s1"}},
		{"press_key", map[string]any{"key": "a"}},
		{"press_key", map[string]any{"key": "Control+A"}},
		{"fill_secret", map[string]any{"secret_id": "x"}},
		{"fill_secret", map[string]any{"secret_id": "x", "fields": []any{}}},
		{"fill_secret", map[string]any{"secret_id": "x", "element_uid": "e1", "fields": []any{map[string]any{"key": "k", "element_uid": "e1"}}}},
		{"fill_secret", map[string]any{"secret_id": "x", "fields": []any{map[string]any{"key": "k"}}}},
		{"wait_for", nil},
		{"wait_for", map[string]any{"state": "gone"}},
		{"list_network_requests", map[string]any{"since": "yesterday"}},
		{"list_secret_refs", map[string]any{"cursor": "-1"}},
		{"select_option", map[string]any{"element_uid": "e1", "values": []any{}}},
	} {
		a.refused(InvalidRequest, "", c.tool, c.arguments)
	}
	a.call("list_secret_refs", nil)
}

func TestArgumentErrorQuotesNothing(t *testing.T) {
	a := newRig(t).connect()
	result, err := a.Call(t.Context(), "press_key", map[string]any{"key": "hunter2hunter2"})
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(result.Text(), "hunter2") {
		t.Errorf("answer quotes the argument: %s", result.Text())
	}
	if !strings.Contains(result.Text(), "key") {
		t.Errorf("answer does not name the argument: %s", result.Text())
	}
}

func TestInstructionsReachTheClient(t *testing.T) {
	r := newRig(t)
	a := r.plain("")
	got, err := a.Initialize(t.Context(), mcptest.Newest)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"list_secret_refs", "fill_secret", "snapshot", "never ask the user"} {
		if !strings.Contains(got.Instructions, word) {
			t.Errorf("instructions do not say %q", word)
		}
	}
	if len(got.Instructions) > 4096 {
		t.Errorf("instructions have %d bytes, limit 4096", len(got.Instructions))
	}
}
