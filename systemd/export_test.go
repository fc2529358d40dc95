package systemd

import (
	"io"
	"log/slog"
)

// Field lets tests read and write records.
type Field = field

func NewField(name, value string) Field { return Field{name, value} }
func (f field) Name() string            { return f.name }
func (f field) Value() string           { return f.value }

var (
	AppendFields  = appendFields
	FieldName     = fieldName
	Escape        = escape
	OnJournal     = onJournal
	Announced     = announced
	JournalSocket = journalSocket
)

const (
	MaxFieldName = maxFieldName
	MaxRecord    = maxRecord
	MaxValue     = maxValue
	MaxLine      = maxLine
)

// JournalHandler is NewHandler for a journal at another path.
func JournalHandler(path string) (slog.Handler, error) {
	j, err := openJournal(path, "test")
	return &handler{level: slog.LevelDebug, out: j}, err
}

// TextHandler is NewHandler without a journal.
func TextHandler(w io.Writer) slog.Handler {
	return &handler{level: slog.LevelDebug, out: &textSink{w: w}}
}

// SendRecord sends one record past the handler's bounds.
func SendRecord(path string, fields []Field) error {
	j, err := openJournal(path, "test")
	if err != nil {
		return err
	}
	return j.send(appendFields(nil, fields))
}

// WithNotify has the watchdog speak to f.
func (w Watchdog) WithNotify(f func(string) error) Watchdog { w.notify = f; return w }
