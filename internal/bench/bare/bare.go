package bare

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"time"
)

// patience bounds the wait for the next message, whatever it is. The slowest page of the fixtures takes seconds.
const patience = time.Minute

// stream is what a socket and net.Pipe have in common.
type stream interface {
	io.ReadWriteCloser
	SetReadDeadline(time.Time) error
}

// Browser is a Chromium on one socket. It is not for concurrent use.
type Browser struct {
	conn    stream
	in      *bufio.Reader
	last    int
	answers map[int]message
	events  []Event
	cmd     *exec.Cmd
	profile string
}

// Event is something that Chromium said unasked.
type Event struct {
	Session string
	Method  string
	Params  json.RawMessage
}

type message struct {
	ID      int             `json:"id,omitempty"`
	Session string          `json:"sessionId,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *struct {
		Message string `json:"message"`
	} `json:"error,omitempty"`
}

// Find returns the path of a Chromium. .ci/setup installs one.
func Find() (string, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("no Chromium on PATH; .ci/setup installs it")
}

// DefaultFlags are enough for a headless Chromium in a test. The profile's flag is added by [Start].
func DefaultFlags() []string {
	return []string{"--headless", "--no-first-run", "--disable-background-networking", "--disable-component-update",
		"--disable-sync", "--no-startup-window", "--remote-debugging-pipe"}
}

// Start runs the Chromium at path with flags and a new profile below the temporary directory.
func Start(path string, flags []string) (*Browser, error) {
	profile, err := os.MkdirTemp("", "bare-")
	if err != nil {
		return nil, err
	}
	// One socket serves as both pipes, as it does for ours: descriptors 3 and 4 of the child.
	pair, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(profile))
	}
	syscall.SetNonblock(pair[0], true)
	ours, theirs := os.NewFile(uintptr(pair[0]), "cdp"), os.NewFile(uintptr(pair[1]), "cdp")
	cmd := exec.Command(path, append(flags, "--user-data-dir="+profile)...)
	cmd.ExtraFiles = []*os.File{theirs, theirs}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = cmd.Start()
	theirs.Close()
	if err != nil {
		return nil, errors.Join(err, ours.Close(), os.RemoveAll(profile))
	}
	b := newBrowser(ours)
	b.cmd, b.profile = cmd, profile
	return b, nil
}

func newBrowser(conn stream) *Browser {
	return &Browser{conn: conn, in: bufio.NewReaderSize(conn, 1<<16), answers: map[int]message{}}
}

// Close kills Chromium with everything it started and removes its profile.
func (b *Browser) Close() error {
	err := b.conn.Close()
	if b.cmd == nil {
		return err
	}
	syscall.Kill(-b.cmd.Process.Pid, syscall.SIGKILL)
	b.cmd.Wait() // killed, so its status says nothing
	return errors.Join(err, removeProfile(b.profile))
}

// removeProfile tries again while a process that is being killed still writes.
func removeProfile(path string) (err error) {
	for range 100 {
		if err = os.RemoveAll(path); !errors.Is(err, syscall.ENOTEMPTY) {
			break
		}
	}
	return err
}

// Call sends a request and waits for its answer. session is empty for the browser itself; params and result may be nil.
func (b *Browser) Call(session, method string, params, result any) error {
	id, err := b.Send(session, method, params)
	if err != nil {
		return err
	}
	return b.Receive(id, result)
}

// Send is the first half of Call, for requests that need not wait for each other.
func (b *Browser) Send(session, method string, params any) (id int, err error) {
	b.last++
	m := message{ID: b.last, Session: session, Method: method}
	if params != nil {
		if m.Params, err = json.Marshal(params); err != nil {
			return 0, err
		}
	}
	frame, err := json.Marshal(m)
	if err != nil {
		return 0, err
	}
	_, err = b.conn.Write(append(frame, 0))
	return m.ID, err
}

// Receive is the second half of Call.
func (b *Browser) Receive(id int, result any) error {
	for {
		if m, ok := b.answers[id]; ok {
			delete(b.answers, id)
			if m.Error != nil {
				return errors.New(m.Error.Message)
			}
			if result == nil {
				return nil
			}
			return json.Unmarshal(m.Result, result)
		}
		if err := b.read(); err != nil {
			return err
		}
	}
}

// Wait returns the next event of session with that name and forgets it. An empty session stands for every one.
func (b *Browser) Wait(session, method string) (Event, error) {
	for looked := 0; ; looked++ {
		for looked >= len(b.events) {
			if err := b.read(); err != nil {
				return Event{}, fmt.Errorf("waiting for %s: %w", method, err)
			}
		}
		if e := b.events[looked]; e.Method == method && (session == "" || e.Session == session) {
			b.events = slices.Delete(b.events, looked, looked+1)
			return e, nil
		}
	}
}

// Events returns what was said since the last call of Events and not waited for, and forgets it.
func (b *Browser) Events() []Event {
	events := b.events
	b.events = nil
	return events
}

// read takes one message from the pipe.
func (b *Browser) read() error {
	b.conn.SetReadDeadline(time.Now().Add(patience))
	frame, err := b.in.ReadBytes(0)
	if err != nil {
		return err
	}
	var m message
	if err := json.Unmarshal(frame[:len(frame)-1], &m); err != nil {
		return err
	}
	if m.Method != "" {
		b.events = append(b.events, Event{m.Session, m.Method, m.Params})
	} else {
		b.answers[m.ID] = m
	}
	return nil
}
