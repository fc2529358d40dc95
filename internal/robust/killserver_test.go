package robust

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"unicode/utf16"
)

// A daemon that is killed takes everything along; told to stop, it leaves nothing; and the next start finds nothing in its way.
func TestDaemonKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	h, r := newHome(t), dice(t)
	steps := append(append([]step{}, opening...), signing...)
	d := h.daemon()
	shop := h.openShop()
	rehearsal := shop.talk(h)
	sizes, err := rehearsal.rehearse(steps, d.pid())
	if err != nil {
		t.Fatal(err)
	}
	rehearsal.leave()
	d.stop()
	clean := h.entries()
	for i := range share(20) {
		m, death := draw(r, steps, sizes, 0), deaths[i%len(deaths)]
		t.Log(death, m)
		d := h.daemon()
		if left := h.profiles(); len(left) > 0 {
			t.Errorf("profiles after the start that followed a kill: %q", left)
		}
		neighbour, victim := h.client().greet(), shop.talk(h)
		_ = victim.until(m, steps, d.pid(), func() { d.signal(death) }) // ends where the moment is
		if code := d.end(); death == syscall.SIGTERM && code != 0 {
			t.Errorf("daemon told to stop at %v: exit code %d: %s", m, code, d.said.String())
		}
		for name, c := range map[string]*client{"client": victim.client, "neighbour": neighbour} {
			if m.early() && c == victim.client && c.leave() == 0 {
				continue // it came too late to join, and served its client alone
			}
			c.wantEnd(t)
			if code := c.end(); code != 75 {
				t.Errorf("daemon ended by %v at %v: the %s ends with %d, want 75: %s", death, m, name, code, c.said.String())
			}
			shop.wantClean(h, c.Received(), []byte(c.said.String()))
		}
		wantNoStray(t)
		shop.wantClean(h, []byte(d.said.String()))
		if death == syscall.SIGTERM {
			h.wantOnly(clean, "by a daemon told to stop at "+m.String())
		}
		wantNotWritten(t, h, shop.password)
	}
	last := h.daemon()
	again := shop.talk(h)
	if err := again.all(steps); err != nil {
		t.Errorf("the conversation after all: %v", err)
	}
	again.leave()
	last.stop()
	wantNoStray(t)
	h.wantOnly(clean, "after all")
}

// Without a daemon the client's own process is everything.
func TestServerAloneKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	h, r := newHome(t), dice(t)
	steps := append(append([]step{}, opening...), signing...)
	shop := h.openShop()
	rehearsal := shop.talk(h)
	sizes, err := rehearsal.rehearse(steps, rehearsal.pid())
	if err != nil {
		t.Fatal(err)
	}
	if code := rehearsal.leave(); code != 0 {
		t.Errorf("a server whose client leaves ends with %d: %s", code, rehearsal.said.String())
	}
	clean := h.entries()
	for i := range share(16) {
		m, death := draw(r, steps, sizes, 0), deaths[i%len(deaths)]
		t.Log(death, m)
		before := h.entries() // what a kill has left goes with the next browser, which this server may not come to
		victim := shop.talk(h)
		_ = victim.until(m, steps, victim.pid(), func() { victim.signal(death) }) // ends where the moment is
		victim.wantEnd(t)
		if code := victim.end(); death == syscall.SIGTERM && code != 0 && !m.early() {
			t.Errorf("server told to stop at %v: exit code %d: %s", m, code, victim.said.String())
		}
		wantNoStray(t)
		if death == syscall.SIGTERM {
			h.wantOnly(append(before, clean...), "by a server told to stop at "+m.String())
		}
		wantNotWritten(t, h, shop.password)
		shop.wantClean(h, victim.Received(), []byte(victim.said.String()))
	}
	last := shop.talk(h)
	if err := last.all(steps); err != nil {
		t.Errorf("the conversation after all: %v", err)
	}
	if code := last.leave(); code != 0 {
		t.Errorf("a server whose client leaves ends with %d: %s", code, last.said.String())
	}
	wantNoStray(t)
	h.wantOnly(clean, "after all")
}

// wantNotWritten looks for the password in what a browser that was killed has left: nothing that was typed or filled reaches
// its files.
func wantNotWritten(t *testing.T, h *home, password string) {
	t.Helper()
	wide := make([]byte, 0, 2*len(password))
	for _, unit := range utf16.Encode([]rune(password)) {
		wide = append(wide, byte(unit), byte(unit>>8))
	}
	forms := [][]byte{[]byte(password), wide, []byte(base64.StdEncoding.EncodeToString([]byte(password)))}
	for _, path := range h.entries() {
		data, err := os.ReadFile(filepath.Join(h.dir, path))
		if err != nil {
			continue // a directory or a socket
		}
		for _, form := range forms {
			if bytes.Contains(data, form) {
				t.Errorf("the password stands in %s", path)
			}
		}
	}
}
