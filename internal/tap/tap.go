package tap

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"browser-mcp/cdp"
	"browser-mcp/cdp/browser"
)

// firstID is where the tap's own message ids begin. The program counts from 1; Chromium takes ids of 31 bits.
const (
	firstID = 1 << 30
	idStart = `"id":10737` // how the next hundred thousand of them are written
)

// Tap is one side line. It serves the newest process that it wrapped.
type Tap struct {
	mu       sync.Mutex
	whole    *sync.Cond // a frame of the program's is complete
	proc     browser.Process
	half     bool // the program is in the middle of a frame
	last     int
	waiting  map[int]chan answer
	sessions map[cdp.TargetID]cdp.SessionID
}

type answer struct {
	ID     int             `json:"id"`
	Result json.RawMessage `json:"result"`
	Error  *cdp.Error      `json:"error"`
	Method string          `json:"method"`
	Params struct {
		Session cdp.SessionID `json:"sessionId"`
		Target  struct {
			ID cdp.TargetID `json:"targetId"`
		} `json:"targetInfo"`
	} `json:"params"`
}

// New is a tap that no process is wrapped in yet.
func New() *Tap {
	t := &Tap{waiting: map[int]chan answer{}, sessions: map[cdp.TargetID]cdp.SessionID{}}
	t.whole = sync.NewCond(&t.mu)
	return t
}

// Wrap puts the tap in the line of a process that has just started.
func (t *Tap) Wrap(p browser.Process) browser.Process {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.proc, t.half = p, false
	clear(t.sessions)
	return &line{Process: p, tap: t}
}

// line is what the program takes for its browser. Reads come from one goroutine.
type line struct {
	browser.Process
	tap  *Tap
	part []byte // of a frame that is not complete
	out  []byte // complete frames for the program
}

// Write implements io.Writer.
func (l *line) Write(b []byte) (int, error) {
	l.tap.mu.Lock()
	defer l.tap.mu.Unlock()
	n, err := l.Process.Write(b)
	if n > 0 {
		l.tap.half = b[n-1] != 0
	}
	if err != nil {
		l.tap.half = false
	}
	l.tap.whole.Broadcast()
	return n, err
}

// Read implements io.Reader.
func (l *line) Read(b []byte) (int, error) {
	chunk := make([]byte, 64<<10)
	for len(l.out) == 0 {
		n, err := l.Process.Read(chunk)
		l.part = append(l.part, chunk[:n]...)
		for {
			end := bytes.IndexByte(l.part, 0)
			if end < 0 {
				break
			}
			if !l.tap.takes(l.part[:end]) {
				l.out = append(l.out, l.part[:end+1]...)
			}
			l.part = l.part[end+1:]
		}
		if err != nil && len(l.out) == 0 {
			return 0, err
		}
	}
	n := copy(b, l.out)
	l.out = l.out[n:]
	return n, nil
}

// takes says that a frame is an answer to the tap. It notes the sessions that it hears of.
func (t *Tap) takes(frame []byte) bool {
	const attached = "Target.attachedToTarget"
	head := frame[:min(len(frame), 64)]
	if !bytes.Contains(head, []byte(idStart)) && !bytes.Contains(head, []byte(attached)) {
		return false // large answers of others are not worth parsing
	}
	var a answer
	if json.Unmarshal(frame, &a) != nil {
		return false
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if a.Method == attached {
		t.sessions[a.Params.Target.ID] = a.Params.Session
	}
	c := t.waiting[a.ID]
	delete(t.waiting, a.ID)
	if c != nil {
		c <- a
	}
	return a.ID >= firstID
}

// Call calls a method in a session of the program's; "" is the browser itself.
func (t *Tap) Call(ctx context.Context, session cdp.SessionID, method string, params, result any) error {
	c := make(chan answer, 1)
	if err := t.send(session, method, params, c); err != nil {
		return err
	}
	select {
	case a := <-c:
		if a.Error != nil {
			return fmt.Errorf("tap: %s: %w", method, a.Error)
		}
		if result == nil {
			return nil
		}
		return json.Unmarshal(a.Result, result)
	case <-ctx.Done():
		return fmt.Errorf("tap: %s: %w", method, ctx.Err())
	}
}

func (t *Tap) send(session cdp.SessionID, method string, params any, c chan answer) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.half {
		t.whole.Wait()
	}
	if t.proc == nil {
		return errors.New("tap: no browser was started")
	}
	t.last++
	id := firstID + t.last
	if params == nil {
		params = struct{}{}
	}
	message := map[string]any{"id": id, "method": method, "params": params}
	if session != "" {
		message["sessionId"] = session
	}
	frame, err := json.Marshal(message)
	if err != nil {
		return err
	}
	t.waiting[id] = c
	_, err = t.proc.Write(append(frame, 0))
	return err
}
