package systemd

import (
	"context"
	"fmt"
	"time"

	"github.com/coreos/go-systemd/v22/daemon"
)

// Watchdog keeps the service manager from killing us, but only while something proves
// that we live.
type Watchdog struct {
	// Interval is WatchdogSec= of the unit; without a word from us for that long the
	// manager kills and restarts the service. 0: no watchdog.
	Interval time.Duration

	notify func(string) error
}

// NewWatchdog reads WATCHDOG_USEC and WATCHDOG_PID (sd_watchdog_enabled(3)).
func NewWatchdog() (Watchdog, error) {
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		return Watchdog{}, fmt.Errorf("reading the watchdog's interval: %w", err)
	}
	return Watchdog{Interval: interval, notify: Notify}, nil
}

// Run asks alive three times an interval, each time for at most a third of one, and
// reports what it proved; after an error it stays silent, so that three in a row end the
// process. It returns when ctx ends, at once if there is no watchdog.
func (w Watchdog) Run(ctx context.Context, alive func(context.Context) error) {
	if w.Interval <= 0 {
		return
	}
	every := w.Interval / 3
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		w.once(ctx, every, alive)
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

func (w Watchdog) once(ctx context.Context, limit time.Duration, alive func(context.Context) error) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if alive(ctx) == nil {
		// Lost with the manager's socket; then there is nobody to kill us either.
		_ = w.notify(daemon.SdNotifyWatchdog)
	}
}
