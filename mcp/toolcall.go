package mcp

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"browser-mcp/fsutil/strict"
)

// The way of a call: request → call (checked, counted in, entered in the table) → serve in a goroutine of its own → the tool's
// run (arguments checked, handler) → finish (written, taken out of the table and queued, in one step).

// call starts a tools/call: what is wrong with the request is answered here, what is wrong with its arguments by the tool.
func (p *peer) call(m message, to reply) {
	t, arguments, token, err := p.server.readCall(m.params)
	principal := p.caller.Load().Principal
	if err == nil {
		err = p.server.admit(principal, &p.calls)
	}
	if err != nil {
		p.answerError(to, err)
		return
	}
	ctx, cancel := context.WithCancelCause(p.ctx)
	c := &call{peer: p, to: to, cancel: cancel, token: token, credit: progressBurst, since: time.Now()}
	p.calls.start(c, func() {
		defer p.server.leave(principal, &p.calls)
		defer cancel(nil)
		defer p.calls.finish(c, func() {})
		p.serve(ctx, c, t, arguments)
	})
}

// readCall checks the params of tools/call (MCP 2025-11-25, tools, calling tools).
func (s *Server) readCall(params strict.Value) (t *tool, arguments, token strict.Value, err *rpcError) {
	v, _ := params.Get("name")
	name, bad := v.String()
	if bad != nil {
		return nil, arguments, token, errorf(codeParams, "name is not a string")
	}
	if t = s.byName[name]; t == nil {
		return nil, arguments, token, errorf(codeParams, "unknown tool")
	}
	arguments, given := params.Get("arguments")
	if !given {
		arguments = noArguments
	}
	if arguments.Kind() != strict.Object {
		return nil, arguments, token, errorf(codeParams, "arguments is not an object")
	}
	meta, given := params.Get("_meta")
	if given && meta.Kind() != strict.Object {
		return nil, arguments, token, errorf(codeParams, "_meta is not an object")
	}
	if token, given = meta.Get("progressToken"); given {
		if _, ok := parseID(token); !ok {
			return nil, arguments, token, errorf(codeParams, "progressToken is neither a string of at most %d bytes nor an integer of 64 bits", maxID)
		}
	}
	return t, arguments, token, nil
}

// noArguments stands for arguments that were left out: a tool without required ones takes that.
var noArguments, _ = strict.Parse([]byte(`{}`), strict.Limits{})

// serve runs one call to its end and sends what came of it.
func (p *peer) serve(ctx context.Context, c *call, t *tool, arguments strict.Value) {
	ctx, stop := context.WithTimeoutCause(ctx, t.Deadline, context.DeadlineExceeded)
	defer stop()
	info := &Call{Caller: *p.caller.Load(), Revision: c.to.rev.name, Tool: t.Name, call: c}
	var write writeResult
	err := guard(func() (err error) {
		write, err = t.run(ctx, info, arguments)
		return err
	})
	switch {
	case err == nil:
		p.finish(c, func(e *encoder) { c.to.appendResult(e, func(e *encoder) { write(e, c.to.rev) }) })
	case p.ctx.Err() != nil || context.Cause(ctx) == errCancelled:
		p.finish(c, nil) // nobody waits for it
	default:
		p.finish(c, p.failed(ctx, c.to, err))
	}
}

// errPanic carries a handler's panic to the log.
type errPanic struct {
	value any
	stack []byte
}

// Error has the stack, which is for the log alone.
func (e *errPanic) Error() string { return fmt.Sprintf("panic: %v\n%s", e.value, e.stack) }

// guard keeps a panic to the call that it happened in.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &errPanic{r, debug.Stack()}
		}
	}()
	return f()
}

// failed words an error of a call: as a failure of the tool where the agent can act on it, else as an incident.
func (p *peer) failed(ctx context.Context, to reply, err error) func(*encoder) {
	config := &p.server.config
	f, ok := errors.AsType[*Failure](err)
	if bad, is := errors.AsType[*errArguments](err); is && !ok {
		f = config.InvalidArguments(bad.detail)
	}
	if f == nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded) && config.DeadlineExceeded != nil {
		f = config.DeadlineExceeded()
	}
	if f == nil {
		internal, incident := internalError()
		p.log.Error("tool failed", "incident", incident, "err", err)
		return func(e *encoder) { to.appendError(e, internal) }
	}
	return func(e *encoder) { to.appendResult(e, func(e *encoder) { appendFailure(e, f) }) }
}

// finish sends a call's answer unless it was cancelled meanwhile; write nil ends the call without one.
func (p *peer) finish(c *call, write func(*encoder)) {
	switch {
	case write == nil || c.to.batch != nil:
		var data []byte
		if write != nil {
			data = p.encodeAnswer(c.to, write)
		}
		won := false
		p.calls.finish(c, func() { won = true })
		if won && c.to.batch != nil {
			c.to.batch.add(c.to, data)
		}
	case p.out.acquire():
		defer p.out.release()
		data := p.encodeAnswer(c.to, write)
		if p.out.waitRoom(len(data)) {
			p.calls.finish(c, func() { p.out.push(frame{data: data, call: c}) })
		}
	}
}

// encodeAnswer writes the answer, or the error that stands for one that cannot be written.
func (p *peer) encodeAnswer(to reply, write func(*encoder)) []byte {
	data, err := p.encode(write)
	if err == nil {
		return data
	}
	internal, incident := internalError()
	p.log.Error("answer not sent", "incident", incident, "err", err)
	data, _ = p.encode(func(e *encoder) { to.appendError(e, internal) })
	return data
}
