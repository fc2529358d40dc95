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

	hosts []string // the only hosts that Chromium may resolve; none means all
}

// launchRequest is LaunchOptions on the wire: one strict JSON object and a NUL.
type launchRequest struct {
	Headless bool     `json:"headless"`
	Args     []string `json:"args"`
	Profile  string   `json:"profile"`
	Hosts    []string `json:"hosts"`
}

// launchHello is the helper's answer: the process that becomes Chromium.
type launchHello struct {
	PID int `json:"pid"`
}

const (
	maxRequest = 16 << 10 // bytes
	maxArgs    = 64
)

// hostPattern keeps a list of hosts a list of hosts: a blank or a comma would begin another rule.
var hostPattern = regexp.MustCompile(`^(\*\.)?[A-Za-z0-9._:\[\]-]{1,253}$`)

var profileName = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,31}$`)

func (o LaunchOptions) encode() ([]byte, error) {
	r := launchRequest{Headless: o.Headless, Args: o.Args, Profile: o.Profile, Hosts: o.hosts}
	if r.Args == nil {
		r.Args = []string{}
	}
	if r.Hosts == nil {
		r.Hosts = []string{}
	}
	return json.Marshal(r)
}

// decodeRequest reads what the daemon asked for, and believes none of it before it is checked.
func decodeRequest(data []byte) (LaunchOptions, error) {
	var r launchRequest
	if err := strict.Unmarshal(data, &r, strict.Limits{Bytes: maxRequest, Depth: 2, Members: 4, Elements: maxArgs}); err != nil {
		return LaunchOptions{}, fmt.Errorf("launch request: %w", err)
	}
	if r.Profile != "" && !profileName.MatchString(r.Profile) {
		return LaunchOptions{}, fmt.Errorf("launch request: profile name breaks the rule %s", profileName)
	}
	for _, host := range r.Hosts {
		if !hostPattern.MatchString(host) {
			return LaunchOptions{}, fmt.Errorf("launch request: host breaks the rule %s", hostPattern)
		}
	}
	return LaunchOptions{Headless: r.Headless, Args: r.Args, Profile: r.Profile, hosts: r.Hosts}, nil
}
