package site

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// Site is a running set of origins. Shop and Pay are different sites for Chromium (the host differs), so a
// frame of one in the other gets a process of its own; Pay and Evil are one site and two origins.
type Site struct {
	Shop string // http://localhost:P1, the bound origin
	Pay  string // http://127.0.0.1:P2, the payment provider
	Evil string // http://127.0.0.1:P3
	TLS  string // https://localhost:P4, with a certificate that nobody trusts

	log     requestLog
	control control
	account account
	shown   receipts
	servers []*http.Server
	running sync.WaitGroup
}

// New starts a Site that ends with the test.
func New(t testing.TB) *Site {
	t.Helper()
	s, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Start is New for a program that is no test; the caller closes it.
func Start() (*Site, error) {
	s := &Site{}
	s.log.changed = make(chan struct{})
	s.control.init()
	handler := s.record(s.control.override(s.routes()))
	for _, o := range []struct {
		origin       *string
		scheme, host string
	}{
		{&s.Shop, "http", "localhost"}, {&s.Pay, "http", "127.0.0.1"}, {&s.Evil, "http", "127.0.0.1"}, {&s.TLS, "https", "localhost"},
	} {
		listener, err := net.Listen("tcp4", "127.0.0.1:0")
		if err != nil {
			return nil, errors.Join(err, s.Close())
		}
		_, port, _ := strings.Cut(listener.Addr().String(), ":")
		*o.origin = o.scheme + "://" + o.host + ":" + port
		s.serve(listener, handler, o.scheme == "https")
	}
	return s, nil
}

func (s *Site) serve(listener net.Listener, handler http.Handler, secure bool) {
	if secure {
		// httptest brings the only certificate that the standard library ships; all of its server is not needed.
		borrowed := httptest.NewUnstartedServer(nil)
		borrowed.StartTLS()
		config := &tls.Config{Certificates: borrowed.TLS.Certificates}
		borrowed.Close()
		listener = tls.NewListener(listener, config)
	}
	server := &http.Server{Handler: handler, ErrorLog: discard}
	s.servers = append(s.servers, server)
	// Owned by Site; ends when Close closes the server, and Close waits.
	s.running.Go(func() { server.Serve(listener) })
}

// Close ends every connection, waits for every handler and is idempotent.
func (s *Site) Close() error {
	var errs []error
	for _, server := range s.servers {
		errs = append(errs, server.Close())
	}
	// Only now: a page that never ends must break off, not end as if it were whole.
	s.control.close()
	s.running.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), shutdown)
	defer cancel()
	return errors.Join(append(errs, s.log.idle(ctx))...)
}

// origin names the origin that a request was sent to, as the browser writes it.
func origin(r *http.Request) string {
	if r.TLS != nil {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}
