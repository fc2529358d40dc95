package mcp_test

import (
	"context"
	"fmt"
	"io"
	"strings"

	"browser-mcp/mcp"
)

// printed is a connection whose input is given and whose output is printed.
type printed struct{ io.Reader }

func (printed) Write(p []byte) (int, error) { fmt.Print(string(p)); return len(p), nil }
func (printed) Close() error                { return nil }

func ExampleServer() {
	s := mcp.NewServer(mcp.Config{
		Name: "greeter", Version: "1.0.0",
		Redact: func(_ mcp.Caller, text string) string { return strings.ReplaceAll(text, "s3cret", "[REDACTED]") },
		InvalidArguments: func(detail string) *mcp.Failure {
			return &mcp.Failure{Code: "invalid_request", Message: detail, Retry: "never"}
		},
	})
	type arguments struct {
		Name string `json:"name" doc:"whom to greet" maxlen:"40"`
	}
	type greeting struct {
		Text mcp.Text `json:"text"` // redacted on its way out
	}
	mcp.AddTool(s, mcp.Tool{Name: "greet", Description: "Greets.", ReadOnly: true},
		func(_ context.Context, _ *mcp.Call, in arguments) (greeting, error) {
			return greeting{Text: mcp.Text("Hello, " + in.Name + "!")}, nil
		})
	conn := printed{strings.NewReader(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"greet","arguments":{"name":"s3cret"}}}
`)}
	_ = s.Serve(context.Background(), conn, mcp.Caller{})
	// Output:
	// {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"greeter","version":"1.0.0"}}}
	// {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"text\":\"Hello, [REDACTED]!\"}"}],"structuredContent":{"text":"Hello, [REDACTED]!"}}}
}
