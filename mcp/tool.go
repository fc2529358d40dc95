package mcp

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"browser-mcp/fsutil/strict"
)

// Tool describes a tool to clients. All strings are constants.
type Tool struct {
	Name        string // 1 to 40 of [A-Za-z0-9_-]
	Title       string
	Description string

	// The four hints, all sent; they inform and enforce nothing.
	ReadOnly, Destructive, Idempotent, OpenWorld bool

	Deadline time.Duration // of a call; zero means a minute, ten minutes at most
}

// tool is a registered one. run checks and decodes the arguments, calls the handler, and returns what writes the result.
type tool struct {
	Tool
	input, output *shape // output nil: none declared
	run           func(ctx context.Context, c *Call, arguments strict.Value) (writeResult, error)
}

// writeResult writes the object that is a call's result.
type writeResult func(e *encoder, rev *revision)

// errArguments carries what was wrong with a call's arguments to the hook that words it.
type errArguments struct{ detail string }

func (e *errArguments) Error() string { return "mcp: arguments: " + e.detail }

// AddTool registers a tool whose result has a schema. Both schemas come from the types by reflection, with the tags json,
// doc, enum, min, max, minlen, maxlen and pattern; arguments that do not fit never reach h.
//
// In is a struct of strings, booleans, numbers, structs, slices, maps and pointers; a field is required unless its json
// tag says omitempty. Out is a struct whose strings are [Text] and [Symbol] only. h's error may be a [*Failure]; any other
// is an internal error to the client and its text goes to the log alone. h must return when ctx ends.
//
// AddTool panics for a type or a name that the protocol does not carry, and once the server serves.
func AddTool[In, Out any](s *Server, t Tool, h func(ctx context.Context, c *Call, in In) (Out, error)) {
	output := shapeOf(reflect.TypeFor[Out](), result)
	if output.kind != "object" {
		panic("mcp: the result of " + t.Name + " is no object") // one such schema makes clients drop the whole list
	}
	add(s, t, output, func(ctx context.Context, c *Call, in In) (writeResult, error) {
		out, err := h(ctx, c, in)
		if err != nil {
			return nil, err
		}
		return func(e *encoder, rev *revision) { appendStructured(e, rev, output, reflect.ValueOf(&out).Elem()) }, nil
	})
}

// AddContentTool registers a tool whose result is content without a schema; else it is [AddTool].
func AddContentTool[In any](s *Server, t Tool, h func(ctx context.Context, c *Call, in In) (Content, error)) {
	add(s, t, nil, func(ctx context.Context, c *Call, in In) (writeResult, error) {
		content, err := h(ctx, c, in)
		if err != nil {
			return nil, err
		}
		return func(e *encoder, rev *revision) {
			e.raw(`{"content":`)
			appendContent(e, rev, content)
			e.raw(`}`)
		}, nil
	})
}

func add[In any](s *Server, t Tool, output *shape, h func(context.Context, *Call, In) (writeResult, error)) {
	if err := t.validate(); err != nil {
		panic("mcp: adding a tool: " + err.Error())
	}
	input := shapeOf(reflect.TypeFor[In](), argument)
	if input.kind != "object" {
		panic("mcp: the arguments of " + t.Name + " are no object")
	}
	run := func(ctx context.Context, c *Call, arguments strict.Value) (writeResult, error) {
		if bad := check(arguments, input, ""); bad != "" {
			return nil, &errArguments{bad}
		}
		var in In
		if err := arguments.Decode(&in); err != nil {
			return nil, &errArguments{"arguments do not fit the tool's schema"} // a number beyond its field's range
		}
		return h(ctx, c, in)
	}
	s.register(&tool{Tool: t, input: input, output: output, run: run})
}

// validate checks what a list would carry to every client, and fills in the deadline.
func (t *Tool) validate() error {
	if t.Name == "" || len(t.Name) > maxToolName {
		return fmt.Errorf("name of %d bytes, limit %d", len(t.Name), maxToolName)
	}
	for _, c := range []byte(t.Name) {
		if c == '.' || c == ':' || !isSymbolByte(c) {
			return fmt.Errorf("name %q has %q", t.Name, c) // model APIs take no dots
		}
	}
	if t.Description == "" {
		return errors.New("no description")
	}
	if t.Deadline < 0 || t.Deadline > maxDeadline {
		return fmt.Errorf("deadline of %v, limit %v", t.Deadline, maxDeadline)
	}
	if t.Deadline == 0 {
		t.Deadline = defaultDeadline
	}
	return nil
}

// appendStructured writes a result twice: as one text item, which every client shows to its model, and as
// structuredContent where the revision has it (MCP 2025-11-25, tools, structured content).
func appendStructured(e *encoder, rev *revision, sh *shape, v reflect.Value) {
	inner := encoder{redact: e.redact, buf: scratch()}
	defer func() { reuse(inner.buf) }()
	sh.write(&inner, v)
	if inner.err != nil {
		e.fail(inner.err)
	}
	e.raw(`{"content":[{"type":"text","text":`)
	e.buf = appendString(e.buf, inner.buf)
	e.raw(`}]`)
	if rev.structured {
		e.raw(`,"structuredContent":`)
		e.buf = append(e.buf, inner.buf...)
	}
	e.raw(`}`)
}

// appendFailure writes a failed call.
func appendFailure(e *encoder, f *Failure) {
	inner := encoder{redact: e.redact}
	inner.raw(`{"error":{"code":`)
	inner.symbol(f.Code)
	if f.Reason != "" {
		inner.raw(`,"reason":`)
		inner.symbol(f.Reason)
	}
	inner.raw(`,"message":`)
	inner.str(f.Message)
	inner.raw(`,"retry":`)
	inner.symbol(f.Retry)
	if f.Detail != nil {
		v := reflect.ValueOf(f.Detail)
		inner.raw(`,"detail":`)
		shapeOf(v.Type(), result).write(&inner, v)
	}
	inner.raw(`}}`)
	if inner.err != nil {
		e.fail(inner.err)
	}
	e.raw(`{"content":[{"type":"text","text":`)
	e.buf = appendString(e.buf, inner.buf)
	e.raw(`}],"isError":true}`)
}
