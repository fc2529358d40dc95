package systemd

import (
	"context"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"
)

// HandlerOptions configures [NewHandler]; the zero value works.
type HandlerOptions struct {
	Identifier string       // SYSLOG_IDENTIFIER of each record; "browser-mcp" if empty
	Level      slog.Leveler // lowest level that is written; Info if nil
	Fallback   io.Writer    // for text without a journal; standard error if nil
}

// NewHandler returns a slog handler for the journal if standard error is connected to one
// (JOURNAL_STREAM, systemd.exec(5)), else one that writes a line of text for each record.
//
// An attribute session=… is the field BROWSER_MCP_SESSION, a member of a group carries the
// group's name before its own, and message_id of 32 hex digits is MESSAGE_ID. MESSAGE is
// the message with the attributes behind it. Control characters are spelled out; values,
// fields and records are cut at their bounds (limits.go).
//
// Handling never fails and never waits: a record that the journal or the pipe does not take
// at once is dropped, and the next one that goes through says how many were
// (BROWSER_MCP_LOST). The journal's socket stays open for the life of the process.
func NewHandler(o HandlerOptions) slog.Handler {
	if o.Identifier == "" {
		o.Identifier = "browser-mcp"
	}
	if o.Level == nil {
		o.Level = slog.LevelInfo
	}
	if o.Fallback == nil {
		o.Fallback = os.Stderr
	}
	h := &handler{level: o.Level, out: &textSink{w: o.Fallback}}
	if onJournal(os.Getenv("JOURNAL_STREAM")) {
		if s, err := openJournal(journalSocket, o.Identifier); err == nil {
			h.out = s
		}
	}
	return h
}

// handler turns slog's records into entries for a sink.
type handler struct {
	level  slog.Leveler
	out    sink
	groups []string
	pairs  []pair // of WithAttrs
}

// sink takes one entry; it neither fails nor waits.
type sink interface{ write(e entry) }

// entry is a record with its attributes flattened, nothing escaped or cut yet.
type entry struct {
	time    time.Time
	level   slog.Level
	message string
	pairs   []pair
}

// pair is one attribute under the names of its groups.
type pair struct {
	keys  []string
	value string
}

// Enabled implements [slog.Handler].
func (h *handler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level.Level() }

// Handle implements [slog.Handler]; the error is always nil.
func (h *handler) Handle(_ context.Context, r slog.Record) error {
	e := entry{time: r.Time, level: r.Level, message: r.Message, pairs: slices.Clip(h.pairs)}
	r.Attrs(func(a slog.Attr) bool {
		e.pairs = flatten(e.pairs, h.groups, a)
		return len(e.pairs) < maxFields
	})
	h.out.write(e)
	return nil
}

// WithAttrs implements [slog.Handler].
func (h *handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	next := *h
	next.pairs = slices.Clip(h.pairs)
	for _, a := range attrs {
		next.pairs = flatten(next.pairs, h.groups, a)
	}
	return &next
}

// WithGroup implements [slog.Handler].
func (h *handler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	next := *h
	next.groups = append(slices.Clip(h.groups), name)
	return &next
}

// flatten appends an attribute by slog's rules: resolve, ignore the empty one, inline a
// group without a key, leave out a group without members.
func flatten(pairs []pair, groups []string, a slog.Attr) []pair {
	a.Value = a.Value.Resolve()
	if a.Equal(slog.Attr{}) || len(pairs) >= maxFields || len(groups) > maxDepth {
		return pairs
	}
	keys := slices.Clip(groups)
	if a.Key != "" {
		keys = append(keys, a.Key)
	}
	if a.Value.Kind() == slog.KindGroup {
		for _, member := range a.Value.Group() {
			pairs = flatten(pairs, keys, member)
		}
		return pairs
	}
	return append(pairs, pair{keys, text(a.Value)})
}

func text(v slog.Value) string {
	if v.Kind() == slog.KindTime {
		return v.Time().Format(time.RFC3339Nano)
	}
	return v.String()
}

// sentence is an entry as one line for people.
func sentence(b []byte, e entry, limit int) []byte {
	b = append(b, escape(e.message, limit, "")...)
	for _, p := range e.pairs {
		key := escape(strings.Join(p.keys, "."), maxFieldName, "")
		b = appendPair(b, key, escape(p.value, limit, ""))
	}
	return b
}
