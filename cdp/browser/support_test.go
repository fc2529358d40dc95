package browser

import (
	"net/http"
	"testing"
)

func openTab(t testing.TB, b *Browser, address string) *Tab {
	t.Helper()
	tab, err := b.Context(ContextOptions{}).Open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return tab
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
