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
	if len(os.Args) == 2 && os.Args[1] == parentWord {
		runParent()
		os.Exit(0)
	}
	asuser.Main(runShared{m})
}

// startHelper is what cmd wires into Config.Start.
func startHelper(env ...string) func(context.Context, []byte) (Process, error) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
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
