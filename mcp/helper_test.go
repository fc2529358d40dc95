package mcp_test

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/internal/mcptest"
	"browser-mcp/mcp"
)

// secret is what the test server's redactor hides.
const secret = "hunter2"

func redact(_ mcp.Caller, s string) string { return strings.ReplaceAll(s, secret, "[REDACTED]") }

func testConfig() mcp.Config {
	return mcp.Config{
		Name: "test", Title: "Test server", Version: "1.2.3", Instructions: "Be careful.",
		Redact: redact,
		InvalidArguments: func(detail string) *mcp.Failure {
			return &mcp.Failure{Code: "invalid_request", Message: detail, Retry: "never"}
		},
		DeadlineExceeded: func() *mcp.Failure {
			return &mcp.Failure{Code: "uncertain", Message: "It took too long.", Retry: "new_snapshot"}
		},
	}
}

type none struct{}

type echoIn struct {
	Text  string   `json:"text" doc:"what to say" maxlen:"70000"`
	Times int      `json:"times,omitempty" min:"1" max:"3"`
	How   string   `json:"how,omitempty" enum:"plain,loud"`
	Tags  []string `json:"tags,omitempty" maxlen:"2" pattern:"^[a-z]+$"`
}

type echoOut struct {
	Text mcp.Text              `json:"text"`
	Kind mcp.Symbol            `json:"kind" enum:"plain,loud"`
	More map[mcp.Text]mcp.Text `json:"more,omitempty"`
}

// gate holds calls of the tool "wait" until the test lets them go.
type gate struct {
	entered chan string   // names of calls that arrived
	open    chan struct{} // closed to let all return
	left    chan error    // what ended each
}

func newGate() *gate {
	return &gate{entered: make(chan string, 1000), open: make(chan struct{}), left: make(chan error, 1000)}
}

// newServer is a server with one tool for each thing that a tool can do.
func newServer(config mcp.Config, g *gate) *mcp.Server {
	s := mcp.NewServer(config)
	mcp.AddTool(s, mcp.Tool{Name: "echo", Title: "Echo", Description: "Says it again.", ReadOnly: true, Idempotent: true},
		func(_ context.Context, _ *mcp.Call, in echoIn) (echoOut, error) {
			out := echoOut{Text: mcp.Text(strings.Repeat(in.Text, max(in.Times, 1))), Kind: "plain"}
			if in.How == "loud" {
				out.Kind = "loud"
			}
			return out, nil
		})
	mcp.AddTool(s, mcp.Tool{Name: "fail", Description: "Fails.", Destructive: true, OpenWorld: true},
		func(context.Context, *mcp.Call, none) (none, error) {
			return none{}, &mcp.Failure{Code: "stale_element", Reason: "gone", Message: "Take a new snapshot.", Retry: "new_snapshot"}
		})
	mcp.AddTool(s, mcp.Tool{Name: "break", Description: "Breaks in one of several ways."}, breakTool)
	mcp.AddTool(s, mcp.Tool{Name: "wait", Description: "Waits."},
		func(ctx context.Context, _ *mcp.Call, in struct {
			Name string `json:"name"`
		}) (none, error) {
			g.entered <- in.Name
			err := error(nil)
			select {
			case <-g.open:
			case <-ctx.Done():
				err = context.Cause(ctx)
			}
			g.left <- err
			return none{}, err
		})
	mcp.AddTool(s, mcp.Tool{Name: "steps", Description: "Reports progress."},
		func(_ context.Context, c *mcp.Call, _ none) (none, error) {
			for _, n := range []float64{0, 50, 50, 100} {
				c.Progress(n, 100, mcp.Text("with "+secret))
			}
			return none{}, nil
		})
	mcp.AddContentTool(s, mcp.Tool{Name: "media", Description: "Shows media."},
		func(context.Context, *mcp.Call, none) (mcp.Content, error) {
			return mcp.Content{
				mcp.TextBlock("a " + secret), mcp.ImageBlock("image/png", []byte("png")), mcp.AudioBlock("audio/wav", []byte("wav")),
				mcp.LinkBlock("test://"+secret, "name "+secret, "text/plain"),
			}, nil
		})
	return s
}

func breakTool(_ context.Context, _ *mcp.Call, in struct {
	How string `json:"how"`
}) (echoOut, error) {
	switch in.How {
	case "error":
		return echoOut{}, errors.New("inner words " + secret)
	case "panic":
		panic("inner words " + secret)
	case "symbol":
		return echoOut{Kind: "not a symbol"}, nil
	case "size":
		return echoOut{Kind: "plain", Text: mcp.Text(strings.Repeat("x", 9<<20))}, nil
	}
	return echoOut{Kind: "plain", Text: "\xff\xed\xa0\x80<&>\u2028\u0085\x7f\x00", More: map[mcp.Text]mcp.Text{"b": "2", "a": "1", "~": "3", secret: secret}}, nil
}

// transport connects a client to a server; every test of the wire runs over each.
type transport struct {
	name    string
	connect func(t *testing.T, s *mcp.Server) *mcptest.Client
}

var transports = []transport{{"stdio", overPipes}, {"unix", overSocket}}

// pipes is one end of two operating-system pipes, as a child process has them.
type pipes struct{ in, out *os.File }

func (p pipes) Read(b []byte) (int, error)  { return p.in.Read(b) }
func (p pipes) Write(b []byte) (int, error) { return p.out.Write(b) }
func (p pipes) Close() error                { return errors.Join(p.in.Close(), p.out.Close()) }

func pipePair(t testing.TB) (near, far pipes) {
	t.Helper()
	r1, w1, err1 := os.Pipe()
	r2, w2, err2 := os.Pipe()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	return pipes{r1, w2}, pipes{r2, w1}
}

func overPipes(t *testing.T, s *mcp.Server) *mcptest.Client {
	t.Helper()
	near, far := pipePair(t)
	serve(t, s, far)
	return mcptest.New(t, near)
}

// serve runs Serve until the test's end, where the client has closed its side.
func serve(t testing.TB, s *mcp.Server, conn io.ReadWriteCloser) {
	served := make(chan struct{})
	// The test owns it; it ends with the connection and is waited for in the cleanup.
	go func() {
		defer close(served)
		_ = s.Serve(context.WithoutCancel(t.Context()), conn, mcp.Caller{Principal: "stdio"})
	}()
	t.Cleanup(func() { <-served })
}

func overSocket(t *testing.T, s *mcp.Server) *mcptest.Client {
	t.Helper()
	return mcptest.Dial(t, listen(t, s))
}

// listen serves a Unix socket until the test's end and returns its path.
func listen(t testing.TB, s *mcp.Server) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mcp.sock")
	l, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() {
		ended <- s.ServeListener(ctx, l, func(net.Conn) (mcp.Caller, error) { return mcp.Caller{Principal: "uid"}, nil })
	}()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("ServeListener = %v, want nil after its context ended", err)
		}
	})
	return path
}
