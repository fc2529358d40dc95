package e2e

import (
	"encoding/json"
	"regexp"
	"slices"
	"testing"
)

// toolNames are the tools of this version, in the order of the list.
var toolNames = []string{
	"list_secret_refs", "navigate", "go_back", "reload", "snapshot", "click", "type_text", "press_key", "select_option",
	"fill_secret", "list_tabs", "open_tab", "select_tab", "close_tab", "wait_for", "list_network_requests",
}

// evaluating names what an agent's own script or selector would come in by.
var evaluating = regexp.MustCompile(`(?i)eval|script|selector|xpath|expression|function|javascript|inject|cdp|devtools`)

func TestToolsHaveNoEvaluation(t *testing.T) {
	tools, err := newHouse(t).agent().Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range tools {
		names = append(names, tool.Name)
		var schema struct {
			Properties map[string]json.RawMessage `json:"properties"`
		}
		if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		for argument := range schema.Properties {
			if evaluating.MatchString(argument) {
				t.Errorf("%s takes an argument %s", tool.Name, argument)
			}
		}
		if evaluating.MatchString(tool.Name) {
			t.Errorf("there is a tool %s", tool.Name)
		}
	}
	if !slices.Equal(names, toolNames) {
		t.Errorf("tools = %q, want %q", names, toolNames)
	}
}

// Each tool says which arguments it has and which it needs; what a client sends is held against exactly that, before
// anything is done: no tab is opened for a call that is refused.
func TestSchemasRejectUnknownAndMissingArguments(t *testing.T) {
	h := newHouse(t)
	a := h.agent()
	tools, err := a.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range tools {
		var schema struct {
			Required []string `json:"required"`
		}
		if err := json.Unmarshal(tool.InputSchema, &schema); err != nil {
			t.Fatal(err)
		}
		a.refused("invalid_request", "arguments", tool.Name, args{"no_such_argument": 1})
		full := args{}
		for _, name := range schema.Required {
			full[name] = valid[name]
		}
		for _, name := range schema.Required {
			without := args{}
			for other, value := range full {
				if other != name {
					without[other] = value
				}
			}
			a.refused("invalid_request", "arguments", tool.Name, without)
			wrong := args{name: map[string]any{}}
			for other, value := range without {
				wrong[other] = value
			}
			a.refused("invalid_request", "arguments", tool.Name, wrong)
		}
	}
	if text := a.call("list_tabs", nil).Text(); text != `{"tabs":[]}` {
		t.Errorf("tabs after refused calls = %s, want none", text)
	}
	if h.exports() != 0 {
		t.Error("a refused call exported a secret")
	}
}

// valid are values for each argument that a tool requires.
var valid = args{
	"url": "http://localhost/", "element_uid": "e1", "text": "x", "key": "Tab", "values": []string{"x"}, "secret_id": "x", "tabId": "t1",
}
