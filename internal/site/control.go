package site

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync"
)

// control changes what the site does while a test runs: replaced paths, and commands to loaded pages.
type control struct {
	mu        sync.Mutex
	replaced  map[string]http.Handler // by path
	listeners map[chan command]bool
	changed   chan struct{} // closed and replaced when a page begins to listen or says that it is done
	done      map[int]bool
	last      int
	context   context.Context // ends with the site, for requests that never end by themselves
	close     context.CancelFunc
}

// command is one word to the pages that listen, and the number under which they answer.
type command struct {
	id   int
	word string
}

func (c *control) init() {
	c.replaced = map[string]http.Handler{}
	c.listeners = map[chan command]bool{}
	c.changed = make(chan struct{})
	c.done = map[int]bool{}
	c.context, c.close = context.WithCancel(context.Background())
}

func (c *control) changeLocked() {
	close(c.changed)
	c.changed = make(chan struct{})
}

// override serves the paths that a test has replaced, and next otherwise.
func (c *control) override(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c.mu.Lock()
		handler, ok := c.replaced[r.URL.Path]
		c.mu.Unlock()
		if !ok {
			handler = next
		}
		handler.ServeHTTP(w, r)
	})
}

// Handle serves path with handler on every origin from now on; nil gives the path back.
func (s *Site) Handle(path string, handler http.HandlerFunc) {
	s.control.mu.Lock()
	defer s.control.mu.Unlock()
	if handler == nil {
		delete(s.control.replaced, path)
		return
	}
	s.control.replaced[path] = handler
}

// Page serves one HTML document at path on every origin from now on. {{shop}}, {{pay}} and {{evil}} are
// replaced as in the embedded pages.
func (s *Site) Page(path, html string) {
	s.Handle(path, func(w http.ResponseWriter, _ *http.Request) { s.writeHTML(w, html) })
}

// Tell sends word to every page that listens with onTell (pages/site.js) and returns when the first of them
// has carried it out. It waits for a page that listens.
func (s *Site) Tell(ctx context.Context, word string) error {
	c := &s.control
	c.mu.Lock()
	c.last++
	sent := command{c.last, word}
	c.mu.Unlock()
	told := map[chan command]bool{}
	for {
		c.mu.Lock()
		done, changed := c.done[sent.id], c.changed
		for listener := range c.listeners {
			if !told[listener] {
				told[listener] = true
				listener <- sent // buffered for every command that is under way, see listen
			}
		}
		c.mu.Unlock()
		if done {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("telling the test page %q: %w", word, ctx.Err())
		}
	}
}

// listen answers /_events: an event stream with one line a command (HTML, section 9.2, server-sent events).
func (c *control) listen(w http.ResponseWriter, r *http.Request) {
	mine := make(chan command, maxListeners)
	c.mu.Lock()
	full := len(c.listeners) == maxListeners
	if !full {
		c.listeners[mine] = true
		c.changeLocked()
	}
	c.mu.Unlock()
	if full {
		http.Error(w, "too many pages listen", http.StatusServiceUnavailable)
		return
	}
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		delete(c.listeners, mine)
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	flusher := http.NewResponseController(w)
	for flusher.Flush() == nil {
		select {
		case sent := <-mine:
			fmt.Fprintf(w, "id: %d\ndata: %s\n\n", sent.id, sent.word)
		case <-r.Context().Done():
			return
		case <-c.context.Done():
			return
		}
	}
}

// finish answers /_done: a page has carried out the command id.
func (c *control) finish(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.Atoi(r.URL.Query().Get("id"))
	if err != nil {
		http.Error(w, "no id", http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.done[id] = true
	c.changeLocked()
	w.WriteHeader(http.StatusNoContent)
}
