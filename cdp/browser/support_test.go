package browser

import (
	"context"
	"net/http"
	"testing"
)

// openTab opens a tab in a context of its own, which ends with the test.
func openTab(t testing.TB, b *Browser, address string) *Tab {
	t.Helper()
	c := b.Context(ContextOptions{})
	closeAfter(t, c)
	tab, err := c.Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return tab
}

func closeAfter(t testing.TB, c *Context) {
	t.Cleanup(func() {
		if err := c.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
}

// sharedBrowser is for tests that neither kill it nor want it otherwise.
func sharedBrowser(t testing.TB) *Browser {
	t.Helper()
	return newContext(t).browser
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) }
}

func redirect(to string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to)
		w.WriteHeader(http.StatusFound)
	}
}
