package browser

import (
	"encoding/json"
	"fmt"
	"regexp"

	"browser-mcp/fsutil/strict"
)

// LaunchOptions say what the helper is asked for. What it grants is its own decision.
type LaunchOptions struct {
	Headless bool     // no window
	Args     []string // further flags for Chromium, from the allow-list
	Profile  string   // name of a persistent profile; empty means a throw-away one
}

// launchRequest is LaunchOptions on the wire: one strict JSON object and a NUL.
type launchRequest struct {
	Headless bool     `json:"headless"`
	Args     []string `json:"args"`
	Profile  string   `json:"profile"`
}

// launchHello is the helper's answer: the process that becomes Chromium.
type launchHello struct {
	PID int `json:"pid"`
}

const (
	maxRequest = 16 << 10 // bytes
	maxArgs    = 64
)

var profileName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

func (o LaunchOptions) encode() ([]byte, error) {
	if o.Args == nil {
		o.Args = []string{}
	}
	return json.Marshal(launchRequest(o))
}

// decodeRequest reads what the daemon asked for, and believes none of it before it is checked.
func decodeRequest(data []byte) (LaunchOptions, error) {
	var r launchRequest
	if err := strict.Unmarshal(data, &r, strict.Limits{Bytes: maxRequest, Depth: 2, Members: 3, Elements: maxArgs}); err != nil {
		return LaunchOptions{}, fmt.Errorf("launch request: %w", err)
	}
	if r.Profile != "" && !profileName.MatchString(r.Profile) {
		return LaunchOptions{}, fmt.Errorf("launch request: profile name breaks the rule %s", profileName)
	}
	return LaunchOptions(r), nil
}
