package robust

import (
	"syscall"
	"testing"
)

// deaths alternate: what nobody can prepare for, and what a client does to its server when it closes.
var deaths = []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM}

// A client that is killed takes its session along and nothing else.
func TestClientKilledAtAnyMoment(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	steps := append(append([]step{}, opening...), signing...)
	if code := s.talk.leave(); code != 0 {
		t.Errorf("a client that leaves ends with %d", code)
	}
	s.shop.wantClean(s.home, s.talk.Received())
	s.talk = s.shop.talk(s.home)
	sizes, err := s.talk.rehearse(steps, s.daemon.pid())
	if err != nil {
		t.Fatal(err)
	}
	s.talk.leave()
	for i := range share(20) {
		m, death := draw(s.dice, steps, sizes, 0), deaths[i%len(deaths)]
		t.Log(death, m)
		victim := s.shop.talk(s.home)
		_ = victim.until(m, steps, s.daemon.pid(), func() { victim.signal(death) }) // ends where the moment is
		if code := victim.end(); death == syscall.SIGTERM && code != 0 && !m.early() {
			t.Errorf("client told to end at %v: exit code %d: %s", m, code, victim.said.String())
		}
		s.await("the end of the session", func(now state) bool { return now.Clients == 1 && now.Browser.Tabs == 1 })
		if _, err := s.neighbour.try("snapshot", nil); err != nil {
			t.Errorf("client ended by %v at %v: the neighbour: %v", death, m, err)
		}
		s.shop.wantClean(s.home, victim.Received(), []byte(victim.said.String()))
	}
	s.talk = s.shop.talk(s.home)
	if err := s.talk.all(opening); err != nil {
		t.Fatal(err)
	}
	s.close()
}
