package browser

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestThreatFlagsAreAnAllowList(t *testing.T) {
	for _, flag := range []string{
		"--remote-debugging-port=9222", "--remote-debugging-address=0.0.0.0", "--remote-debugging-pipe", "--load-extension=/x",
		"--user-data-dir=/x", "--disable-web-security", "--no-sandbox", "--disable-setuid-sandbox", "--host-resolver-rules=MAP * 1.1.1.1",
		"--proxy-server=evil:1", "--proxy-pac-url=x", "--ignore-certificate-errors", "--ignore-certificate-errors-spki-list=x",
		"--renderer-cmd-prefix=/x", "--utility-cmd-prefix=/x", "--gpu-launcher=/x", "--browser-subprocess-path=/x", "--log-net-log=/x",
		"--ssl-key-log-file=/x", "--enable-features=BackForwardCache", "--disable-features=X", "--js-flags=x", "--single-process",
		"--no-zygote", "--allow-file-access-from-files", "--disable-site-isolation-trials", "--enable-automation", "--profile-directory=x",
		"--password-store=gnome-libsecret", "--unsafely-treat-insecure-origin-as-secure=x", "-g", "http://evil.example/", "", "--", "--LANG=x",
	} {
		err := checkFlags([]string{"--lang=de", flag}, false)
		if !errors.Is(err, ErrFlag) {
			t.Errorf("checkFlags(%q) = %v, want ErrFlag", flag, err)
			continue
		}
		if name, value, _ := strings.Cut(flag, "="); len(value) > 3 && strings.Contains(err.Error(), value) || !strings.Contains(err.Error(), name) {
			t.Errorf("checkFlags(%q) = %v: names the flag and not its value", flag, err)
		}
	}
}

func TestFlagsAllowed(t *testing.T) {
	flags := []string{"--lang=de", "--window-size=800,600", "--force-device-scale-factor=2", "--password-store=basic", "--disable-gpu"}
	if err := checkFlags(flags, false); err != nil {
		t.Errorf("checkFlags(%q) = %v", flags, err)
	}
	if err := checkFlags([]string{noSandbox}, true); err != nil {
		t.Errorf("checkFlags(%s) with the operator's word = %v", noSandbox, err)
	}
}

func TestOurFlagsHoldTheInvariants(t *testing.T) {
	flags := ourFlags("/d", true)
	for _, want := range []string{
		"--remote-debugging-pipe", "--user-data-dir=/d", "--disable-extensions", "--disable-back-forward-cache", "--disable-sync",
		"--disable-breakpad", "--no-startup-window", "--headless",
	} {
		if !slices.Contains(flags, want) {
			t.Errorf("flags lack %s", want)
		}
	}
	for _, flag := range flags {
		if strings.HasPrefix(flag, noSandbox) || strings.HasPrefix(flag, "--remote-debugging-port") {
			t.Errorf("flags have %s", flag)
		}
	}
	if slices.Contains(ourFlags("/d", false), "--headless") {
		t.Error("visible browser started headless")
	}
}

func TestSplitArgs(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"  \t\n ", nil},
		{"--a --b=c", []string{"--a", "--b=c"}},
		{`--a="b c" '--d=e f'`, []string{"--a=b c", "--d=e f"}},
		{`--a=b\ c \-\-d`, []string{"--a=b c", "--d"}},
		{`"" ''`, []string{"", ""}},
		{`"a\"b\\c\d"`, []string{`a"b\c\d`}},
		{`'a\'b`, []string{`a\b`}},
		{`a'b'"c"d`, []string{"abcd"}},
		{`$HOME * ~ ;`, []string{"$HOME", "*", "~", ";"}},
	} {
		if got, err := SplitArgs(tt.text); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("SplitArgs(%q) = %q, %v, want %q", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{`"a`, `'a`, `a\`, `"a\"`, `--x='`} {
		if got, err := SplitArgs(text); !errors.Is(err, errQuote) {
			t.Errorf("SplitArgs(%q) = %q, %v, want errQuote", text, got, err)
		}
	}
}

// FuzzSplitArgs quotes words as a shell would and gets them back.
func FuzzSplitArgs(f *testing.F) {
	f.Add("--a=b c", "d'e", `f"g\`)
	f.Add("", " ", "\n")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		words := []string{a, b, c}
		quoted := make([]string, len(words))
		for i, word := range words {
			quoted[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		if got, err := SplitArgs(strings.Join(quoted, " ")); err != nil || !slices.Equal(got, words) {
			t.Fatalf("SplitArgs(%q) = %q, %v", quoted, got, err)
		}
		_, _ = SplitArgs(a) // and nothing makes it stumble
	})
}
