package mcp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"browser-mcp/mcp"
)

// pair is a client that sends one request at a time.
type pair struct {
	conn net.Conn
	r    *bufio.Reader
}

func dialPair(b *testing.B, path string) *pair {
	conn, err := net.Dial("unix", path)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	p := &pair{conn, bufio.NewReader(conn)}
	p.exchange(b, hello)
	return p
}

func (p *pair) exchange(b *testing.B, line string) time.Duration {
	started := time.Now()
	if _, err := io.WriteString(p.conn, line); err != nil {
		b.Fatal(err)
	}
	if _, err := p.r.ReadSlice('\n'); err != nil {
		b.Fatal(err)
	}
	return time.Since(started)
}

// BenchmarkCall compares a call that does nothing with a bare loop of the same hand-offs (reader, a goroutine a call,
// writer) on encoding/json, and with a plain echo of lines, turn by turn in one run. ns/op is all three together; the
// medians and ours as a share of the others' speed are metrics. The bar is 0.7 of the bare loop.
func BenchmarkCall(b *testing.B) {
	s := mcp.NewServer(testConfig())
	mcp.AddTool(s, mcp.Tool{Name: "nothing", Description: "Does nothing."},
		func(context.Context, *mcp.Call, none) (none, error) { return none{}, nil })
	pairs := []*pair{
		dialPair(b, listen(b, s)),
		dialPair(b, bareServer(b, bareLoop)),
		dialPair(b, bareServer(b, func(conn net.Conn) { _, _ = io.Copy(struct{ io.Writer }{conn}, struct{ io.Reader }{conn}) })),
	}
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"nothing","arguments":{},"_meta":{"progressToken":7}}}` + "\n"
	times := make([][]time.Duration, len(pairs))
	for b.Loop() {
		for i, p := range pairs {
			times[i] = append(times[i], p.exchange(b, call))
		}
	}
	median := func(i int) float64 {
		slices.Sort(times[i])
		return float64(times[i][len(times[i])/2])
	}
	b.ReportMetric(median(0), "ours-ns")
	b.ReportMetric(median(1), "bare-ns")
	b.ReportMetric(median(2), "echo-ns")
	b.ReportMetric(median(1)/median(0), "of-bare")
	b.ReportMetric(median(2)/median(0), "of-echo")
}

// bareServer serves one connection and ends with it.
func bareServer(b *testing.B, serve func(net.Conn)) (path string) {
	path = b.TempDir() + "/bare.sock"
	l, err := net.Listen("unix", path)
	if err != nil {
		b.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if conn, err := l.Accept(); err == nil {
			serve(conn)
			conn.Close()
		}
	}()
	b.Cleanup(func() { l.Close(); <-ended })
	return path
}

func bareLoop(conn net.Conn) {
	out := make(chan []byte, 16)
	written := make(chan struct{})
	go func() {
		defer close(written)
		for line := range out {
			_, _ = conn.Write(line)
		}
	}()
	var calls sync.WaitGroup
	lines := bufio.NewScanner(conn)
	for lines.Scan() {
		line := append([]byte(nil), lines.Bytes()...)
		calls.Go(func() { out <- bareAnswer(line) })
	}
	calls.Wait()
	close(out)
	<-written
}

func bareAnswer(line []byte) []byte {
	var m struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Method  string          `json:"method"`
		Params  struct {
			Name      string         `json:"name"`
			Arguments map[string]any `json:"arguments"`
		} `json:"params"`
	}
	if err := json.Unmarshal(line, &m); err != nil {
		panic(err)
	}
	type text struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	answer, err := json.Marshal(map[string]any{
		"jsonrpc": "2.0", "id": m.ID,
		"result": map[string]any{"content": []text{{"text", "{}"}}, "structuredContent": struct{}{}},
	})
	if err != nil {
		panic(err)
	}
	return append(answer, '\n')
}
