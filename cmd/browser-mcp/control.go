package main

// The human's socket, control.sock: one request and one reply per connection, each a line of JSON. The value of an
// import follows its request as raw bytes, so that it goes from the socket into locked memory and passes through no
// decoder. The peer must be a process of the same user (design.md, three planes).

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"time"

	"browser-mcp/fsutil/strict"
	"browser-mcp/systemd"
	"browser-mcp/vault"
)

// controlRequest is one of status, list, remove (with ID) and import (with Import and ValueBytes).
type controlRequest struct {
	Op         string         `json:"op"`
	ID         string         `json:"id,omitempty"`
	Import     *importRequest `json:"import,omitempty"`
	ValueBytes int            `json:"valueBytes,omitempty"`
}

// controlReply holds what the request asked for, or Error.
type controlReply struct {
	Error   *controlError `json:"error,omitempty"`
	Status  *daemonStatus `json:"status,omitempty"`
	Secrets []secretEntry `json:"secrets,omitempty"`
}

// controlError is a failure of the voice on its way to the human's terminal.
type controlError struct {
	Message string   `json:"message"`
	Hints   []string `json:"hints,omitempty"`
	Exit    int      `json:"exit"`
}

// controlServer answers humans.
type controlServer struct {
	open   func() (keeper, error)
	status func() daemonStatus
	logger *slog.Logger
}

// serve accepts until l is closed, and returns when the last request has been answered.
func (c *controlServer) serve(ctx context.Context, l net.Listener) {
	slots := make(chan struct{}, maxControl)
	var serving sync.WaitGroup
	defer serving.Wait()
	for {
		conn, err := l.Accept()
		if passing(err) {
			c.logger.Warn("accepting a control connection", "err", err)
			select {
			case <-time.After(acceptPause):
			case <-ctx.Done():
			}
			continue // a listener that is closed says so next
		}
		if err != nil {
			return
		}
		slots <- struct{}{} // full: the next one waits in the socket's backlog
		// Owned by serve; ends with its one request, at the latest at its deadline.
		serving.Go(func() {
			defer func() { <-slots }()
			defer conn.Close()
			if err := c.one(ctx, conn); err != nil {
				c.logger.Warn("control request refused", "err", err)
			}
		})
	}
}

// passing tells what a listener survives: no descriptors left, a peer gone before it was accepted (accept(2), errors).
func passing(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) || errors.Is(err, syscall.ECONNABORTED)
}

// one reads a request and answers it. An error means that there was nobody to answer.
func (c *controlServer) one(ctx context.Context, conn net.Conn) error {
	unix, ok := conn.(*net.UnixConn)
	if !ok {
		return errors.New("control connection is no unix socket")
	}
	if _, err := systemd.OwnPeer(unix); err != nil {
		return err
	}
	if err := conn.SetDeadline(time.Now().Add(controlTimeout)); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.SetDeadline(time.Unix(1, 0)) }) // a stopping daemon waits for nobody
	defer stop()
	line, err := readControlLine(conn)
	if err != nil {
		return err
	}
	var request controlRequest
	reply := &controlReply{}
	if err := strict.Unmarshal(line, &request, strict.Limits{Bytes: maxControlLine, Depth: 6}); err != nil {
		reply.Error = carry(failf(exitInternal, "the daemon does not understand this command").hint("restart the daemon: it may be older than the command"))
	} else if err := c.answer(ctx, conn, request, reply); err != nil {
		reply = &controlReply{Error: carry(err)}
	}
	return writeControlLine(conn, reply)
}

// answer does what a request asks for. Status needs no store, so that it works while the store does not.
func (c *controlServer) answer(ctx context.Context, conn net.Conn, r controlRequest, reply *controlReply) error {
	if r.Op == "status" {
		s := c.status()
		reply.Status = &s
		return nil
	}
	k, err := c.open()
	if err != nil {
		return err
	}
	defer k.close()
	switch r.Op {
	case "list":
		reply.Secrets, err = k.list(ctx)
	case "remove":
		err = k.remove(ctx, r.ID)
	case "import":
		err = receiveImport(ctx, conn, k, r, reply)
	default:
		err = failf(exitInternal, "the daemon does not know this request")
	}
	return err
}

// receiveImport reads the value that follows an import.
func receiveImport(ctx context.Context, conn io.Reader, k keeper, r controlRequest, reply *controlReply) error {
	if r.Import == nil || r.ValueBytes < 1 || r.ValueBytes > vault.MaxSecret {
		return failf(exitInternal, "an import without a value of 1 to %d bytes", vault.MaxSecret)
	}
	value, err := vault.NewSecretFunc(r.ValueBytes, func(b []byte) error {
		_, err := io.ReadFull(conn, b)
		return err
	})
	if err != nil {
		return failf(exitFailed, "receiving the value: %w", err)
	}
	defer value.Close()
	entry, err := k.importSecret(ctx, *r.Import, value)
	if err != nil {
		return err
	}
	reply.Secrets = []secretEntry{entry}
	return nil
}

// readControlLine reads up to a line break, a byte at a time: what follows may be a secret, and belongs in no buffer.
func readControlLine(conn io.Reader) ([]byte, error) {
	line := make([]byte, 0, 512)
	for len(line) < maxControlLine {
		var b [1]byte
		if _, err := io.ReadFull(conn, b[:]); err != nil {
			return nil, fmt.Errorf("reading a control line: %w", err)
		}
		if b[0] == '\n' {
			return line, nil
		}
		line = append(line, b[0])
	}
	return nil, fmt.Errorf("control line beyond %d bytes", maxControlLine)
}

// writeControlLine writes v and a line break. JSON has no line break of its own in this form (RFC 8259, section 7).
func writeControlLine(conn io.Writer, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	if _, err := conn.Write(append(data, '\n')); err != nil {
		return fmt.Errorf("writing a control line: %w", err)
	}
	return nil
}

// carry puts an error in the form that goes over the socket.
func carry(err error) *controlError {
	if f, ok := errors.AsType[*failure](err); ok {
		return &controlError{Message: f.text, Hints: f.hints, Exit: f.code}
	}
	return &controlError{Message: err.Error(), Exit: exitInternal}
}
