package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

func TestMedian(t *testing.T) {
	for _, test := range []struct {
		times []time.Duration
		want  time.Duration
	}{{[]time.Duration{3}, 3}, {[]time.Duration{9, 1, 5}, 5}, {[]time.Duration{4, 1, 100, 2}, 3}} {
		if got := median(test.times); got != test.want {
			t.Errorf("median(%v) = %v, want %v", test.times, got, test.want)
		}
	}
}

func TestRoundsTakeTurns(t *testing.T) {
	var order strings.Builder
	note := func(s string) func() error { return func() error { order.WriteString(s); return nil } }
	r := row{name: "r", bar: 2, rounds: 3, before: note("."), floor: note("f"), ours: note("o")}
	l, err := r.measure()
	if got, want := order.String(), ".f.o.o.f.f.o"; got != want || err != nil {
		t.Errorf("order = %s, %v, want %s", got, err, want)
	}
	if l.name != "r" || l.bar != "2.00 ×" || l.ratio == "" {
		t.Errorf("line = %+v", l)
	}
}

func TestRoundsReportFailure(t *testing.T) {
	broken := errors.New("broken")
	well := func() error { return nil }
	_, err := measureAll([]row{{name: "r", rounds: 1, floor: well, ours: func() error { return broken }}})
	if !errors.Is(err, broken) {
		t.Errorf("error = %v, want %v", err, broken)
	}
}

func TestClientRefusesErrors(t *testing.T) {
	for _, test := range []struct{ answer, want string }{
		{`{"id":1,"result":{"isError":true,"content":[{"type":"text","text":"stale"}]}}`, "click: stale"},
		{`{"id":1,"error":{"code":-1,"message":"no such tool"}}`, "no such tool"},
		{`{"method":"notifications/progress"}` + "\n" + `{"id":1,"result":{"content":[{"type":"text","text":"fine"}]}}`, ""},
		{``, "waiting for the answer to tools/call: EOF"},
	} {
		c := &client{in: discarding{}, out: bufio.NewReader(strings.NewReader(test.answer + "\n"))}
		if test.answer == "" {
			c.out = bufio.NewReader(strings.NewReader(""))
		}
		got := ""
		if _, err := c.call("click", nil); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("call answered %s: error %q, want %q", test.answer, got, test.want)
		}
	}
}

type discarding struct{}

func (discarding) Write(p []byte) (int, error) { return len(p), nil }
func (discarding) Close() error                { return nil }

var _ io.WriteCloser = discarding{}

func TestFindReadsSnapshotLines(t *testing.T) {
	const snapshot = "page \"x\" http://x/\n- h1 e9 button\ne1 input password name=password \"Password\"\ne2 button \"Go\"\n"
	if uid, err := find(snapshot, "button"); err != nil || uid != "e2" {
		t.Errorf("find(button) = %s, %v, want e2", uid, err)
	}
	if _, err := find(snapshot, "link"); err == nil {
		t.Error("find(link) found something")
	}
}

func TestWireServersAnswer(t *testing.T) {
	t.Setenv("XDG_RUNTIME_DIR", t.TempDir())
	lines, err := wire("")
	if err != nil || len(lines) != 2 {
		t.Fatalf("wire = %v, %v, want two lines", lines, err)
	}
	t.Log(lines)
}

func TestRedactionIsMeasuredOnCleanedText(t *testing.T) {
	lines, err := redaction("")
	if err != nil || len(lines) != 1 {
		t.Fatalf("redaction = %v, %v, want one line", lines, err)
	}
	t.Log(lines)
}

func TestStatusOfThisProcess(t *testing.T) {
	resident, err := status(os.Getpid(), "VmRSS")
	if err != nil || resident < 1000 || resident > 10_000_000 {
		t.Errorf("VmRSS = %d KiB, %v", resident, err)
	}
	if _, err := status(os.Getpid(), "VmNothing"); err == nil {
		t.Error("VmNothing was found")
	}
	if n, err := switches(os.Getpid()); err != nil || n < 1 {
		t.Errorf("switches = %d, %v, want at least one", n, err)
	}
}
