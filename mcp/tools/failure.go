package tools

import (
	"context"
	"errors"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

// Fail is what Config.Open returns for a cause that the agent is to be told.
func Fail(c Code) *mcp.Failure { return fail(c, "") }

// fail is a failure of this package's own finding.
func fail(c Code, reason mcp.Symbol) *mcp.Failure {
	r := row(c)
	return &mcp.Failure{Code: mcp.Symbol(c), Reason: reason, Message: r.message, Retry: r.retry}
}

// argumentDetail says which argument breaks which rule of the schema, in the schema's own words.
type argumentDetail struct {
	Problem mcp.Text `json:"problem"`
}

// invalidArguments words what the schema check found (MCP 2025-11-25, tools: input errors are results, not protocol errors).
func invalidArguments(problem string) *mcp.Failure {
	f := fail(InvalidRequest, "arguments")
	f.Detail = argumentDetail{mcp.Text(problem)}
	return f
}

// browserCodes turns the browser's kinds of error into codes.
var browserCodes = []struct {
	kind   error
	code   Code
	reason mcp.Symbol
}{
	{browser.ErrUnavailable, BrowserUnavailable, ""},
	{browser.ErrGone, BrowserGone, ""},
	{browser.ErrClosed, BrowserGone, ""},
	{browser.ErrCrashed, TabCrashed, ""},
	{browser.ErrUnknownTab, UnknownTab, ""},
	{browser.ErrStale, StaleElement, ""},
	{browser.ErrNavigationRefused, NavigationRefused, ""},
	{browser.ErrNavigationFailed, NavigationFailed, ""},
	{browser.ErrTagged, ElementNotFillable, "holds_secret"},
	{browser.ErrNotFillable, ElementNotFillable, ""},
	{browser.ErrFocusLost, FocusLost, ""},
	{browser.ErrNoOption, ElementNotFillable, "no_such_option"},
	{browser.ErrSubmitOrigin, DestinationDenied, "submit_origin_mismatch"},
	{browser.ErrBadKey, InvalidRequest, "key"},
	{browser.ErrUnknownFrame, InvalidRequest, "unknown_frame"},
	{browser.ErrTooMany, TooMany, ""},
	{context.DeadlineExceeded, Uncertain, ""},
}

// failure turns any error of a call into what the agent is told. Its text goes nowhere but to the journal, and there
// only after the redactor has seen it.
func (s *session) failure(tool string, err error) error {
	if f, ok := errors.AsType[*mcp.Failure](err); ok {
		return f
	}
	f := classify(err)
	// A tab that crashes cancels what is under way in it, too, and that somebody waits for.
	if f.Code == mcp.Symbol(InternalError) && (errors.Is(err, context.Canceled) || errors.Is(err, errEnded)) {
		return err // nobody waits for an answer
	}
	s.tools.logger.Warn("tool failed", "session", s.id, "tool", tool, "code", string(f.Code), "reason", string(f.Reason),
		"err", s.redact(err.Error()))
	return f
}

// classify finds the code for an error. A refusal's own code wins, unless it only says that the browser failed.
func classify(err error) *mcp.Failure {
	f := kindOf(err)
	r, ok := errors.AsType[*vault.Refusal](err)
	if !ok {
		return f
	}
	if known := refusal(r); known.Code != mcp.Symbol(InternalError) {
		f = known
	}
	if len(r.Written) > 0 {
		d := refusalDetail{Cleared: r.Cleared}
		for _, key := range r.Written {
			d.Written = append(d.Written, mcp.Text(key))
		}
		f.Detail = d
	}
	return f
}

// kindOf finds the browser's kind of error, which a refusal may carry as its cause.
func kindOf(err error) *mcp.Failure {
	for _, b := range browserCodes {
		if errors.Is(err, b.kind) {
			return fail(b.code, b.reason)
		}
	}
	return fail(InternalError, "")
}

// refusalDetail says what a fill that failed half-way has written, by key, and whether it was cleared again.
type refusalDetail struct {
	Written []mcp.Text `json:"written"`
	Cleared bool       `json:"cleared"`
}

// refusal turns the vault's answer into ours. Its codes are codes of this package; another one is a mistake here.
func refusal(r *vault.Refusal) *mcp.Failure {
	for _, known := range codeTable {
		if string(known.code) != r.Code {
			continue
		}
		f := fail(known.code, mcp.Symbol(r.Reason))
		if known.code == DestinationDenied && r.Reason == "target_not_observed" {
			f.Retry = retryNewSnapshot
		}
		return f
	}
	return fail(InternalError, "")
}
