package browser

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"

	"browser-mcp/cdp"
)

// A life is one Chromium from its start to its death. Its event loop is the only writer of what tabs know about their
// frames.
type life struct {
	browser *Browser
	log     *slog.Logger
	proc    Process
	conn    *cdp.Conn
	root    *cdp.Session
	product string
	events  *cdp.Subscription // lossless: the event loop's
	network *cdp.Subscription // lossy: the network log's
	ctx     context.Context   // ends with the life: for what the house itself asks the browser
	cancel  context.CancelFunc
	wg      sync.WaitGroup // loops and attachments
	over    chan struct{}  // closed when nothing of the life is left

	applying sync.Mutex // held while an event is applied, or the answer of an attachment
	seq      uint64     // of the newest event that is or was applied; guarded by applying
	changes  broadcast

	mu       sync.Mutex
	applied  uint64 // events that the loop has finished with
	logged   uint64 // events that the network log has finished with
	sessions map[cdp.SessionID]*attachment
	tabs     map[cdp.TargetID]*Tab
	contexts map[cdp.BrowserContextID]*Context
	spare    *cdp.Pending // the context that was asked for in the same breath as the first answer
}

// loopEvents are what the event loop reads; networkEvents what the network log reads.
var (
	loopEvents    = []string{"Target.", "Page.", "Inspector.", "Fetch."}
	networkEvents = []string{
		"Network.requestWillBeSent", "Network.responseReceived", "Network.loadingFinished", "Network.loadingFailed",
		"Network.webSocketCreated", "Network.webSocketHandshakeResponseReceived", "Network.webSocketClosed",
	}
)

// launch starts Chromium and waits for its first answer.
func (b *Browser) launch(ctx context.Context) (*life, error) {
	proc, err := b.cfg.Start(ctx, b.request)
	if err != nil {
		return nil, err
	}
	l := &life{
		browser:  b,
		log:      b.log,
		proc:     proc,
		over:     make(chan struct{}),
		conn:     cdp.NewConn(proc, cdp.Options{}),
		sessions: make(map[cdp.SessionID]*attachment),
		tabs:     make(map[cdp.TargetID]*Tab),
		contexts: make(map[cdp.BrowserContextID]*Context),
	}
	l.ctx, l.cancel = context.WithCancel(context.Background())
	l.root = l.conn.Root()
	prefixes := loopEvents
	if b.cfg.Policy.BlockPrivate {
		prefixes = append(prefixes[:len(prefixes):len(prefixes)], "Network.responseReceived", "Network.webSocketCreated")
	}
	l.events = l.conn.Subscribe(cdp.SubscribeOptions{Prefixes: prefixes, Size: eventQueue})
	l.network = l.conn.Subscribe(cdp.SubscribeOptions{Prefixes: networkEvents, Size: networkQueue, Lossy: true})
	if err := l.handshake(ctx); err != nil {
		l.abandon()
		return nil, fmt.Errorf("first answer of the browser: %w", err)
	}
	return l, nil
}

// rootFilter names the targets that we attach to at the top. What is not named (the browser's own surfaces) is left
// alone.
var rootFilter = []cdp.TargetFilterEntry{{Type: "page"}, {Type: "service_worker"}, {Type: "shared_worker"}}

// handshake turns on auto-attach, so that every page is ours and paused before it runs anything.
func (l *life) handshake(ctx context.Context) error {
	attach := l.root.Start(ctx, "Target.setAutoAttach", cdp.AutoAttach{
		AutoAttach: true, WaitForDebuggerOnStart: true, Flatten: true, Filter: rootFilter,
	})
	if l.browser.cfg.Launch.Profile == "" {
		// Whoever started the browser needs a context next; its first answer takes a while, so this costs nothing.
		l.spare = l.root.Start(l.ctx, "Target.createBrowserContext", map[string]any{"disposeOnDetach": true})
	}
	var version struct {
		Product string `json:"product"`
	}
	if err := l.root.Call(ctx, "Browser.getVersion", nil, &version); err != nil {
		attach.Forget()
		return err
	}
	l.product = version.Product
	return attach.Wait(ctx, nil)
}

// run is the life's owner: it runs the loops, and when the connection is gone it cleans up after Chromium.
func (l *life) run() {
	l.log.Info("browser started", "event", "browser_started", "product", l.product, "pid", l.proc.PID())
	l.wg.Go(l.logNetwork) // ends with the connection; waited for below
	l.loop()              // until the connection is gone
	l.log.Info("browser ended", "event", "browser_ended", "err", l.conn.Err())
	l.abandon()
	l.wg.Wait()
	l.browser.ended(l)
	close(l.over)
}

// settled waits, if the browser is dead, until everyone has been told and a new one may be started.
func (l *life) settled(ctx context.Context) error {
	select {
	case <-l.conn.Done():
	default:
		return nil
	}
	select {
	case <-l.over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// abandon leaves nothing of Chromium behind.
func (l *life) abandon() {
	l.conn.Close()
	l.cancel()
	ctx, cancel := context.WithTimeout(context.Background(), stopTimeout)
	defer cancel()
	if err := l.proc.Wait(ctx); err != nil {
		l.proc.Kill()
	}
	l.proc.Kill() // what may be left of its process group
	if err := Sweep(ctx); err != nil {
		l.log.Debug("sweeping private profiles", "err", err)
	}
}

// translate turns the end of the connection into the package's own error.
func (l *life) translate(err error) error {
	if errors.Is(err, cdp.ErrClosed) {
		return fmt.Errorf("%w: %w", ErrGone, err)
	}
	return err
}

func (l *life) tabCount() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.tabs)
}

// caughtUp returns when the event loop has applied every event that came before the call. After an answer of the
// browser this means: everything that the browser said before that answer is known.
func (l *life) caughtUp(ctx context.Context) error {
	return l.reach(ctx, l.events.Received(), func() uint64 { return l.applied })
}

// networkCaughtUp is caughtUp for the network log.
func (l *life) networkCaughtUp(ctx context.Context) error {
	return l.reach(ctx, l.network.Received()-l.network.Dropped(), func() uint64 { return l.logged })
}

func (l *life) reach(ctx context.Context, target uint64, count func() uint64) error {
	for {
		changed := l.changes.next()
		l.mu.Lock()
		reached := count() >= target
		l.mu.Unlock()
		if reached {
			return nil
		}
		select {
		case <-changed:
		case <-l.conn.Done():
			return l.translate(l.conn.Err())
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
