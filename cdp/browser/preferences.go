package browser

import (
	"encoding/json"
	"os"
	"path/filepath"
)

// preferences turn off what would remember, complete, judge or send what is typed. An off-the-record context takes
// them from its profile.
var preferences = map[string]any{
	"alternate_error_pages": map[string]any{"enabled": false},
	"autofill": map[string]any{
		"credit_card_enabled": false,
		"enabled":             false,
		"profile_enabled":     false,
	},
	"credentials_enable_autosignin": false,
	"credentials_enable_service":    false,
	"dns_prefetching":               map[string]any{"enabled": false},
	"net":                           map[string]any{"network_prediction_options": 2}, // never
	"payments":                      map[string]any{"can_make_payment_enabled": false},
	"profile": map[string]any{
		"password_manager_enabled":        false,
		"password_manager_leak_detection": false,
	},
	"safebrowsing":         map[string]any{"enabled": false, "enhanced": false},
	"search":               map[string]any{"suggest_enabled": false},
	"signin":               map[string]any{"allowed": false},
	"spellcheck":           map[string]any{"use_spelling_service": false},
	"translate":            map[string]any{"enabled": false},
	"url_keyed_anonymized": map[string]any{"data_collection": map[string]any{"enabled": false}},
}

// writePreferences puts them into a new user data directory. One that has preferences already keeps its own, with ours
// on top: the operator's profile must not lose what its human set.
func writePreferences(userDataDir string) error {
	dir := filepath.Join(userDataDir, "Default")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(dir, "Preferences")
	present := map[string]any{}
	if data, err := os.ReadFile(path); err == nil {
		if err := json.Unmarshal(data, &present); err != nil {
			return err
		}
	}
	overlay(present, preferences)
	data, err := json.Marshal(present)
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// overlay sets every leaf of top in bottom.
func overlay(bottom, top map[string]any) {
	for key, value := range top {
		group, isGroup := value.(map[string]any)
		if !isGroup {
			bottom[key] = value
			continue
		}
		below, ok := bottom[key].(map[string]any)
		if !ok {
			below = map[string]any{}
			bottom[key] = below
		}
		overlay(below, group)
	}
}
