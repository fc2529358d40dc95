package mcp

import (
	"crypto/rand"
	"log/slog"
	"sync"
	"sync/atomic"
)

// Config is what a [Server] is made of. Name, Version and Redact are required.
type Config struct {
	Name, Version string
	Title         string
	Instructions  string // for the model, sent at initialize; a constant

	// Redact is the choke point: every [Text] passes it in the moment of writing.
	Redact func(Caller, string) string

	// InvalidArguments words arguments that do not fit a tool's schema. detail is a sentence of this package's and the
	// schema's words only. Required.
	InvalidArguments func(detail string) *Failure

	// DeadlineExceeded words a call that its tool's deadline ended and whose handler had no words for it. Nil: an
	// internal error.
	DeadlineExceeded func() *Failure

	// Preamble decides on the first line of a listener's connection, where it is one (see [Preamble]). An error closes the
	// connection. Nil: there are no preambles.
	Preamble func(Caller, Preamble) (Caller, error)

	// OnOpen is called before a connection's first message is served, OnClose after its last call has returned. Nil: nothing.
	OnOpen, OnClose func(Caller)

	Logger *slog.Logger // nil: discard
	Limits Limits
}

// Server serves tools to any number of connections. Add all tools before the first.
type Server struct {
	config    Config
	limits    Limits
	log       *slog.Logger
	cursorKey [32]byte

	tools   []*tool // in the order of adding, which is that of tools/list
	byName  map[string]*tool
	serving atomic.Bool
	pages   sync.Map // rendered pages of tools/list

	conns   atomic.Uint64 // ids given
	dropped atomic.Uint64

	mu          sync.Mutex
	calls       int            // handlers running
	byPrincipal map[string]int // of calls
}

// NewServer panics if a required field of config is missing.
func NewServer(config Config) *Server {
	if config.Name == "" || config.Version == "" || config.Redact == nil || config.InvalidArguments == nil {
		panic("mcp: Config without Name, Version, Redact or InvalidArguments")
	}
	if config.Logger == nil {
		config.Logger = slog.New(slog.DiscardHandler)
	}
	if config.OnOpen == nil {
		config.OnOpen = func(Caller) {}
	}
	if config.OnClose == nil {
		config.OnClose = func(Caller) {}
	}
	s := &Server{
		config: config, limits: config.Limits.orDefault(), log: config.Logger,
		byName: map[string]*tool{}, byPrincipal: map[string]int{},
	}
	rand.Read(s.cursorKey[:])
	return s
}

// register keeps the order: the first tool of a list is the one that a checker calls.
func (s *Server) register(t *tool) {
	if s.serving.Load() {
		panic("mcp: adding " + t.Name + " to a server that serves") // lists do not change: no client is told
	}
	if s.byName[t.Name] != nil {
		panic("mcp: two tools named " + t.Name)
	}
	s.byName[t.Name] = t
	s.tools = append(s.tools, t)
}

// Dropped counts messages that were neither served nor answered: malformed or unknown notifications, late cancellations,
// responses to nothing.
func (s *Server) Dropped() uint64 { return s.dropped.Load() }

// admit counts a call in, if connection, principal and server have room; leave counts it out.
func (s *Server) admit(principal string, t *calls) *rpcError {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, bound := range []struct {
		running, limit int
		of             string
	}{
		{t.running, s.limits.InFlight, "on this connection"},
		{s.byPrincipal[principal], s.limits.InFlightPrincipal, "for this principal"},
		{s.calls, s.limits.InFlightTotal, "in all"},
	} {
		if bound.running >= bound.limit {
			return errorf(codeRequest, "%d calls in flight %s, limit %d", bound.running, bound.of, bound.limit)
		}
	}
	t.running++
	s.byPrincipal[principal]++
	s.calls++
	return nil
}

// leave counts a handler out when it has returned, cancelled or not: what runs is what costs.
func (s *Server) leave(principal string, t *calls) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.running--
	s.calls--
	if s.byPrincipal[principal]--; s.byPrincipal[principal] == 0 {
		delete(s.byPrincipal, principal)
	}
}
