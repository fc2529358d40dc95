package robust

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// stage is one daemon with a client in conversation and a neighbour who has a tab open.
type stage struct {
	*home
	t         *testing.T
	daemon    *daemon
	shop      *shop
	talk      *talk
	neighbour *client
	sizes     []size
	dice      *rand.Rand
}

func newStage(t *testing.T) *stage {
	t.Helper()
	s := &stage{home: newHome(t), t: t, dice: dice(t)}
	s.daemon = s.home.daemon()
	s.shop = s.openShop()
	s.neighbour = s.home.client().greet()
	s.neighbour.call("navigate", args{"url": s.shop.Shop + "/login/"})
	s.talk = s.shop.talk(s.home)
	if err := s.talk.all(opening); err != nil {
		t.Fatal(err)
	}
	var err error
	if s.sizes, err = s.talk.rehearse(signing, s.daemon.pid()); err != nil {
		t.Fatal(err)
	}
	return s
}

// close ends everything politely; then nothing may be left, and nobody may have seen the password.
func (s *stage) close() {
	s.t.Helper()
	if err := s.talk.all(signing); err != nil {
		s.t.Errorf("the conversation after all: %v", err)
	}
	s.neighbour.call("navigate", args{"url": s.shop.Shop + "/login/"})
	for _, c := range []*client{s.talk.client, s.neighbour} {
		if code := c.leave(); code != 0 {
			s.t.Errorf("a client that leaves ends with %d: %s", code, c.said.String())
		}
		s.shop.wantClean(s.home, c.Received(), []byte(c.said.String()))
	}
	s.daemon.stop()
	wantNoStray(s.t)
	s.shop.wantClean(s.home, []byte(s.daemon.said.String()))
	if left := s.profiles(); len(left) > 0 {
		s.t.Errorf("profiles left: %q", left)
	}
}

// broken says that a conversation ended as it may when what it stood on was killed: with one of codes, or on a page that is
// not there any more.
func broken(err error, codes ...string) bool {
	if f, ok := errors.AsType[*failed](err); ok {
		return slices.Contains(codes, f.code)
	}
	return err == nil || errors.Is(err, errLost)
}

func TestBrowserKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	fromNavigate := slices.IndexFunc(signing, func(s step) bool { return s.name == "navigate" })
	for range share(24) {
		m := draw(s.dice, signing, s.sizes, fromNavigate)
		t.Log(m)
		struck := 0
		err := s.talk.until(m, signing, s.daemon.pid(), func() {
			if struck = browserOf(s.daemon.pid()); struck != 0 {
				_ = syscall.Kill(struck, syscall.SIGKILL)
			}
		})
		if !broken(err, "browser_gone", "browser_unavailable") {
			t.Errorf("browser killed at %v: %v", m, err)
		}
		if _, err := s.neighbour.try("list_tabs", nil); err != nil {
			t.Errorf("browser killed at %v: the neighbour: %v", m, err)
		}
		s.awaitOnly(struck)
		if left := s.profiles(); len(left) > 1 {
			t.Errorf("browser killed at %v: profiles %q, want that of the living one", m, left)
		}
	}
	s.close()
}

// awaitOnly waits until the daemon has buried a browser: it has at most one child, another one.
func (s *stage) awaitOnly(dead int) {
	s.t.Helper()
	s.await("the end of the browser", func(now state) bool {
		if now.Browser.Running && now.Browser.PID == dead {
			return false
		}
		for _, child := range children(s.daemon.pid()) {
			if child.pid != now.Browser.PID {
				return false
			}
		}
		return true
	})
}

func TestRendererKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	crashes := 0
	for range share(20) {
		m := draw(s.dice, signing, s.sizes, 0)
		t.Log(m)
		browser := browserOf(s.daemon.pid())
		err := s.talk.until(m, signing, s.daemon.pid(), func() {
			if all := renderers(browser); len(all) > 0 {
				_ = syscall.Kill(all[s.dice.IntN(len(all))].pid, syscall.SIGKILL)
			}
		})
		if !broken(err, "tab_crashed", "stale_element", "navigation_failed") {
			t.Errorf("renderer killed at %v: %v", m, err)
		}
		_, other := s.neighbour.try("snapshot", nil)
		if !broken(other, "tab_crashed") {
			t.Errorf("renderer killed at %v: the neighbour: %v", m, other)
		}
		if err != nil && other != nil {
			t.Errorf("renderer killed at %v: both sessions lost their page: %v; %v", m, err, other)
		}
		if err != nil || other != nil {
			crashes++
		}
		if other != nil {
			s.neighbour.call("reload", nil)
		}
		if now := browserOf(s.daemon.pid()); now != browser {
			t.Fatalf("renderer killed at %v: the browser is %d, was %d", m, now, browser)
		}
	}
	if *kills >= 100 && crashes == 0 {
		t.Error("no page was ever hit")
	}
	s.close()
	if strings.Contains(s.daemon.said.String(), "panic") {
		t.Error(s.daemon.said.String())
	}
}
