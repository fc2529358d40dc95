package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"browser-mcp/mcp"
)

const (
	wireCalls  = 3000
	wireWindow = 16 // calls under way at once
)

// wire compares calls a second over a Unix socket: our server, a bare loop with the same hand-offs between goroutines
// and encoding/json, and a plain echo (decision 38).
func wire(string) ([]line, error) {
	serve := []func(net.Conn) error{serveMCP, serveBare, serveEcho}
	rates := make([][]time.Duration, len(serve))
	for range max(3, *rounds/3) {
		for i, s := range serve {
			took, err := calls(s)
			if err != nil {
				return nil, fmt.Errorf("calls over a socket: %w", err)
			}
			rates[i] = append(rates[i], took)
		}
	}
	var perSecond [3]float64
	for i := range rates {
		perSecond[i] = wireCalls / median(rates[i]).Seconds()
	}
	row := func(name string, floor float64, bar string) line {
		return line{name, fmt.Sprintf("%.0f/s", floor), fmt.Sprintf("%.0f/s", perSecond[0]), fmt.Sprintf("%.2f", perSecond[0]/floor), bar}
	}
	return []line{
		row("tool calls over a Unix socket, against a bare JSON loop (rate)", perSecond[1], "≥ 0.70 ×"),
		row("the same against a plain echo (rate)", perSecond[2], "–"),
	}, nil
}

// calls is the time that a client takes for all calls against one server on a socket.
func calls(serve func(net.Conn) error) (took time.Duration, err error) {
	path := filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "wire")
	listener, err := net.Listen("unix", path)
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	served := make(chan error, 1)
	// Ends with the connection; the receive below waits for it.
	go func() {
		conn, err := listener.Accept()
		if err == nil {
			err = serve(conn)
		}
		served <- err
	}()
	conn, err := net.Dial("unix", path)
	if err != nil {
		return 0, err
	}
	took, err = converse(conn)
	return took, errors.Join(err, conn.Close(), <-served)
}

// converse shakes hands and makes the calls, wireWindow of them under way at once.
func converse(conn net.Conn) (time.Duration, error) {
	in := bufio.NewReaderSize(conn, 1<<16)
	hello := `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"bench","version":"1"}}}` + "\n"
	if _, err := io.WriteString(conn, hello); err != nil {
		return 0, err
	}
	if _, err := in.ReadBytes('\n'); err != nil {
		return 0, err
	}
	start := time.Now()
	window := make(chan struct{}, wireWindow)
	written := make(chan error, 1)
	// Owned by converse, which receives its error; ends when all calls are written or the connection is closed.
	go func() {
		var err error
		for i := 1; i <= wireCalls && err == nil; i++ {
			window <- struct{}{}
			_, err = fmt.Fprintf(conn, `{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"echo","arguments":{"text":"some text that is about as long as an answer to a click"}}}`+"\n", i)
		}
		written <- err
	}()
	for range wireCalls {
		if _, err := in.ReadBytes('\n'); err != nil {
			return 0, err
		}
		<-window
	}
	return time.Since(start), <-written
}

type echo struct {
	Text mcp.Text `json:"text"`
}

func serveMCP(conn net.Conn) error {
	s := mcp.NewServer(mcp.Config{
		Name: "bench", Version: "1",
		Redact:           func(_ mcp.Caller, text string) string { return text },
		InvalidArguments: func(string) *mcp.Failure { return &mcp.Failure{Code: "invalid_request"} },
	})
	type in struct {
		Text string `json:"text"`
	}
	mcp.AddTool(s, mcp.Tool{Name: "echo", Title: "Echo", Description: "Says it again."},
		func(_ context.Context, _ *mcp.Call, in in) (echo, error) { return echo{mcp.Text(in.Text)}, nil })
	return s.Serve(context.Background(), conn, mcp.Caller{Principal: "bench"})
}

// serveBare reads in one goroutine, answers each call in one of its own and writes in a third.
func serveBare(conn net.Conn) error {
	defer conn.Close()
	type request struct {
		ID     int
		Params struct {
			Arguments struct {
				Text string `json:"text"`
			} `json:"arguments"`
		} `json:"params"`
	}
	out := make(chan []byte, wireWindow)
	var answering, writing sync.WaitGroup
	// The writer ends when out is closed, which is when every answer is in it.
	writing.Go(func() {
		for answer := range out {
			conn.Write(answer)
		}
	})
	in := bufio.NewReaderSize(conn, 1<<16)
	for {
		frame, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		// Ends with its answer; waited for before out is closed.
		answering.Go(func() {
			var r request
			if json.Unmarshal(frame, &r) != nil {
				return
			}
			result := map[string]any{
				"structuredContent": echo{mcp.Text(r.Params.Arguments.Text)},
				"content":           []any{map[string]any{"type": "text", "text": r.Params.Arguments.Text}},
			}
			answer, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": result})
			out <- append(answer, '\n')
		})
	}
	answering.Wait()
	close(out)
	writing.Wait()
	return nil
}

func serveEcho(conn net.Conn) error {
	defer conn.Close()
	in := bufio.NewReaderSize(conn, 1<<16)
	for {
		frame, err := in.ReadBytes('\n')
		if err != nil {
			return nil
		}
		conn.Write(frame)
	}
}
