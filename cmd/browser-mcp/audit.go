package main

// Audit lines: each fill, refusal and the like is one entry of the journal with a stable MESSAGE_ID and without values
// (design.md, rule 8), and one JSON line of the audit log where the operator named one.

import (
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"browser-mcp/fsutil"
	"browser-mcp/vault"
)

// auditLog writes audit events.
type auditLog struct {
	logger *slog.Logger

	mu   sync.Mutex
	file *os.File // nil: the journal only
}

// openAudit opens the file at path for appending, if there is one.
func openAudit(path string, logger *slog.Logger) (*auditLog, error) {
	a := &auditLog{logger: logger}
	if path == "" {
		return a, nil
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, failf(exitConfig, "opening the audit log %s: %w", filepath.Base(path), err)
	}
	if err := checkAudit(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	a.file = f
	return a, nil
}

// checkAudit insists on a file of ours that nobody else reads or writes.
func checkAudit(f *os.File) error {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFREG || int(st.Uid) != os.Geteuid() || st.Mode&0o077 != 0 {
		return failf(exitConfig, "the audit log: %w", fsutil.ErrNotPrivate).hint("it must be a file of yours with mode 0600")
	}
	return nil
}

// messageIDs of the audit entries (systemd.journal-fields(7), MESSAGE_ID=). They never change.
var messageIDs = map[string]string{
	vault.AuditFill:    "6f1c0f2b7a0f4b0c9f0d2c7e1b5a4d31",
	vault.AuditFilled:  "0b8d2f64c3e94a55a1f7d06c58e2b97f",
	vault.AuditRefused: "d95c7a1e4b3847d88e60f2a9c1734b06",
}

// record writes one event. The owner stays out: it is what a session is known by inside, and the journal is read by
// more than the session.
func (a *auditLog) record(e vault.AuditEvent) {
	attributes := []any{
		"message_id", messageIDs[e.Event], "event", e.Event, "ref", string(e.Secret), "tab", e.Tab,
		"origin", e.TopOrigin, "frame_origin", e.FrameOrigin, "keys", e.Keys, "written", e.Written,
		"code", e.Code, "reason", e.Reason,
	}
	if e.Event == vault.AuditRefused {
		a.logger.Warn("fill refused", attributes...)
	} else {
		a.logger.Info("secret fill", attributes...)
	}
	if err := a.append(e); err != nil {
		a.logger.Error("writing the audit log", "err", err)
	}
}

// auditLine is one line of the audit log.
type auditLine struct {
	Time        string   `json:"time"`
	Event       string   `json:"event"`
	Reference   string   `json:"ref,omitempty"`
	Tab         string   `json:"tab,omitempty"`
	Origin      string   `json:"origin,omitempty"`
	FrameOrigin string   `json:"frameOrigin,omitempty"`
	Keys        []string `json:"keys,omitempty"`
	Written     []string `json:"written,omitempty"`
	Code        string   `json:"code,omitempty"`
	Reason      string   `json:"reason,omitempty"`
}

// append writes one line of the file. A full disk must not stop a fill half-way, so the caller logs the error and goes on.
func (a *auditLog) append(e vault.AuditEvent) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file == nil {
		return nil
	}
	line, err := json.Marshal(auditLine{
		time.Now().UTC().Format(time.RFC3339Nano), e.Event, string(e.Secret), e.Tab, e.TopOrigin, e.FrameOrigin,
		e.Keys, e.Written, e.Code, e.Reason,
	})
	if err != nil {
		return err
	}
	// One write, so that lines of two processes do not mix (write(2), O_APPEND).
	_, err = a.file.Write(append(line, '\n'))
	return err
}

// close ends the file; the journal needs no end.
func (a *auditLog) close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.file == nil {
		return nil
	}
	return a.file.Close()
}
