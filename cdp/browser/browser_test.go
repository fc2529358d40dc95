package browser

import (
	"context"
	"errors"
	"testing"

	"browser-mcp/internal/site"
)

// newBrowser starts nothing yet; it ends with the test.
func newBrowser(t testing.TB, change ...func(*Config)) *Browser {
	t.Helper()
	cfg := Config{Start: startHelper(), Launch: LaunchOptions{Headless: true}}
	for _, c := range change {
		c(&cfg)
	}
	b := New(cfg)
	t.Cleanup(func() {
		if err := b.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return b
}

func TestNavigateReportsWhereItEnded(t *testing.T) {
	s := site.New(t)
	s.Handle("/missing", status(404))
	s.Handle("/redirect", redirect("/login/"))
	s.Page("/script", `<title>first</title><script>location.replace("/login/")</script>`)
	tab := openTab(t, sharedBrowser(t), "")
	for _, tt := range []struct {
		path, wantPath, wantTitle string
		wantStatus                int
	}{
		{"/login/", "/login/", "Sign in", 200},
		{"/login/#part", "/login/#part", "Sign in", 200},
		{"/redirect", "/login/", "Sign in", 200},
		{"/missing", "/missing", "", 404},
	} {
		page, err := tab.Navigate(t.Context(), s.Shop+tt.path, NavigateOptions{})
		if err != nil {
			t.Fatalf("Navigate(%s) = %v", tt.path, err)
		}
		if page.URL != s.Shop+tt.wantPath || page.Status != tt.wantStatus || !page.Loaded || tt.wantTitle != "" && page.Title != tt.wantTitle {
			t.Errorf("Navigate(%s) = %+v, want %s, %q, %d", tt.path, page, tt.wantPath, tt.wantTitle, tt.wantStatus)
		}
	}
}

func TestNavigateFails(t *testing.T) {
	s := site.New(t)
	for path, to := range map[string]string{
		"/file": "file:///etc/passwd", "/data": "data:text/html,x", "/script": "javascript:alert(1)",
		"/mail": "mailto:a@b", "/ftp": "ftp://h/", "/blob": "blob:x",
	} {
		s.Handle(path, redirect(to))
	}
	s.Handle("/nothing", status(204))
	tab := openTab(t, sharedBrowser(t), s.Shop+"/login/")
	for _, tt := range []struct {
		address string
		want    error
	}{
		{s.Shop + "/file", ErrNavigationRefused},
		{s.Shop + "/data", ErrNavigationRefused},
		{s.Shop + "/script", ErrNavigationFailed}, // Chromium drops it without a word
		{s.Shop + "/mail", ErrNavigationRefused},
		{s.Shop + "/ftp", ErrNavigationRefused},
		{s.Shop + "/blob", ErrNavigationRefused},
		{s.Shop + "/nothing", ErrNavigationFailed},
		{"http://nosuch.invalid/", ErrNavigationFailed},
		{s.TLS, ErrNavigationFailed},
		{"javascript:document.title='x'", ErrNavigationRefused},
	} {
		page, err := tab.Navigate(t.Context(), tt.address, NavigateOptions{})
		if !errors.Is(err, tt.want) {
			t.Errorf("Navigate(%s) = %+v, %v, want %v", tt.address, page, err, tt.want)
		}
	}
	if _, err := tab.Navigate(t.Context(), s.Shop+"/login/", NavigateOptions{}); err != nil {
		t.Errorf("Navigate after refusals = %v", err)
	}
}
