package cdp

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
)

// examplePeer answers every call with a loader and an event.
func examplePeer() (io.Closer, *Conn) {
	ours, theirs := net.Pipe()
	go echo(theirs, `{"frameId":"F","loaderId":"L1"}`, `{"method":"Page.loadEventFired","params":{},"sessionId":"S"}`)
	return theirs, NewConn(ours, Options{})
}

// echo ends when its connection does.
func echo(conn net.Conn, result, event string) {
	frames := newFrameReader(conn, defaultMaxFrame)
	for {
		frame, err := frames.next()
		if err != nil {
			return
		}
		var s sent
		if json.Unmarshal(frame, &s) != nil {
			return
		}
		fmt.Fprintf(conn, `{"id":%d,"result":%s}`+"\x00", s.ID, result)
		if event != "" {
			io.WriteString(conn, event+"\x00")
		}
	}
}

func BenchmarkCall(b *testing.B) {
	for _, size := range []int{0, 200 << 10} {
		b.Run(fmt.Sprintf("answer=%d", size), func(b *testing.B) {
			ours, theirs := net.Pipe()
			go echo(theirs, `{"result":{"value":"`+strings.Repeat("x", size)+`"}}`, "")
			c := NewConn(ours, Options{})
			defer c.Close()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := c.Session("S").RuntimeEvaluate(b.Context(), ScriptEvaluation{Expression: "1"}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParseEnvelope(b *testing.B) {
	frame := []byte(`{"id":1,"result":{"value":"` + strings.Repeat("x ", 100<<10) + `"},"sessionId":"S"}`)
	b.SetBytes(int64(len(frame)))
	for b.Loop() {
		if _, err := parseEnvelope(frame); err != nil {
			b.Fatal(err)
		}
	}
}
