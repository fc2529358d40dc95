package threat

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"browser-mcp/cdp/browser"
	"browser-mcp/internal/asuser"
	"browser-mcp/internal/tap"
	"browser-mcp/systemd/spawn"
)

// helperWord makes the test binary be the browser's helper.
const helperWord = "browser-helper-of-the-tests"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == helperWord {
		fmt.Fprintln(os.Stderr, browser.RunHelper(context.Background(), slog.New(slog.DiscardHandler)))
		os.Exit(1)
	}
	asuser.Main(closing{m})
}

// closing ends the browser after the tests.
type closing struct{ m *testing.M }

func (c closing) Run() int {
	code := c.m.Run()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := theBrowser().Close(ctx); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, "closing the browser:", err)
		return 1
	}
	return code
}

// aside is the attacker's hand in the browser.
var aside = tap.New()

// theBrowser is one Chromium for all tests of the package; each connection has a context of its own in it.
var theBrowser = sync.OnceValue(func() *browser.Browser {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	h := spawn.Helper{Command: []string{self, helperWord}, Env: os.Environ()}
	return browser.New(browser.Config{
		Start: func(ctx context.Context, request []byte) (browser.Process, error) {
			p, err := h.Start(ctx, request)
			if err != nil {
				return nil, err
			}
			return aside.Wrap(p), nil
		},
		Launch: browser.LaunchOptions{Headless: true},
	})
})
