package site

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
)

// discard takes what net/http says about connections that a browser drops, which they do all the time.
var discard = log.New(io.Discard, "", 0)

// Request is one request as it arrived.
type Request struct {
	Origin string // the origin it was sent to, one of Site's
	Method string
	Path   string // decoded
	Query  string // as sent
	Header http.Header
	Body   string
}

// Form returns the fields of the query and of a form body, the body's first.
func (r Request) Form() url.Values {
	form, _ := url.ParseQuery(r.Body)
	query, _ := url.ParseQuery(r.Query)
	for name, values := range query {
		form[name] = append(form[name], values...)
	}
	return form
}

// Contains reports whether value arrived anywhere in the request, as it is or as a form field's value. It
// knows no other encoding: what a test looks for in a transcript, package leak finds.
func (r Request) Contains(value string) bool {
	for _, values := range r.Form() {
		if slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, value) }) {
			return true
		}
	}
	for _, values := range r.Header {
		if slices.ContainsFunc(values, func(v string) bool { return strings.Contains(v, value) }) {
			return true
		}
	}
	return strings.Contains(r.Path, value) || strings.Contains(r.Query, value) || strings.Contains(r.Body, value)
}

// requestLog holds what arrived, in order.
type requestLog struct {
	mu       sync.Mutex
	requests []Request
	active   int           // handlers that run
	changed  chan struct{} // closed and replaced at every change
}

func (l *requestLog) changeLocked() {
	close(l.changed)
	l.changed = make(chan struct{})
}

// record puts every request into the log before next sees it.
func (s *Site) record(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		if !s.log.add(Request{origin(r), r.Method, r.URL.Path, r.URL.RawQuery, r.Header.Clone(), string(body)}) {
			http.Error(w, "the log is full", http.StatusInsufficientStorage)
			return
		}
		defer s.log.done()
		next.ServeHTTP(w, r)
	})
}

func (l *requestLog) add(r Request) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.requests) == maxRequests {
		return false
	}
	l.requests = append(l.requests, r)
	l.active++
	l.changeLocked()
	return true
}

func (l *requestLog) done() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.active--
	l.changeLocked()
}

// await returns once ready, called with the lock held, reports true.
func (l *requestLog) await(ctx context.Context, ready func() bool) error {
	for {
		l.mu.Lock()
		ok, changed := ready(), l.changed
		l.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (l *requestLog) idle(ctx context.Context) error {
	if err := l.await(ctx, func() bool { return l.active == 0 }); err != nil {
		return fmt.Errorf("waiting for the handlers of the test site: %w", err)
	}
	return nil
}

// Requests returns everything that has arrived, or arrived since [Site.Forget].
func (s *Site) Requests() []Request {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	return slices.Clone(s.log.requests)
}

// Forget empties the log.
func (s *Site) Forget() {
	s.log.mu.Lock()
	defer s.log.mu.Unlock()
	s.log.requests = nil
}

// Await returns the first request in the log that matches, waiting for it until ctx ends.
func (s *Site) Await(ctx context.Context, match func(Request) bool) (Request, error) {
	var found Request
	err := s.log.await(ctx, func() bool {
		i := slices.IndexFunc(s.log.requests, match)
		if i >= 0 {
			found = s.log.requests[i]
		}
		return i >= 0
	})
	if err != nil {
		return found, fmt.Errorf("waiting for a request to the test site: %w", err)
	}
	return found, nil
}

// AwaitPath is Await for a method and a path of any origin.
func (s *Site) AwaitPath(ctx context.Context, method, path string) (Request, error) {
	return s.Await(ctx, func(r Request) bool { return r.Method == method && r.Path == path })
}

// Received reports whether value has arrived at origin, in the sense of [Request.Contains].
func (s *Site) Received(origin, value string) bool {
	return slices.ContainsFunc(s.Requests(), func(r Request) bool { return r.Origin == origin && r.Contains(value) })
}
