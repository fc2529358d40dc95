package browser

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"browser-mcp/fsutil"
)

// errNoChromium says what was looked for; its text reaches a human through doctor and the journal.
var errNoChromium = errors.New("no Chromium found: install chromium or name one in SBM_CHROME_PATH")

// browserNames are looked for on PATH, in this order.
var browserNames = []string{
	"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "microsoft-edge", "brave-browser",
}

// usualPlaces are looked at when PATH has none of them.
var usualPlaces = []string{
	"/usr/bin", "/usr/local/bin", "/opt/google/chrome", "/opt/microsoft/msedge", "/opt/brave.com/brave", "/snap/bin",
}

// behindWrapper names the executables behind the shell scripts that packagers put on PATH. The scripts add flags from
// files and take 20 ms and more to run; the executable takes the flags that we give and no others.
var behindWrapper = map[string]string{
	"chromium":             "/usr/lib/chromium/chromium",
	"chromium-browser":     "/usr/lib/chromium-browser/chromium-browser",
	"google-chrome":        "/opt/google/chrome/chrome",
	"google-chrome-stable": "/opt/google/chrome/chrome",
	"microsoft-edge":       "/opt/microsoft/msedge/msedge",
	"brave-browser":        "/opt/brave.com/brave/brave",
}

// findChromium returns the executable to start. Whatever named it, it must be a file of root's that no user can write:
// an agent may set PATH as well as SBM_CHROME_PATH in its client's configuration (threats.md rule 4).
func findChromium(getenv func(string) string) (string, error) {
	if path := getenv("SBM_CHROME_PATH"); path != "" {
		if err := fsutil.CheckExecutable(path); err != nil {
			return "", fmt.Errorf("SBM_CHROME_PATH: %w", err)
		}
		return path, nil
	}
	dirs := append(filepath.SplitList(getenv("PATH")), usualPlaces...)
	var refused error
	for _, name := range browserNames {
		for _, dir := range dirs {
			path := filepath.Join(dir, name)
			if info, err := os.Stat(path); err != nil || info.IsDir() {
				continue
			}
			if real := behindWrapper[name]; real != "" && fsutil.CheckExecutable(real) == nil {
				return real, nil
			}
			if refused = fsutil.CheckExecutable(path); refused == nil {
				return path, nil
			}
		}
	}
	if refused != nil {
		return "", refused
	}
	return "", errNoChromium
}

// FindChromium tells a human which executable would be started.
func FindChromium() (string, error) { return findChromium(os.Getenv) }
