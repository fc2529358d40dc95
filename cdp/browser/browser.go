package browser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync"
)

// A Process is a started Chromium: the CDP stream and the process behind it.
type Process interface {
	io.ReadWriteCloser
	PID() int
	Kill()                          // ends the whole process group at once
	Wait(ctx context.Context) error // waits for the end of the process
}

// Config of a browser. Start is required.
type Config struct {
	Start  func(ctx context.Context, request []byte) (Process, error) // starts the helper and returns after its hello
	Launch LaunchOptions
	Policy Policy
	Logger *slog.Logger // nil discards
}

// A Browser is the one Chromium that we own, running or not. It is safe for use by many goroutines.
type Browser struct {
	cfg     Config
	request []byte
	log     *slog.Logger
	wg      sync.WaitGroup  // starts and lives
	ctx     context.Context // ends with Close: for starts, which belong to no single call
	cancel  context.CancelFunc

	mu       sync.Mutex
	closed   bool
	starting *start
	life     *life
	contexts map[*Context]struct{}
}

// A start is one attempt to start Chromium, shared by all calls that need it.
type start struct {
	done chan struct{}
	life *life
	err  error
}

// New costs nothing: Chromium starts on the first call that needs it.
func New(cfg Config) *Browser {
	cfg.Launch.hosts = cfg.Policy.AllowedHosts
	request, err := cfg.Launch.encode()
	if err != nil {
		panic("browser: internal error: launch options do not encode")
	}
	b := &Browser{cfg: cfg, request: request, log: cfg.Logger, contexts: make(map[*Context]struct{})}
	b.ctx, b.cancel = context.WithCancel(context.Background())
	if b.log == nil {
		b.log = slog.New(slog.DiscardHandler)
	}
	return b
}

// running returns the Chromium that lives, starting one if there is none. The error wraps ErrUnavailable or ErrClosed,
// or is the context's own; a start goes on for the other callers when one gives up.
func (b *Browser) running(ctx context.Context) (*life, error) {
	b.mu.Lock()
	dying := b.life
	b.mu.Unlock()
	if dying != nil {
		if err := dying.settled(ctx); err != nil {
			return nil, err
		}
	}
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil, ErrClosed
	}
	if b.life != nil {
		defer b.mu.Unlock()
		return b.life, nil
	}
	s := b.starting
	if s == nil {
		s = &start{done: make(chan struct{})}
		b.starting = s
		// Owned by the Browser, ends within startTimeout, waited for by Close.
		b.wg.Go(func() { b.start(s) })
	}
	b.mu.Unlock()
	select {
	case <-s.done:
		return s.life, s.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (b *Browser) start(s *start) {
	// Not the first caller's context: others wait for the same start.
	ctx, cancel := context.WithTimeout(b.ctx, startTimeout)
	defer cancel()
	l, err := b.launch(ctx)
	b.mu.Lock()
	b.starting = nil
	stray := err == nil && b.closed
	switch {
	case b.closed:
		s.err = ErrClosed
	case err != nil:
		s.err = fmt.Errorf("%w: %w", ErrUnavailable, err)
	default:
		s.life, b.life = l, l
		// Owned by the Browser, ends with Chromium, waited for by Close.
		b.wg.Go(l.run)
	}
	b.mu.Unlock()
	if stray {
		l.abandon()
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		b.log.Error("starting the browser", "event", "browser_unavailable", "err", err)
	}
	close(s.done)
}

// ended is called by a life at its end, when nothing of it is left.
func (b *Browser) ended(l *life) {
	b.mu.Lock()
	if b.life == l {
		b.life = nil
	}
	contexts := make([]*Context, 0, len(b.contexts))
	for c := range b.contexts {
		contexts = append(contexts, c)
	}
	b.mu.Unlock()
	for _, c := range contexts {
		c.lost(l)
	}
}

// Close ends Chromium, also one that is just starting, and waits until nothing of it is left: some hundred milliseconds,
// at most the few seconds after which it is killed. It may be called more than once.
func (b *Browser) Close(context.Context) error {
	b.mu.Lock()
	b.closed = true
	l := b.life
	b.mu.Unlock()
	b.cancel()
	if l != nil {
		l.conn.Close() // Chromium takes this for the request to end, and run does the rest
	}
	b.wg.Wait()
	return nil
}

// Context makes a context without any I/O. Its off-the-record browser context is made on first use, and made anew if
// the browser was lost.
func (b *Browser) Context(o ContextOptions) *Context {
	c := &Context{browser: b, options: o, binding: make(chan struct{}, 1)}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.contexts[c] = struct{}{}
	return c
}

func (b *Browser) forget(c *Context) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.contexts, c)
}

// Status is what a human may want to know.
type Status struct {
	Running  bool
	PID      int
	Product  string // as Chromium names itself
	Contexts int
	Tabs     int
}

// Status reports without any I/O.
func (b *Browser) Status() Status {
	b.mu.Lock()
	l := b.life
	s := Status{Contexts: len(b.contexts)}
	b.mu.Unlock()
	if l != nil {
		s.Running, s.PID, s.Product, s.Tabs = true, l.proc.PID(), l.product, l.tabCount()
	}
	return s
}

// Alive asks a running Chromium for an answer. Without one there is nothing that could hang.
func (b *Browser) Alive(ctx context.Context) error {
	b.mu.Lock()
	l := b.life
	b.mu.Unlock()
	if l == nil {
		return nil
	}
	return l.translate(l.root.Call(ctx, "Browser.getVersion", nil, nil))
}
