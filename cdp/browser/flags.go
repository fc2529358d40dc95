package browser

import (
	"errors"
	"fmt"
	"strings"
)

// ErrFlag is wrapped when a flag for Chromium is not allowed.
var ErrFlag = errors.New("browser: flag not allowed")

// allowedFlags are the flags that an operator may add. It is a list of what is allowed, not of what is dangerous:
// Chromium has some two thousand flags, and dozens of them hand the browser to somebody else (threats.md rule 4: no
// resolver, proxy, certificate, command-prefix, subprocess, net-log, key-log, profile or debugging flags).
var allowedFlags = map[string]bool{
	"--accept-lang":                   true,
	"--autoplay-policy":               true,
	"--disable-dev-shm-usage":         true,
	"--disable-gpu":                   true,
	"--disable-lcd-text":              true,
	"--disable-smooth-scrolling":      true,
	"--disable-software-rasterizer":   true,
	"--enable-gpu-rasterization":      true,
	"--font-render-hinting":           true,
	"--force-color-profile":           true,
	"--force-dark-mode":               true,
	"--force-device-scale-factor":     true,
	"--force-prefers-reduced-motion":  true,
	"--hide-scrollbars":               true,
	"--kiosk":                         true,
	"--lang":                          true,
	"--mute-audio":                    true,
	"--ozone-platform":                true,
	"--ozone-platform-hint":           true,
	"--password-store":                true, // checked: only basic
	"--renderer-process-limit":        true,
	"--start-fullscreen":              true,
	"--start-maximized":               true,
	"--touch-events":                  true,
	"--use-angle":                     true,
	"--use-gl":                        true,
	"--window-position":               true,
	"--window-size":                   true,
	"--no-first-run":                  true, // ours anyway
	"--no-default-browser-check":      true, // ours anyway
	"--disable-background-networking": true, // ours anyway
	"--disable-extensions":            true, // ours anyway
	"--disable-sync":                  true, // ours anyway
}

// noSandbox is the one flag that needs a word from the operator's environment beside it.
const noSandbox = "--no-sandbox"

// checkFlags judges flags that were added to our own. The error wraps ErrFlag and names the first flag that is refused,
// without its value.
func checkFlags(flags []string, allowNoSandbox bool) error {
	for _, flag := range flags {
		name, value, _ := strings.Cut(flag, "=")
		switch {
		case !strings.HasPrefix(name, "--"):
			return fmt.Errorf("%w: %.64q is not a flag", ErrFlag, name)
		case name == noSandbox && !allowNoSandbox:
			return fmt.Errorf("%w: %s needs SBM_ALLOW_NO_SANDBOX=1", ErrFlag, noSandbox)
		case name == noSandbox:
		case !allowedFlags[name]:
			return fmt.Errorf("%w: %.64q is not on the list", ErrFlag, name)
		case name == "--password-store" && value != "basic":
			return fmt.Errorf("%w: %s other than basic", ErrFlag, name)
		}
	}
	return nil
}

// ourFlags are what Chromium is always started with.
func ourFlags(userDataDir string, headless bool) []string {
	flags := []string{
		"--remote-debugging-pipe", // descriptors 3 and 4; no port that somebody else could reach
		"--user-data-dir=" + userDataDir,
		"--no-first-run",
		"--no-default-browser-check",
		"--no-startup-window",
		"--no-pings",
		"--no-service-autorun",
		"--password-store=basic",
		"--disable-back-forward-cache", // rule 7: going back makes a new document
		"--disable-background-networking",
		"--disable-breakpad",
		"--disable-client-side-phishing-detection",
		"--disable-component-extensions-with-background-pages",
		"--disable-component-update",
		"--disable-crash-reporter",
		"--disable-default-apps",
		"--disable-domain-reliability",
		"--disable-extensions",
		"--disable-field-trial-config",
		"--disable-hang-monitor",
		"--disable-prompt-on-repost",
		"--disable-search-engine-choice-screen",
		"--disable-sync",
		"--metrics-recording-only",
		"--disable-features=" + strings.Join(disabledFeatures, ","),
	}
	if headless {
		flags = append(flags, "--headless", "--hide-scrollbars", "--mute-audio")
	}
	return flags
}

// resolverFlag keeps Chromium from reaching any host but these, by whatever way: sockets and workers do not pass the
// checks that a page's requests pass.
func resolverFlag(hosts []string) string {
	rules := []string{"MAP * ~NOTFOUND"}
	for _, host := range hosts {
		rules = append(rules, "EXCLUDE "+host)
		if strings.Contains(host, ":") {
			rules = append(rules, "EXCLUDE "+bracketed(strings.Trim(host, "[]")))
		}
	}
	return "--host-resolver-rules=" + strings.Join(rules, ",")
}

// disabledFeatures are features that send something away, remember something, or put a document where we do not see it.
var disabledFeatures = []string{
	"AutofillServerCommunication",
	"BackForwardCache",
	"CertificateTransparencyComponentUpdater",
	"DialMediaRouteProvider",
	"HttpsUpgrades",
	"InterestFeedContentSuggestions",
	"MediaRouter",
	"NetworkPrediction",
	"NoStatePrefetch",
	"OptimizationHints",
	"PasswordLeakDetection",
	"PreconnectToSearch",
	"Prerender2",
	"SafeBrowsingEnhancedProtection",
	"SpeculationRulesPrefetchFuture",
	"Translate",
	"WebUIOmniboxAimPopup",
	"WebUIOmniboxFullPopup",
	"WebUIOmniboxPopup",
}
