package main

import (
	"sync"
	"time"
)

// idleTimer ends an activated daemon that has had no client for a while. It holds one timer, armed only while there is
// no client, so it causes no wake-up but the last.
type idleTimer struct {
	after  time.Duration // 0: never
	expire func()

	mu      sync.Mutex
	clients int
	timer   *time.Timer
}

// newIdleTimer starts at once: a daemon that was started for a client which has gone again must end too. A daemon that
// was not activated has nobody who would start it again, and stays.
func newIdleTimer(after time.Duration, activated bool, expire func()) *idleTimer {
	t := &idleTimer{after: after, expire: expire}
	if !activated {
		t.after = 0
	}
	t.change(0)
	return t
}

// enter and leave count clients.
func (t *idleTimer) enter() { t.change(1) }
func (t *idleTimer) leave() { t.change(-1) }

// change counts, and arms the timer exactly while there is nobody.
func (t *idleTimer) change(by int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.clients += by
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
	if t.clients == 0 && t.after > 0 {
		t.timer = time.AfterFunc(t.after, t.fire)
	}
}

// fire expires unless a client came while the timer was on its way here.
func (t *idleTimer) fire() {
	t.mu.Lock()
	idle := t.clients == 0
	t.mu.Unlock()
	if idle {
		t.expire()
	}
}

// stop disarms it for good: a stopping daemon needs no second reason.
func (t *idleTimer) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.after = 0
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}
