package tools

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

// The table stands between these lines of the README.
const codesBegin, codesEnd = "<!-- codes -->\n", "<!-- /codes -->"

func TestReadmeListsCodes(t *testing.T) {
	const path = "../../README.md"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(data), codesBegin)
	got, _, closed := strings.Cut(rest, codesEnd)
	if !found || !closed {
		t.Fatalf("README.md has no block between %q and %q", codesBegin, codesEnd)
	}
	if got != CodesMarkdown() {
		t.Error("README.md lists other codes than codes.go; run: go generate ./mcp/tools")
	}
}

func TestCodesAreSymbolsListedOnce(t *testing.T) {
	retries := []mcp.Symbol{retryNever, retryNewSnapshot, retryWait, retryAskUser, retryRestartFill}
	seen := map[Code]bool{}
	for _, r := range codeTable {
		if seen[r.code] {
			t.Errorf("code %s is listed twice", r.code)
		}
		seen[r.code] = true
		if !slices.Contains(retries, r.retry) || r.message == "" || strings.Trim(string(r.code), "abcdefghijklmnopqrstuvwxyz_") != "" {
			t.Errorf("row %+v is malformed", r)
		}
	}
}

func TestEveryRefusalHasACode(t *testing.T) {
	for _, code := range vault.RefusalCodes() {
		f := classify(&vault.Refusal{Code: code, Err: errTest})
		if string(f.Code) != code {
			t.Errorf("classify(refusal %s) = code %s", code, f.Code)
		}
	}
}

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		err    error
		code   Code
		reason mcp.Symbol
	}{
		{browser.ErrUnavailable, BrowserUnavailable, ""},
		{browser.ErrGone, BrowserGone, ""},
		{browser.ErrCrashed, TabCrashed, ""},
		{browser.ErrUnknownTab, UnknownTab, ""},
		{browser.ErrStale, StaleElement, ""},
		{browser.ErrNavigationRefused, NavigationRefused, ""},
		{browser.ErrNavigationFailed, NavigationFailed, ""},
		{browser.ErrTagged, ElementNotFillable, "holds_secret"},
		{browser.ErrNotFillable, ElementNotFillable, ""},
		{browser.ErrNoOption, ElementNotFillable, "no_such_option"},
		{browser.ErrFocusLost, FocusLost, ""},
		{browser.ErrSubmitOrigin, DestinationDenied, "submit_origin_mismatch"},
		{browser.ErrTooMany, TooMany, ""},
		{context.DeadlineExceeded, Uncertain, ""},
		{errTest, InternalError, ""},
		{&vault.Refusal{Code: "no such code"}, InternalError, ""},
		{&vault.Refusal{Code: "internal_error", Err: browser.ErrGone}, BrowserGone, ""},
		{&vault.Refusal{Code: "destination_denied", Reason: "unbound_secret"}, DestinationDenied, "unbound_secret"},
	} {
		f := classify(fmt.Errorf("doing something: %w", c.err))
		if Code(f.Code) != c.code || f.Reason != c.reason {
			t.Errorf("classify(%v) = %s %s, want %s %s", c.err, f.Code, f.Reason, c.code, c.reason)
		}
		if f.Message != row(Code(f.Code)).message {
			t.Errorf("classify(%v) has the message %q, want the table's", c.err, f.Message)
		}
	}
}

func TestFailuresSayNothingElse(t *testing.T) {
	r := newRig(t)
	r.shelf.broken = errTest
	a := r.connect()
	a.refused(BackendError, "", "list_secret_refs", nil)
	if strings.Contains(string(a.Received()), "must not reach") {
		t.Errorf("the store's error reached the agent: %s", a.Received())
	}
}

func TestRefusalTellsWhatWasWritten(t *testing.T) {
	f := classify(&vault.Refusal{Code: "fill_incomplete", Written: []string{"number"}, Cleared: true})
	d, ok := f.Detail.(refusalDetail)
	if !ok || !slices.Equal(d.Written, []mcp.Text{"number"}) || !d.Cleared {
		t.Errorf("Detail = %#v, want number written and cleared", f.Detail)
	}
}

func TestCancelledCallIsNotAFailure(t *testing.T) {
	s := newSession(newRig(t).tools, mcp.Caller{})
	if err := s.failure("click", context.Canceled); !errors.Is(err, context.Canceled) {
		t.Errorf("failure(canceled) = %v, want it unchanged", err)
	}
	crashed := fmt.Errorf("%w: %w", browser.ErrCrashed, context.Canceled)
	if f, ok := s.failure("click", crashed).(*mcp.Failure); !ok || f.Code != mcp.Symbol(TabCrashed) {
		t.Errorf("failure(%v) = %v, want %s", crashed, f, TabCrashed)
	}
}
