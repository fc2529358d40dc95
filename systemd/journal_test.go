package systemd_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/slogtest"
	"time"

	"browser-mcp/systemd"

	"golang.org/x/sys/unix"
)

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: error %v, want %v", what, err, want)
	}
}

// fakeJournal is a datagram socket that the test reads by itself.
func fakeJournal(t *testing.T) (*net.UnixConn, *slog.Logger) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "socket")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	check(t, err)
	t.Cleanup(func() { conn.Close() })
	h, err := systemd.JournalHandler(path)
	check(t, err)
	return conn, slog.New(h)
}

// receive reads one record, by descriptor if it came so.
func receive(t *testing.T, conn *net.UnixConn) map[string]string {
	t.Helper()
	b, oob := make([]byte, 1<<20), make([]byte, 100)
	n, oobn, _, _, err := conn.ReadMsgUnix(b, oob)
	check(t, err)
	b = b[:n]
	if oobn > 0 {
		messages, err := unix.ParseSocketControlMessage(oob[:oobn])
		check(t, err)
		fds, err := unix.ParseUnixRights(&messages[0])
		check(t, err)
		seals, err := unix.FcntlInt(uintptr(fds[0]), unix.F_GET_SEALS, 0)
		if want := unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_WRITE | unix.F_SEAL_SEAL; seals != want || err != nil {
			t.Errorf("seals %#x, %v, want exactly %#x", seals, err, want)
		}
		f := os.NewFile(uintptr(fds[0]), "record")
		defer f.Close()
		_, err = f.Seek(0, io.SeekStart)
		check(t, err)
		b, err = io.ReadAll(f)
		check(t, err)
	}
	fields, err := decode(b)
	check(t, err)
	record := map[string]string{}
	for _, f := range fields {
		if _, twice := record[f.Name()]; twice {
			t.Errorf("field %s twice", f.Name())
		}
		record[f.Name()] = f.Value()
	}
	return record
}

type secret struct{}

func (secret) LogValue() slog.Value { return slog.StringValue("[REDACTED]") }

func TestJournalRecord(t *testing.T) {
	conn, log := fakeJournal(t)
	log.With("session", "s1").WithGroup("fill").Warn("fill refused", "code", "origin_mismatch", "ref", "a b",
		slog.Group("where", "top", true), "value", secret{}, "err", errors.New("x\x1b[0m\nMESSAGE=forged"))
	want := map[string]string{
		"MESSAGE": `fill refused session=s1 fill.code=origin_mismatch fill.ref="a b" fill.where.top=true` +
			` fill.value=[REDACTED] fill.err="x\\x1b[0m\\nMESSAGE=forged"`,
		"PRIORITY": "4", "SYSLOG_IDENTIFIER": "test",
		"BROWSER_MCP_SESSION": "s1", "BROWSER_MCP_FILL_CODE": "origin_mismatch", "BROWSER_MCP_FILL_REF": "a b",
		"BROWSER_MCP_FILL_WHERE_TOP": "true", "BROWSER_MCP_FILL_VALUE": "[REDACTED]",
		"BROWSER_MCP_FILL_ERR": "x\\x1b[0m\nMESSAGE=forged",
	}
	if got := receive(t, conn); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("record\n%q, want\n%q", got, want)
	}
}

func TestJournalMessageID(t *testing.T) {
	conn, log := fakeJournal(t)
	id := strings.Repeat("0af1", 8)
	log.Info("fill", "message_id", id)
	log.Info("fill", "message_id", "not an id")
	log.WithGroup("g").Info("fill", "message_id", id)
	for i, want := range []string{id, "", ""} {
		got := receive(t, conn)
		if got["MESSAGE_ID"] != want || strings.Contains(got["MESSAGE"], id) != (i == 2) {
			t.Errorf("record %d: MESSAGE_ID %q, want %q; MESSAGE %q", i, got["MESSAGE_ID"], want, got["MESSAGE"])
		}
	}
}

func TestJournalPriorities(t *testing.T) {
	conn, log := fakeJournal(t)
	for level, want := range map[slog.Level]string{
		slog.LevelDebug: "7", slog.LevelInfo: "6", slog.LevelWarn: "4", slog.LevelError: "3", 12: "3",
	} {
		log.Log(t.Context(), level, "x")
		if got := receive(t, conn)["PRIORITY"]; got != want {
			t.Errorf("priority of %v = %s, want %s", level, got, want)
		}
	}
}

func TestJournalBounds(t *testing.T) {
	conn, log := fakeJournal(t)
	var many []any
	for i := range 1000 {
		many = append(many, fmt.Sprintf("k%d", i), strings.Repeat("v\n", 10_000))
	}
	cyclic := slog.Group("g", "x", 1)
	for range 100 {
		cyclic = slog.Group("g", cyclic)
	}
	log.Info(strings.Repeat("m", 1<<20), append(many, cyclic)...)
	size, record := 0, receive(t, conn)
	for name, value := range record {
		size += len(name) + len(value)
		if len(value) > systemd.MaxValue {
			t.Errorf("field %s of %d bytes, limit %d", name, len(value), systemd.MaxValue)
		}
	}
	if size > systemd.MaxRecord || len(record) < 4 {
		t.Errorf("record of %d fields and %d bytes, limit %d", len(record), size, systemd.MaxRecord)
	}
}

// A journal that takes nothing must not hold anyone up, and the loss must be told.
func TestJournalNeverWaits(t *testing.T) {
	conn, log := fakeJournal(t)
	const sent = 5000 // far more than net.unix.max_dgram_qlen
	for range sent {
		log.Info("x")
	}
	check(t, conn.SetReadDeadline(time.Unix(1, 0)))
	got := 0
	for range sent {
		check(t, conn.SetReadDeadline(time.Time{}))
		if !waiting(t, conn) {
			break
		}
		receive(t, conn)
		got++
	}
	log.Info("after")
	if lost := receive(t, conn)["BROWSER_MCP_LOST"]; got == 0 || lost != fmt.Sprint(sent-got) {
		t.Errorf("%d of %d arrived and %q were called lost", got, sent, lost)
	}
	log.Info("again")
	if lost, ok := receive(t, conn)["BROWSER_MCP_LOST"]; ok {
		t.Errorf("%s lost were told twice", lost)
	}
	check(t, conn.Close())
	log.Info("into nothing") // neither fails nor waits
}

func waiting(t *testing.T, conn *net.UnixConn) bool {
	t.Helper()
	raw, err := conn.SyscallConn()
	check(t, err)
	n := 0
	check(t, raw.Control(func(fd uintptr) {
		n, _ = unix.Poll([]unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}, 0)
	}))
	return n > 0
}

func TestJournalSealsLargeRecords(t *testing.T) {
	conn, _ := fakeJournal(t)
	path := conn.LocalAddr().String()
	value := strings.Repeat("0123456789\n", 100_000)
	check(t, systemd.SendRecord(path, []systemd.Field{systemd.NewField("MESSAGE", value)}))
	if got := receive(t, conn)["MESSAGE"]; got != value {
		t.Errorf("%d bytes came back, want %d", len(got), len(value))
	}
}

func TestOpenJournalRefusesWhatIsNoSocket(t *testing.T) {
	dir := t.TempDir()
	check(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o600))
	for _, name := range []string{"none", "file"} {
		if _, err := systemd.JournalHandler(filepath.Join(dir, name)); err == nil {
			t.Errorf("opened %s as a journal", name)
		}
	}
}

func TestOnJournal(t *testing.T) {
	var st unix.Stat_t
	check(t, unix.Fstat(2, &st))
	for stream, want := range map[string]bool{
		"": false, "1:2": false, fmt.Sprintf("%d:%d", st.Dev, st.Ino): true, fmt.Sprintf("%d:%d", st.Dev, st.Ino+1): false,
	} {
		if got := systemd.OnJournal(stream); got != want {
			t.Errorf("onJournal(%q) = %v, want %v", stream, got, want)
		}
	}
}

func TestTextFollowsSlog(t *testing.T) {
	var out bytes.Buffer
	results := func() []map[string]any {
		var all []map[string]any
		for line := range strings.Lines(out.String()) {
			all = append(all, parseLine(t, strings.TrimSpace(line)))
		}
		return all
	}
	check(t, slogtest.TestHandler(systemd.TextHandler(&out), results))
}

// parseLine reads "TIME LEVEL message key=value g.key=value"; no value of slogtest's has a
// space, and each message is one word or more without an equals sign.
func parseLine(t *testing.T, line string) map[string]any {
	t.Helper()
	record := map[string]any{}
	words := strings.Fields(line)
	if _, err := time.Parse(time.RFC3339, words[0]); err == nil {
		record[slog.TimeKey] = words[0]
		words = words[1:]
	}
	record[slog.LevelKey] = words[0]
	for _, word := range words[1:] {
		key, value, ok := strings.Cut(word, "=")
		if !ok {
			message, _ := record[slog.MessageKey].(string)
			record[slog.MessageKey] = strings.TrimSpace(message + " " + word)
			continue
		}
		at := record
		keys := strings.Split(key, ".")
		for _, group := range keys[:len(keys)-1] {
			if at[group] == nil {
				at[group] = map[string]any{}
			}
			at = at[group].(map[string]any)
		}
		at[keys[len(keys)-1]] = value
	}
	return record
}

func TestTextIsOneSafeLine(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(systemd.TextHandler(&out))
	log.Info("a\nb\x1b[31m", "k\n", "v\r\n2", "long", strings.Repeat("x", 1<<20))
	got := out.String()
	if strings.Count(got, "\n") != 1 || strings.ContainsAny(got, "\x1b\r") || len(got) > systemd.MaxLine {
		t.Errorf("wrote %d bytes: %.200q", len(got), got)
	}
}

// An MCP client need not read our standard error.
func TestTextNeverWaits(t *testing.T) {
	r, w, err := os.Pipe()
	check(t, err)
	defer r.Close()
	defer w.Close()
	w.Fd() // makes it block, as a descriptor that was inherited does
	log := slog.New(systemd.TextHandler(w))
	for range 5000 {
		log.Info(strings.Repeat("x", 100))
	}
	drained := make([]byte, 1<<20)
	n, err := r.Read(drained)
	check(t, err)
	whole := bytes.Count(drained[:n], []byte("\n"))
	log.Info("after")
	n, err = r.Read(drained)
	check(t, err)
	if got, want := string(drained[:n]), fmt.Sprintf("lost=%d", 5000-whole); !strings.Contains(got, want) {
		t.Errorf("%d arrived, then %q, want %s", whole, got, want)
	}
}

func TestNewHandlerWithoutJournal(t *testing.T) {
	t.Setenv("JOURNAL_STREAM", "1:2")
	var out bytes.Buffer
	log := slog.New(systemd.NewHandler(systemd.HandlerOptions{Fallback: &out}))
	log.Debug("hidden")
	log.Info("shown")
	if got := out.String(); strings.Contains(got, "hidden") || !strings.Contains(got, "shown") {
		t.Errorf("wrote %q, want Info and above", got)
	}
}
