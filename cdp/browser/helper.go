package browser

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"runtime"

	"browser-mcp/systemd/spawn"
)

// RunHelper is the body of `browser-mcp browser`: it reads one request from the connection that it was given, decides
// about it by its own configuration, restricts itself, and becomes Chromium with the connection as its descriptors 3
// and 4. It returns only with an error, which the daemon has been told by then.
func RunHelper(ctx context.Context, log *slog.Logger) error {
	conn, data, err := spawn.Accept(maxRequest)
	if err == nil {
		var l *launch
		if l, err = prepare(ctx, data, log); err == nil {
			// Landlock binds a thread, and the thread that executes Chromium must be that one.
			runtime.LockOSThread()
			if err = l.restrict(log); err == nil {
				if err = spawn.Hello(conn, launchHello{PID: os.Getpid()}); err == nil {
					return spawn.BecomeExec(conn, l.path, l.argv, l.env)
				}
			}
		}
	}
	if conn != nil {
		err = errors.Join(err, spawn.Refuse(conn, err))
	}
	return err
}

func prepare(ctx context.Context, request []byte, log *slog.Logger) (*launch, error) {
	o, err := decodeRequest(request)
	if err != nil {
		return nil, err
	}
	return prepareLaunch(ctx, o, os.Getenv, os.Environ(), log)
}
