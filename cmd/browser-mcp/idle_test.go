package main

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestIdleTimer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var expired []time.Duration
		began := time.Now()
		timer := newIdleTimer(10*time.Minute, true, func() { expired = append(expired, time.Since(began)) })
		time.Sleep(9 * time.Minute)
		timer.enter()
		timer.enter()
		time.Sleep(time.Hour)
		timer.leave()
		time.Sleep(time.Hour)
		if len(expired) > 0 {
			t.Errorf("expired after %v with a client connected", expired)
		}
		timer.leave()
		time.Sleep(11 * time.Minute)
		if want := 2*time.Hour + 19*time.Minute; len(expired) != 1 || expired[0] != want {
			t.Errorf("expired after %v, want once after %v", expired, want)
		}
	})
}

func TestIdleTimerOfADaemonStartedByHand(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		newIdleTimer(10*time.Minute, false, func() { t.Error("expired, but nobody would start the daemon again") })
		time.Sleep(24 * time.Hour)
	})
}

func TestIdleTimerStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		timer := newIdleTimer(time.Minute, true, func() { t.Error("expired after stop") })
		timer.stop()
		timer.enter()
		timer.leave()
		time.Sleep(time.Hour)
	})
}
