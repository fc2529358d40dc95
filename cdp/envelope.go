package cdp

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// An envelope is one inbound message. An answer has an id and a result or an error, an event has a method and
// parameters. The raw members are slices of the frame: nothing is copied, so a large result is scanned once here and
// decoded once by whoever asked for it.
type envelope struct {
	id      int64
	session SessionID
	method  string
	params  json.RawMessage
	result  json.RawMessage
	err     json.RawMessage
}

// parseEnvelope splits one frame into its members. It checks the outer object only; the members are checked when
// they are decoded.
func parseEnvelope(frame []byte) (envelope, error) {
	var e envelope
	s := scanner{data: frame}
	if !s.take('{') {
		return e, s.bad("object")
	}
	if s.take('}') {
		return e, s.end()
	}
	for {
		name, ok := s.text()
		if !ok || !s.take(':') {
			return e, s.bad("member")
		}
		value, ok := s.value()
		if !ok {
			return e, s.bad("value")
		}
		if err := e.set(name, value); err != nil {
			return e, err
		}
		if s.take(',') {
			continue
		}
		if !s.take('}') {
			return e, s.bad("object's end")
		}
		return e, s.end()
	}
}

// set takes one member. Names that mean nothing here are left out, so a newer browser may add some.
func (e *envelope) set(name, value []byte) (err error) {
	switch string(name) {
	case `"id"`:
		e.id, err = strconv.ParseInt(string(value), 10, 64)
	case `"sessionId"`:
		err = json.Unmarshal(value, &e.session)
	case `"method"`:
		err = json.Unmarshal(value, &e.method)
	case `"params"`:
		e.params = value
	case `"result"`:
		e.result = value
	case `"error"`:
		e.err = value
	}
	if err != nil {
		return fmt.Errorf("%w: member %.32s", ErrFrame, name)
	}
	return nil
}

// A scanner walks JSON text one level deep. It finds where values end, which needs strings and nesting to be right
// and nothing else.
type scanner struct {
	data []byte
	at   int
}

func (s *scanner) bad(want string) error {
	return fmt.Errorf("%w: no %s at byte %d", ErrFrame, want, s.at)
}

func (s *scanner) space() {
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case ' ', '\t', '\r', '\n':
			s.at++
		default:
			return
		}
	}
}

func (s *scanner) end() error {
	if s.space(); s.at != len(s.data) {
		return s.bad("end")
	}
	return nil
}

// take skips the byte c if it comes next.
func (s *scanner) take(c byte) bool {
	if s.space(); s.at < len(s.data) && s.data[s.at] == c {
		s.at++
		return true
	}
	return false
}

// text returns the string that comes next, quotes and escapes included.
func (s *scanner) text() ([]byte, bool) {
	if s.space(); s.at >= len(s.data) || s.data[s.at] != '"' {
		return nil, false
	}
	for i := s.at + 1; i < len(s.data); i++ {
		switch s.data[i] {
		case '\\':
			i++
		case '"':
			text := s.data[s.at : i+1]
			s.at = i + 1
			return text, true
		}
	}
	return nil, false
}

// value returns the raw value that comes next.
func (s *scanner) value() ([]byte, bool) {
	if s.space(); s.at >= len(s.data) {
		return nil, false
	}
	switch s.data[s.at] {
	case '"':
		return s.text()
	case '{', '[':
		return s.nested()
	}
	return s.word()
}

// nested returns the object or array that comes next. Depth is a number here, not recursion: a frame of brackets
// costs its length and nothing more.
func (s *scanner) nested() ([]byte, bool) {
	start, depth := s.at, 0
	for s.at < len(s.data) {
		switch s.data[s.at] {
		case '"':
			if _, ok := s.text(); !ok {
				return nil, false
			}
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		s.at++
		if depth == 0 {
			return s.data[start:s.at], true
		}
	}
	return nil, false
}

// word returns the number or literal that comes next.
func (s *scanner) word() ([]byte, bool) {
	start := s.at
	for s.at < len(s.data) {
		switch c := s.data[s.at]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '+', c == '.':
			s.at++
		default:
			return s.data[start:s.at], s.at > start
		}
	}
	return s.data[start:s.at], s.at > start
}
