package bare

import (
	"net"
	"os"
	"testing"

	"browser-mcp/internal/asuser"
)

func TestMain(m *testing.M) { asuser.Main(m) }

func TestAnswersFindTheirCalls(t *testing.T) {
	ours, theirs := net.Pipe()
	defer theirs.Close()
	b := newBrowser(ours)
	defer b.Close()
	written := make(chan error, 1)
	// Ends when both requests are read and the answers written; the test receives its error.
	go func() {
		buffer := make([]byte, 4096)
		for range 2 {
			theirs.Read(buffer)
		}
		_, err := theirs.Write([]byte("{\"method\":\"early\"}\x00{\"id\":2,\"result\":{\"v\":\"two\"}}\x00" +
			"{\"method\":\"late\",\"sessionId\":\"s\"}\x00{\"id\":1,\"error\":{\"message\":\"no\"}}\x00"))
		written <- err
	}()
	one, _ := b.Send("", "first", nil)
	two, _ := b.Send("s", "second", map[string]any{"p": 1})
	if err := b.Receive(one, nil); err == nil || err.Error() != "no" {
		t.Errorf("Receive(first) = %v, want no", err)
	}
	var result struct{ V string }
	if err := b.Receive(two, &result); err != nil || result.V != "two" {
		t.Errorf("Receive(second) = %q, %v, want two", result.V, err)
	}
	if e, err := b.Wait("", "late"); err != nil || e.Session != "s" {
		t.Errorf("Wait(late) = %+v, %v", e, err)
	}
	if err := <-written; err != nil {
		t.Error(err)
	}
}

func TestCloseLeavesNothing(t *testing.T) {
	path, err := Find()
	if err != nil {
		t.Fatal(err)
	}
	b, err := Start(path, DefaultFlags())
	if err != nil {
		t.Fatal(err)
	}
	session, err := b.Page()
	if err != nil {
		t.Fatal(err)
	}
	var sum int
	if err := b.Evaluate(session, "Promise.resolve(40 + 2)", &sum); err != nil || sum != 42 {
		t.Errorf("Evaluate = %d, %v, want 42", sum, err)
	}
	profile, process := b.profile, b.cmd.Process
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(profile); !os.IsNotExist(err) {
		t.Errorf("profile after Close: %v, want none", err)
	}
	if err := process.Signal(os.Kill); err != os.ErrProcessDone {
		t.Errorf("Chromium after Close: signal %v, want %v", err, os.ErrProcessDone)
	}
}
