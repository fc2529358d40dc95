package spawn

import "time"

const (
	// MaxRequest bounds what a helper is asked, in bytes without the final NUL: Chromium's
	// command line is the largest, and the kernel allows 128 KiB for one argument.
	MaxRequest = 64 << 10
	// maxHello bounds a helper's answer, in bytes without the final NUL.
	maxHello = 4 << 10
	// maxRefusal bounds the reason in an answer that is a refusal, in bytes.
	maxRefusal = 512

	// acceptTimeout is how long a helper waits for its request. The asker writes it at
	// once; whoever only connects holds one of the unit's MaxConnections=.
	acceptTimeout = 10 * time.Second
	// helloTimeout bounds a start when the caller's context does not; Chromium's own start
	// comes after it.
	helloTimeout = 30 * time.Second
	// killTimeout bounds the wait for the end of a process that was killed, which only the
	// kernel can delay.
	killTimeout = 10 * time.Second

	// passedFD is where a helper finds its connection (sd_listen_fds(3)).
	passedFD = 3
	// firstFree is the lowest descriptor that BecomeExec does not overwrite.
	firstFree = 5
)
