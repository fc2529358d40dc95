package main

// The voice of the commands. Every message to a human is one line on standard error that begins with the program's
// name and its kind: `browser-mcp: error: …`, then `browser-mcp: hint: …` lines that name the next step, or
// `browser-mcp: warning: …`. Results go to standard output. No line repeats an argument's value: a password typed
// in the wrong place must not end up in a log.

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// failure is the error that a command ends with: an exit code, one sentence and the next steps.
type failure struct {
	code  int
	text  string
	hints []string
	cause error // for errors.Is only; its text is already in text where a human may see it
}

// Error and Unwrap make a failure an error like any other.
func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.cause }

// failf returns a failure without hints. A %w verb is kept as the cause.
func failf(code int, format string, args ...any) *failure {
	err := fmt.Errorf(format, args...)
	return &failure{code: code, text: err.Error(), cause: errors.Unwrap(err)}
}

// hint adds a next step and returns f.
func (f *failure) hint(format string, args ...any) *failure {
	f.hints = append(f.hints, fmt.Sprintf(format, args...))
	return f
}

// codeOf returns the exit code for err, exitInternal for an error that no command classified.
func codeOf(err error) int {
	if err == nil {
		return exitOK
	}
	if f, ok := errors.AsType[*failure](err); ok {
		return f.code
	}
	if q, ok := errors.AsType[quietExit](err); ok {
		if q < 0 { // ended by a signal
			return exitFailed
		}
		return int(q)
	}
	return exitInternal
}

// report prints err in the voice and, when asJSON, the same as an object on out.
func report(out, errOut io.Writer, err error, asJSON bool) {
	if _, quiet := errors.AsType[quietExit](err); quiet {
		return
	}
	f, ok := errors.AsType[*failure](err)
	if !ok {
		f = &failure{code: exitInternal, text: err.Error()}
	}
	say(errOut, "error", f.text)
	for _, h := range f.hints {
		say(errOut, "hint", h)
	}
	if asJSON {
		writeJSON(out, map[string]any{"error": map[string]any{"message": f.text, "hints": f.hints, "exit": f.code}})
	}
}

// warn prints a warning that does not change the exit code.
func warn(w io.Writer, format string, args ...any) { say(w, "warning", fmt.Sprintf(format, args...)) }

// say prints one line; control characters are replaced so that no text can forge a second line or move the cursor.
func say(w io.Writer, kind, text string) {
	fmt.Fprintf(w, "browser-mcp: %s: %s\n", kind, printable(text))
}

// printable replaces what a terminal would act on by a space, and bidirectional controls by nothing.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x20 || (r >= 0x7f && r < 0xa0):
			return ' '
		case (r >= 0x202a && r <= 0x202e) || (r >= 0x2066 && r <= 0x2069) || r == 0x200e || r == 0x200f:
			return -1
		}
		return r
	}, s)
}

// compactJSON writes v on one line, without HTML escapes.
func compactJSON(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("browser-mcp: internal error: value does not encode: " + err.Error())
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// writeJSON prints v as one indented JSON document, without HTML escapes.
func writeJSON(w io.Writer, v any) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic("browser-mcp: internal error: result does not encode: " + err.Error())
	}
}
