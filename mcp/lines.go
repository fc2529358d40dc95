package mcp

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"time"
)

// lineReader splits a byte stream into frames: one message a line, "\n" or "\r\n", blank lines skipped (MCP 2025-11-25,
// transports, stdio). After a line that is too long it goes on with the next.
type lineReader struct {
	r        *bufio.Reader
	max      int                   // bytes of a line without its end
	deadline func(time.Time) error // for reads; nil if the stream has none
}

// errLong is a line beyond the limit. It was read to its end and thrown away.
type errLong struct{ size int64 }

func (e *errLong) Error() string { return "mcp: line beyond the limit" }

// newLineReader reads max bytes a line and, where r has deadlines, waits for the rest of a begun line for a limited time.
func newLineReader(r io.Reader, max int) *lineReader {
	l := &lineReader{r: bufio.NewReaderSize(r, readChunk), max: max}
	if d, ok := r.(interface{ SetReadDeadline(time.Time) error }); ok {
		l.deadline = d.SetReadDeadline
	}
	return l
}

// next returns the next frame, which is the caller's. A last line without its newline is a frame too: whatever was cut off
// is no JSON.
func (l *lineReader) next() ([]byte, error) {
	for {
		if l.r.Buffered() == 0 {
			if _, err := l.r.Peek(1); err != nil { // idle: no deadline
				return nil, err
			}
		}
		frame, err := l.line()
		if err != nil || len(bytes.TrimRight(frame, " \t\r")) > 0 {
			return frame, err
		}
	}
}

// line reads one line, of which at least one byte is there; for the rest the peer has a limited time.
func (l *lineReader) line() ([]byte, error) {
	if there, _ := l.r.Peek(l.r.Buffered()); bytes.IndexByte(there, '\n') < 0 && l.deadline != nil {
		_ = l.deadline(time.Now().Add(frameTimeout)) // a pipe may have none
		defer l.deadline(time.Time{})
	}
	var whole []byte
	size := int64(0)
	for {
		part, err := l.r.ReadSlice('\n')
		size += int64(len(part))
		if len(whole)+len(part) <= l.max+2 { // what is too long is counted, not kept
			whole = append(whole, part...)
		}
		if err == nil || errors.Is(err, io.EOF) {
			return l.frame(whole, size)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

// frame copies the line, as the calls that it starts outlive the reader's buffer.
func (l *lineReader) frame(line []byte, size int64) ([]byte, error) {
	trimmed := bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if size > int64(len(line)) || len(trimmed) > l.max {
		return nil, &errLong{size - 1} // without its newline
	}
	return append([]byte(nil), trimmed...), nil
}
