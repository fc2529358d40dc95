package tap

import (
	"bufio"
	"context"
	"encoding/json"
	"net"
	"strings"
	"sync"
	"testing"
)

// pipe is a process whose browser is the test.
type pipe struct{ net.Conn }

func (pipe) Kill()                      {}
func (pipe) Wait(context.Context) error { return nil }
func (pipe) PID() int                   { return 0 }

// frames reads messages from a stream.
func frames(c net.Conn) func(t *testing.T) string {
	r := bufio.NewReader(c)
	return func(t *testing.T) string {
		t.Helper()
		frame, err := r.ReadString(0)
		if err != nil {
			t.Error(err)
		}
		return strings.TrimSuffix(frame, "\x00")
	}
}

func TestTapIsNotNoticed(t *testing.T) {
	ours, theirs := net.Pipe()
	tap := New()
	line := tap.Wrap(pipe{ours})
	browser, program := frames(theirs), frames(lineConn{theirs, line})
	var sides sync.WaitGroup
	// Owned by the test, which waits; ends when it has played its part.
	sides.Go(func() {
		attached := `{"method":"Target.attachedToTarget","params":{"sessionId":"S","targetInfo":{"targetId":"T","type":"page"}}}`
		first := browser(t)
		if first != `{"id":1,"method":"Program.says"}` {
			t.Errorf("the program's message arrives as %s", first)
		}
		var call struct {
			ID     int    `json:"id"`
			Method string `json:"method"`
		}
		if err := json.Unmarshal([]byte(browser(t)), &call); err != nil || call.ID <= firstID || call.Method != "Tap.says" {
			t.Errorf("the tap's message = %+v, %v, want an id of its own", call, err)
		}
		reply, _ := json.Marshal(map[string]any{"id": call.ID, "result": map[string]any{"word": "for the tap"}})
		for _, frame := range []string{attached, string(reply), `{"id":1,"result":{"word":"for the program"}}`} {
			if _, err := theirs.Write([]byte(frame + "\x00")); err != nil {
				t.Error(err)
			}
		}
	})
	// The program's frame comes in pieces; the tap's may not come between.
	done := make(chan error, 1)
	line.Write([]byte(`{"id":1,"method"`))
	var result struct {
		Word string `json:"word"`
	}
	// Ends with the answer; the test waits for it.
	go func() { done <- tap.Call(t.Context(), "", "Tap.says", nil, &result) }()
	line.Write([]byte(`:"Program.says"}` + "\x00"))
	if got := program(t); !strings.Contains(got, `"sessionId":"S"`) {
		t.Errorf("first frame for the program = %s, want the event", got)
	}
	if got := program(t); got != `{"id":1,"result":{"word":"for the program"}}` {
		t.Errorf("second frame for the program = %s, want its answer", got)
	}
	if err := <-done; err != nil || result.Word != "for the tap" {
		t.Errorf("answer to the tap = %q, %v", result.Word, err)
	}
	sides.Wait()
	if got := tap.sessions["T"]; got != "S" {
		t.Errorf("session of the target = %q, want S", got)
	}
	ours.Close()
	theirs.Close()
}

// lineConn reads what the program reads.
type lineConn struct {
	net.Conn
	line interface{ Read([]byte) (int, error) }
}

func (c lineConn) Read(b []byte) (int, error) { return c.line.Read(b) }
