package main

import (
	"log/slog"
	"time"
)

// The bounds of the commands.
const (
	maxConfig      = 64 << 10         // bytes of config.json; ours is under 1 KiB
	maxIdleMinutes = 7 * 24 * 60      // a week
	defaultIdle    = 10 * time.Minute // without a session (design.md, rule 7)

	maxKey         = 64               // bytes of the store's key; it has 32
	minLocked      = 1 << 20          // bytes of memory that must be lockable for a handful of secrets
	maxControl     = 8                // control requests answered at once
	maxControlLine = 1 << 20          // bytes of one line on the control socket: some 4,000 references
	controlTimeout = 30 * time.Second // for one request and its reply

	acceptPause = 100 * time.Millisecond // until a process that is out of descriptors accepts again

	maxSweep = 10_000 // names in the temporary directory that the demo looks through

	sweepTimeout = 5 * time.Second // that a start waits for another one to have swept; systemd waits 20 s for READY=1

	stopTimeout = 5 * time.Second // from the signal to the exit; systemd kills after TimeoutStopSec=15s
)

var logLevels = map[string]slog.Level{
	"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError,
}
