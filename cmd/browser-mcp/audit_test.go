package main

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"browser-mcp/fsutil"
	"browser-mcp/fsutil/strict"
	"browser-mcp/systemd"
	"browser-mcp/vault"
)

var fillEvent = vault.AuditEvent{
	Event: vault.AuditRefused, Owner: vault.Owner{1, 2, 3}, Secret: "s-1", Tab: "t1", TopOrigin: "https://shop.example",
	Keys: []string{"number"}, Code: "destination_denied", Reason: "selector_mismatch",
}

func TestAuditWritesJournalAndFile(t *testing.T) {
	var journal bytes.Buffer
	path := filepath.Join(t.TempDir(), "audit.jsonl")
	for range 2 { // the second one appends
		a, err := openAudit(path, slog.New(systemd.NewHandler(systemd.HandlerOptions{Fallback: &journal})))
		if err != nil {
			t.Fatal(err)
		}
		a.record(fillEvent)
		if err := a.close(); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.Split(bytes.TrimSpace(data), []byte("\n"))
	if len(lines) != 2 {
		t.Fatalf("%d lines, want 2:\n%s", len(lines), data)
	}
	v, err := strict.Parse(lines[1], strict.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"event": "fill_refused", "ref": "s-1", "origin": "https://shop.example", "code": "destination_denied"} {
		member, _ := v.Get(name)
		if got, err := member.String(); err != nil || got != want {
			t.Errorf("%s = %q, %v; want %q", name, got, err, want)
		}
	}
	for _, want := range []string{"fill refused", "ref=s-1", "code=destination_denied", "origin=https://shop.example"} {
		if !strings.Contains(journal.String(), want) {
			t.Errorf("journal = %s, want %q in it", journal.String(), want)
		}
	}
}

func TestAuditNeedsAPrivateFile(t *testing.T) {
	dir := t.TempDir()
	shared, link := filepath.Join(dir, "shared"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(shared, nil, 0o600), os.Chmod(shared, 0o644), os.Symlink(shared, link)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{shared, link, dir, filepath.Join(dir, "no", "where")} {
		if a, err := openAudit(path, slog.New(slog.DiscardHandler)); codeOf(err) != exitConfig {
			t.Errorf("openAudit(%s) = %v, %v; want it refused", path, a, err)
		}
	}
	if _, err := openAudit(shared, slog.New(slog.DiscardHandler)); !errors.Is(err, fsutil.ErrNotPrivate) {
		t.Errorf("openAudit(shared file) = %v, want %v", err, fsutil.ErrNotPrivate)
	}
}

func TestMessageIDsAreStableAndComplete(t *testing.T) {
	id := regexp.MustCompile(`^[0-9a-f]{32}$`)
	seen := map[string]bool{}
	for _, event := range []string{vault.AuditFill, vault.AuditFilled, vault.AuditRefused} {
		if !id.MatchString(messageIDs[event]) || seen[messageIDs[event]] {
			t.Errorf("MESSAGE_ID of %s = %q, want 32 hex digits of its own", event, messageIDs[event])
		}
		seen[messageIDs[event]] = true
	}
}
