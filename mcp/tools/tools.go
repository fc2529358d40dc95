package tools

import (
	"context"
	"log/slog"
	"sync"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

// Backend is what the tools work on.
type Backend struct {
	Browser *browser.Browser
	Store   vault.Store
	Name    mcp.Symbol // of the store, as list_secret_refs reports it
}

// Config of the tools.
type Config struct {
	// Open makes the backend at the first call that needs it, and again after an error. An [*mcp.Failure] is what the
	// agent is told; any other error is an internal one. Required.
	Open func(context.Context) (*Backend, error)
	// Audit is told of each fill and refusal before it takes effect. Required.
	Audit func(vault.AuditEvent)
	// Profile is what a session is told that asks for the persistent profile: a person has to confirm that, and nobody
	// can be asked yet (threats.md, rule 16). Empty: NotConfigured.
	Profile Code
	Logger  *slog.Logger // nil: discard
}

// Tools are the tools of one server and the sessions of its connections. Its methods may be called from any goroutine.
type Tools struct {
	config Config
	logger *slog.Logger

	opening sync.Mutex // held while the backend is made; taken before mu

	mu       sync.Mutex
	sessions map[uint64]*session // by connection
	backend  *Backend            // nil until a call needed it
	filler   *vault.Filler       // with it; one for all, as it knows which contexts are being filled
}

// New makes the tools; nothing is opened yet.
func New(c Config) *Tools {
	if c.Open == nil || c.Audit == nil {
		panic("tools: internal error: Open and Audit are required")
	}
	logger := c.Logger
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	if c.Profile == "" {
		c.Profile = NotConfigured
	}
	return &Tools{config: c, logger: logger, sessions: map[uint64]*session{}}
}

// Configure sets what a server must know to serve the tools: instructions, redaction, and the ends of connections.
func (t *Tools) Configure(c mcp.Config) mcp.Config {
	c.Instructions = instructions
	c.Redact = t.Redact
	c.InvalidArguments = invalidArguments
	c.DeadlineExceeded = func() *mcp.Failure { return fail(Uncertain, "") }
	c.OnOpen = t.Opened
	c.OnClose = t.Closed
	return c
}

// Register adds the tools to s. The first one reads only and is callable without arguments, as clients try it.
func (t *Tools) Register(s *mcp.Server) {
	t.registerSecrets(s)
	t.registerNavigate(s)
	t.registerSnapshot(s)
	t.registerInput(s)
	t.registerFill(s)
	t.registerTabs(s)
	t.registerWait(s)
	t.registerNetwork(s)
}

// Opened makes the session of a connection. It costs a map entry until a tool is called.
func (t *Tools) Opened(c mcp.Caller) {
	s := newSession(t, c)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sessions[c.Conn] = s
}

// Closed ends the session of a connection: its tabs close, its redactor is wiped. It returns when that is done.
func (t *Tools) Closed(c mcp.Caller) {
	t.mu.Lock()
	s := t.sessions[c.Conn]
	delete(t.sessions, c.Conn)
	t.mu.Unlock()
	if s != nil {
		s.close()
	}
}

// Close ends every session. New calls are refused by whoever serves them.
func (t *Tools) Close() {
	t.mu.Lock()
	var all []*session
	for _, s := range t.sessions {
		all = append(all, s)
	}
	clear(t.sessions)
	t.mu.Unlock()
	var closing sync.WaitGroup
	for _, s := range all {
		// Owned by Close, which waits; each ends within closeDeadline.
		closing.Go(s.close)
	}
	closing.Wait()
}

// Redact is the choke point of the one writer: strong values of the caller's context are hidden in every text. Text of
// a connection without a session is hidden whole, since nobody can say any more what was secret to it.
func (t *Tools) Redact(c mcp.Caller, text string) string {
	s := t.session(c)
	if s == nil {
		return hidden
	}
	return s.redact(text)
}

// Sessions is how many connections there are.
func (t *Tools) Sessions() int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.sessions)
}

// Backend returns what has been opened so far, or nil.
func (t *Tools) Backend() *Backend {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.backend
}

// session is nil for a connection that is not open.
func (t *Tools) session(c mcp.Caller) *session {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.sessions[c.Conn]
}

// open returns the backend and makes it if need be. An error is not kept: the next call tries again.
func (t *Tools) open(ctx context.Context) (*Backend, error) {
	t.opening.Lock()
	defer t.opening.Unlock()
	if b := t.Backend(); b != nil {
		return b, nil
	}
	b, err := t.config.Open(ctx)
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.backend, t.filler = b, &vault.Filler{Store: b.Store, Audit: t.config.Audit}
	return b, nil
}
