package browser

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"

	"browser-mcp/internal/leak"
	"browser-mcp/internal/site"
)

func TestBrowserDeathFailsWhatWasOpenAndTheNextCallStartsAnother(t *testing.T) {
	s := site.New(t)
	newSlow(s)
	seen := &recorder{}
	b := newBrowser(t)
	c := b.Context(ContextOptions{Observer: seen})
	tab, err := c.Open(t.Context(), s.Shop+"/login/")
	if err != nil {
		t.Fatal(err)
	}
	pid := b.Status().PID
	open := make(chan error, 1)
	go func() { // ends with the browser; read below
		_, err := tab.Navigate(t.Context(), s.Shop+"/slow", NavigateOptions{})
		open <- err
	}()
	if _, err := s.AwaitPath(t.Context(), "GET", "/slow"); err != nil {
		t.Fatal(err)
	}
	syscall.Kill(pid, syscall.SIGKILL)
	if err := <-open; !errors.Is(err, ErrGone) {
		t.Errorf("call in flight = %v, want ErrGone", err)
	}
	if _, err := tab.Reload(t.Context(), NavigateOptions{}); !errors.Is(err, ErrGone) {
		t.Errorf("call on a lost tab = %v, want ErrGone", err)
	}
	next, err := c.Open(t.Context(), s.Shop+"/login/")
	if err != nil {
		t.Fatal(err)
	}
	awaitGone(t, pid)
	if next.ID() == tab.ID() || b.Status().PID == pid {
		t.Errorf("tab %s on browser %d, want new ones", next.ID(), b.Status().PID)
	}
	if _, err := c.Tab(t.Context(), tab.ID()); !errors.Is(err, ErrUnknownTab) {
		t.Errorf("Tab of the lost browser = %v, want ErrUnknownTab", err)
	}
	if events, _ := next.TakeEvents(); len(events) != 1 || events[0].Kind != EventRestart {
		t.Errorf("events = %+v, want the restart", events)
	}
	again, err := c.Open(t.Context(), s.Shop+"/login/")
	if err != nil {
		t.Fatal(err)
	}
	if events, _ := again.TakeEvents(); len(events) != 0 {
		t.Errorf("events of a further tab = %+v, want none", events)
	}
	docs := seen.top()
	if len(docs) != 3 || docs[0].Restart || docs[2].Restart || len(seen.closed) != 1 {
		t.Errorf("observer saw %+v, closed %v", docs, seen.closed)
	}
}

func TestCrashedTabIsReportedAndCanBeLoadedAgain(t *testing.T) {
	s := site.New(t)
	b := newBrowser(t)
	tab, other := openTab(t, b, s.Shop+"/login/"), openTab(t, b, s.Pay+"/login/")
	tab.session.Start(t.Context(), "Page.crash", nil).Forget()
	if events := awaitEvents(t, tab, 1); events[0].Kind != EventCrash {
		t.Errorf("events = %+v, want the crash", events)
	}
	if page, err := other.Reload(t.Context(), NavigateOptions{}); err != nil {
		t.Errorf("another tab = %+v, %v", page, err)
	}
	if page, err := tab.Reload(t.Context(), NavigateOptions{}); err != nil || page.Title != "Sign in" {
		t.Errorf("Reload of a crashed tab = %+v, %v", page, err)
	}
	tab.session.Start(t.Context(), "Page.crash", nil).Forget()
	awaitEvents(t, tab, 1)
	if page, err := tab.Navigate(t.Context(), s.Pay+"/login/", NavigateOptions{}); err != nil || page.Title != "Sign in" {
		t.Errorf("Navigate of a crashed tab = %+v, %v", page, err)
	}
	evaluate(t, tab, "1")
}

func TestBrowserClosedWhileItStarts(t *testing.T) {
	started := make(chan struct{})
	b := New(Config{Start: func(ctx context.Context, _ []byte) (Process, error) {
		close(started)
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	open := make(chan error, 1)
	go func() { // ends with the browser; read below
		_, err := b.Context(ContextOptions{}).Open(context.Background(), "")
		open <- err
	}()
	<-started
	if err := b.Close(t.Context()); err != nil {
		t.Errorf("Close = %v", err)
	}
	if err := <-open; !errors.Is(err, ErrClosed) {
		t.Errorf("Open = %v, want ErrClosed", err)
	}
}

func TestNamedProfileRemembers(t *testing.T) {
	s := site.New(t)
	state := t.TempDir()
	named := func(c *Config) {
		c.Launch.Profile = "own"
		c.Start = startHelper("XDG_STATE_HOME="+state, "STATE_DIRECTORY=")
	}
	first := newBrowser(t, named)
	tab := openTab(t, first, s.Shop+"/login/")
	evaluate(t, tab, `document.cookie = "kept=1; max-age=3600"; 0`)
	if _, err := first.Context(ContextOptions{}).Open(t.Context(), ""); !errors.Is(err, ErrTooMany) {
		t.Errorf("second context on a profile = %v, want ErrTooMany", err)
	}
	if err := tab.context.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := first.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := evaluate(t, openTab(t, newBrowser(t, named), s.Shop+"/login/"), "document.cookie"); got != "kept=1" {
		t.Errorf("cookies after a restart = %q, want kept=1", got)
	}
}

func TestBrowserThatCannotStart(t *testing.T) {
	b := newBrowser(t, func(c *Config) {
		c.Start = startHelper("SBM_CHROME_PATH=/nonexistent/chromium")
	})
	c := b.Context(ContextOptions{})
	for range 2 {
		if _, err := c.Open(t.Context(), ""); !errors.Is(err, ErrUnavailable) {
			t.Errorf("Open = %v, want ErrUnavailable", err)
		}
	}
	refused := newBrowser(t, func(c *Config) { c.Launch.Args = []string{"--remote-debugging-port=9222"} })
	if _, err := refused.Context(ContextOptions{}).Open(t.Context(), ""); !errors.Is(err, ErrUnavailable) {
		t.Errorf("Open with a refused flag = %v, want ErrUnavailable", err)
	}
}

func TestClosedBrowserAndContext(t *testing.T) {
	b := newBrowser(t)
	c := b.Context(ContextOptions{})
	if _, err := c.Open(t.Context(), ""); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := c.Close(t.Context()); err != nil {
			t.Errorf("Close of the context = %v", err)
		}
	}
	if _, err := c.Open(t.Context(), ""); !errors.Is(err, ErrClosed) {
		t.Errorf("Open in a closed context = %v, want ErrClosed", err)
	}
	pid := b.Status().PID
	dir := userDataDir(t, pid)
	for range 2 {
		if err := b.Close(t.Context()); err != nil {
			t.Errorf("Close of the browser = %v", err)
		}
	}
	if left := groupOf(pid); len(left) != 0 {
		t.Errorf("processes left: %+v", left)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("profile directory after Close = %v, want it gone", err)
	}
	if _, err := b.Context(ContextOptions{}).Open(t.Context(), ""); !errors.Is(err, ErrClosed) {
		t.Errorf("Open in a closed browser = %v, want ErrClosed", err)
	}
}

func TestContextsLeaveNothing(t *testing.T) {
	const rounds, atOnce = 200, 4
	b := newBrowser(t)
	keep := openTab(t, b, "") // the browser and what it starts once are not leaks
	leak.Baseline(t)
	slots := make(chan struct{}, atOnce)
	var wg sync.WaitGroup
	for range rounds {
		slots <- struct{}{}
		wg.Go(func() { // ends with its context; waited for below
			defer func() { <-slots }()
			c := b.Context(ContextOptions{})
			if _, err := c.Open(t.Context(), ""); err != nil {
				t.Errorf("Open = %v", err)
			}
			if err := c.Close(t.Context()); err != nil {
				t.Errorf("Close = %v", err)
			}
		})
	}
	wg.Wait()
	if err := keep.caughtUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	var targets struct {
		TargetInfos []struct{ Type string } `json:"targetInfos"`
	}
	if err := keep.life.root.Call(t.Context(), "Target.getTargets", nil, &targets); err != nil {
		t.Fatal(err)
	}
	pages := 0
	for _, info := range targets.TargetInfos {
		if info.Type == "page" {
			pages++
		}
	}
	status := b.Status()
	l := keep.life
	l.mu.Lock()
	defer l.mu.Unlock()
	if pages != 1 || len(l.tabs) != 1 || len(l.contexts) != 1 || len(l.sessions) != 1 || status.Contexts != 1 {
		t.Errorf("left: %d pages, %d tabs, %d contexts, %d sessions", pages, len(l.tabs), len(l.contexts), len(l.sessions))
	}
}

func TestContextsAreBounded(t *testing.T) {
	b := newBrowser(t)
	var contexts []*Context
	for range maxContexts {
		c := b.Context(ContextOptions{})
		_, doors, err := c.bind(t.Context())
		if err := errors.Join(err, doors.wait(t.Context())); err != nil {
			t.Fatal(err)
		}
		contexts = append(contexts, c)
	}
	more := b.Context(ContextOptions{})
	if _, err := more.Open(t.Context(), ""); !errors.Is(err, ErrTooMany) {
		t.Errorf("context %d = %v, want ErrTooMany", maxContexts+1, err)
	}
	if err := contexts[0].Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := more.Open(t.Context(), ""); err != nil {
		t.Errorf("after another one was closed: %v", err)
	}
}

// parentWord makes the test binary be a daemon that is about to be killed.
const parentWord = "browser-parent-of-the-tests"

// runParent starts a browser, says where it is, and waits to be killed.
func runParent() {
	b := New(Config{Launch: LaunchOptions{Headless: true}, Start: startHelper()})
	tab, err := b.Context(ContextOptions{}).Open(context.Background(), "")
	fmt.Println(b.Status().PID, err)
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = tab
}

func TestKilledDaemonTakesItsBrowserAlongAndTheNextStartSweeps(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	parent := exec.Command(self, parentWord)
	in, err := parent.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	var pid int
	if _, scan := fmt.Sscanf(line, "%d <nil>", &pid); err != nil || scan != nil {
		t.Fatalf("the daemon said %q, %v", line, err)
	}
	dir := filepath.Dir(userDataDir(t, pid))
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // killed, as wanted
	awaitGone(t, pid)
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("private directory after SIGKILL: %v", err)
	}
	openTab(t, newBrowser(t), "")
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("private directory after the next start = %v, want it gone", err)
	}
}

// A page may open its document as often as it likes, which makes no history entry: what the event loop does for each
// must not let one page end the browser of all by a full queue.
func TestThreatOnePageDoesNotFloodTheEventLoop(t *testing.T) {
	s := site.New(t)
	s.Page("/flood", `<title>f</title><script>const flood = () => { for (let i = 0; i < 60000; i++) document.open(); return 1 }</script>`)
	b := newBrowser(t)
	neighbour, flooding := openTab(t, b, s.Shop+"/thanks.html"), openTab(t, b, s.Shop+"/flood")
	evaluate(t, flooding, "flood()")
	if got := evaluate(t, neighbour, "1 + 1"); got != "2" {
		t.Errorf("the neighbour answers %q, want 2", got)
	}
	if err := neighbour.caughtUp(t.Context()); err != nil {
		t.Errorf("the event loop behind the flood: %v", err)
	}
}
