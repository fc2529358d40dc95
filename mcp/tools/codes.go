package tools

import (
	"fmt"
	"strings"

	"browser-mcp/mcp"
)

// Code is an agent-visible error code. The constants below and the table are the only list; the README's is printed
// from it (go generate).
type Code mcp.Symbol

//go:generate go run gen.go

// The codes of a failed call.
const (
	InvalidRequest     Code = "invalid_request"
	UnknownSecret      Code = "unknown_secret"
	DestinationDenied  Code = "destination_denied"
	DocumentTainted    Code = "document_tainted"
	DocumentScripted   Code = "document_scripted"
	StaleElement       Code = "stale_element"
	ElementNotFillable Code = "element_not_fillable"
	FocusLost          Code = "focus_lost"
	FillIncomplete     Code = "fill_incomplete"
	PayloadInvalid     Code = "payload_invalid"
	ApprovalFailed     Code = "approval_failed"
	BackendError       Code = "backend_error"
	NavigationRefused  Code = "navigation_refused"
	NavigationFailed   Code = "navigation_failed"
	UnknownTab         Code = "unknown_tab"
	TabCrashed         Code = "tab_crashed"
	BrowserUnavailable Code = "browser_unavailable"
	BrowserGone        Code = "browser_gone"
	NeedsDaemon        Code = "needs_daemon"
	NotConfigured      Code = "not_configured"
	Busy               Code = "busy"
	TooMany            Code = "too_many"
	Uncertain          Code = "uncertain"
	InternalError      Code = "internal_error"
)

// What to do after a failure.
const (
	retryNever       mcp.Symbol = "never"
	retryNewSnapshot mcp.Symbol = "new_snapshot"
	retryWait        mcp.Symbol = "wait"
	retryAskUser     mcp.Symbol = "ask_user"
	retryRestartFill mcp.Symbol = "restart_fill"
)

// codeRow documents one code.
type codeRow struct {
	code    Code
	message string // the fixed sentence a client gets
	retry   mcp.Symbol
}

var codeTable = []codeRow{
	{InvalidRequest, "The arguments do not fit the tool's schema, or contradict each other.", retryNever},
	{UnknownSecret, "There is no stored secret with this id; list_secret_refs has the ids.", retryNever},
	{DestinationDenied, "The secret's binding does not allow this place. This is policy: report it, do not work around it.", retryAskUser},
	{DocumentTainted, "This page holds a filled secret, so what was asked for is refused here.", retryNever},
	{DocumentScripted, "Code has run in pages of this site in this session, so nothing is filled there.", retryAskUser},
	{StaleElement, "The element, or the document it was in, is gone. Take a new snapshot.", retryNewSnapshot},
	{ElementNotFillable, "The element does not take this: it is hidden, disabled, read-only, holds a secret, or is of another kind.", retryNewSnapshot},
	{FocusLost, "The page moved the focus away before anything was written.", retryNewSnapshot},
	{FillIncomplete, "The field did not take the whole value.", retryAskUser},
	{PayloadInvalid, "The stored value lacks a part that was asked for, or holds what no field takes.", retryAskUser},
	{ApprovalFailed, "The secret needs a person's approval, which this version cannot ask for.", retryAskUser},
	{BackendError, "The secret store could not be read.", retryWait},
	{NavigationRefused, "Only http and https addresses that the operator allows can be opened, without user or password in them.", retryNever},
	{NavigationFailed, "The page could not be loaded.", retryWait},
	{UnknownTab, "There is no such tab in this session; list_tabs has the ids.", retryNever},
	{TabCrashed, "The tab's page crashed. Reload it or navigate.", retryWait},
	{BrowserUnavailable, "The browser could not be started; the person who runs it can ask `browser-mcp doctor` why.", retryWait},
	{BrowserGone, "The browser was lost during the call. The next call starts a new one; tabs and fills are gone.", retryWait},
	{NeedsDaemon, "This needs the browser-mcp daemon, which does not run.", retryAskUser},
	{NotConfigured, "The configuration is not usable; the person who runs it can ask `browser-mcp doctor` why.", retryAskUser},
	{Busy, "Another fill of this session is being written.", retryWait},
	{TooMany, "A limit of this session is reached; close what is no longer needed.", retryNever},
	{Uncertain, "The browser did not answer in time. The action may have happened; look before repeating it.", retryNewSnapshot},
	{InternalError, "Something went wrong on our side; details are in the journal.", retryWait},
}

// row returns the table's row for c. A code without one is a mistake of this package.
func row(c Code) codeRow {
	for _, r := range codeTable {
		if r.code == c {
			return r
		}
	}
	panic("tools: internal error: code without a row")
}

// CodesMarkdown is the table for the README.
func CodesMarkdown() string {
	var b strings.Builder
	b.WriteString("| code | meaning | retry |\n|---|---|---|\n")
	for _, r := range codeTable {
		fmt.Fprintf(&b, "| `%s` | %s | `%s` |\n", r.code, r.message, r.retry)
	}
	return b.String()
}
