package e2e

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"testing"
	"time"

	"browser-mcp/cdp/browser"
	"browser-mcp/internal/program"
	"browser-mcp/systemd/spawn"
)

// helperWord makes this binary be the browser's helper.
const helperWord = "browser-helper-of-the-tests"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == helperWord {
		fmt.Fprintln(os.Stderr, browser.RunHelper(context.Background(), slog.New(slog.DiscardHandler)))
		os.Exit(1)
	}
	program.Main(closing{m})
}

// closing ends the shared browser after the tests.
type closing struct{ m *testing.M }

func (c closing) Run() int {
	code := c.m.Run()
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := sharedBrowser().Close(ctx); err != nil && code == 0 {
		fmt.Fprintln(os.Stderr, "e2e: closing the browser:", err)
		return 1
	}
	return code
}

// sharedBrowser is one Chromium for all tests that do not end theirs: sessions have contexts of their own in it.
var sharedBrowser = sync.OnceValue(func() *browser.Browser { return newBrowser(browserLog) })

// browserLog is what the shared browser says, of all tests.
var browserLog = &record{}

func newBrowser(log *record) *browser.Browser {
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
			return p, nil
		},
		Launch: browser.LaunchOptions{Headless: true}, Logger: log.logger(),
	})
}
