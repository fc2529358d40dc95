package tools

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"sync"
	"sync/atomic"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
	"browser-mcp/vault"
)

// errEnded is what calls of a session get that has ended.
var errEnded = errors.New("tools: session has ended")

// hidden stands for text that nobody can check any more.
const hidden = "[REDACTED]"

// session is what one connection holds. Its owner id is random and never shown: who knows a label, or reads the
// journal, cannot name it.
type session struct {
	tools   *Tools
	profile bool // asked for
	owner   vault.Owner
	id      string // for the journal

	turn      chan struct{} // one token; its holder touches pages
	filling   atomic.Bool   // a fill is under way or waits for its turn
	redactor  atomic.Pointer[vault.Redactor]
	firstFill atomic.Pointer[mark] // nil until there was one
	ctx       context.Context      // the session's life, for what it waits on beside a call
	end       context.CancelFunc

	mu       sync.Mutex
	context  *browser.Context            // nil until the first call that needs it
	untagged map[browser.TabID]*untagged // documents to be tagged before they are read
	views    map[browser.TabID]*view
	count    int           // of snapshots, for their names
	looked   chan struct{} // closed at the next snapshot
	ended    bool
}

// newSession costs two random numbers; the browser context comes with the first call that needs it.
func newSession(t *Tools, c mcp.Caller) *session {
	s := &session{tools: t, profile: c.Profile, turn: make(chan struct{}, 1), views: map[browser.TabID]*view{}, untagged: map[browser.TabID]*untagged{}, looked: make(chan struct{})}
	rand.Read(s.owner[:]) // never fails (crypto/rand)
	var id [4]byte
	rand.Read(id[:])
	s.id = hex.EncodeToString(id[:])
	s.ctx, s.end = context.WithCancel(context.Background())
	return s
}

// redact hides the strong values of this session's context.
func (s *session) redact(text string) string {
	r := s.redactor.Load()
	if r == nil {
		return text // no secret has been used here
	}
	return r.Redact(s.owner, text)
}

// take waits for the session's turn to touch pages; release gives it back.
func (s *session) take(ctx context.Context) (release func(), err error) {
	select {
	case s.turn <- struct{}{}:
		return func() { <-s.turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.ctx.Done():
		return nil, errEnded
	}
}

// open returns the session's browser context and makes it at the first call. The caller has the turn.
func (s *session) open(ctx context.Context) (*browser.Context, error) {
	if s.profile {
		return nil, fail(s.tools.config.Profile, "profile")
	}
	backend, err := s.tools.open(ctx)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil, errEnded
	}
	if s.context == nil {
		s.redactor.Store(vault.NewRedactor())
		s.context = backend.Browser.Context(browser.ContextOptions{Observer: observer{s}})
	}
	return s.context, nil
}

// onContext runs f while nothing else of the session touches pages.
func (s *session) onContext(ctx context.Context, f func(*browser.Context) error) error {
	release, err := s.take(ctx)
	if err != nil {
		return err
	}
	defer release()
	c, err := s.open(ctx)
	if err != nil {
		return err
	}
	return f(c)
}

// onTab runs f on a tab, the current one if id is empty, while nothing else of the session touches pages.
func (s *session) onTab(ctx context.Context, id string, f func(*browser.Tab) error) error {
	return s.onContext(ctx, func(c *browser.Context) error {
		tab, err := find(ctx, c, id)
		if err != nil {
			return err
		}
		return f(tab)
	})
}

// find returns a tab of the context, and nothing about tabs of others.
// onPage is onTab for what reads or changes the page: its documents that wait to be tagged are tagged first.
func (s *session) onPage(ctx context.Context, id string, f func(*browser.Tab) error) error {
	return s.onContext(ctx, func(c *browser.Context) error {
		tab, err := find(ctx, c, id)
		if err == nil {
			err = s.tag(ctx, c, tab)
		}
		if err != nil {
			return err
		}
		return f(tab)
	})
}

func find(ctx context.Context, c *browser.Context, id string) (*browser.Tab, error) {
	if id == "" {
		return c.Current(ctx)
	}
	return c.Tab(ctx, browser.TabID(id))
}

// close ends the session once its running call has let go of the pages, or after the deadline in any case.
func (s *session) close() {
	s.end()
	ctx, cancel := context.WithTimeout(context.Background(), closeDeadline)
	defer cancel()
	s.mu.Lock()
	s.ended = true
	c := s.context
	s.mu.Unlock()
	if c != nil {
		if err := c.Close(ctx); err != nil {
			s.tools.logger.Warn("closing a session's tabs", "session", s.id, "err", err)
		}
	}
	select { // wiping under a running call would make it fail; a call that hangs is given up
	case s.turn <- struct{}{}:
	case <-ctx.Done():
	}
	if r := s.redactor.Load(); r != nil {
		r.Close()
	}
}
