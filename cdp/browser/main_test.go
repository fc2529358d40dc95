package browser

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"testing"

	"browser-mcp/internal/asuser"
	"browser-mcp/systemd/spawn"
)

// helperWord makes the test binary be the helper of its own tests.
const helperWord = "browser-helper-of-the-tests"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == helperWord {
		fmt.Fprintln(os.Stderr, RunHelper(context.Background(), slog.New(slog.NewTextHandler(os.Stderr, nil))))
		os.Exit(1)
	}
	asuser.Main(runShared{m})
}

// startHelper is what cmd wires into Config.Start.
func startHelper(t testing.TB, env ...string) func(context.Context, []byte) (Process, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	h := spawn.Helper{Command: []string{self, helperWord}, Env: append(os.Environ(), env...)}
	return func(ctx context.Context, request []byte) (Process, error) {
		p, err := h.Start(ctx, request)
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}
