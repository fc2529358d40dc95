package cdp

import "time"

// Every bound of the package, with its unit and its reason.
const (
	// defaultMaxFrame bounds one inbound frame, in bytes. The largest honest one is a pierced DOM tree or a screenshot;
	// a 10,000 element page gives 13 MB in its most wasteful form (performance.md).
	defaultMaxFrame = 64 << 20

	// readBuffer is the stream buffer in bytes: one socket read takes most frames whole.
	readBuffer = 64 << 10

	// maxInFlight bounds the calls that wait for an answer on one connection. The next one is refused, not queued:
	// whoever has this many calls open has lost count of them.
	maxInFlight = 4096

	// writeQueue bounds the frames that wait for the writer. A call that finds it full waits under its own context.
	writeQueue = 64

	// defaultQueue is the size in events of a subscription that names none.
	defaultQueue = 1024

	// writeGrace is how long the writer may still need for a secret's frame whose call was cancelled in the middle.
	writeGrace = time.Second

	// maxQuoted cuts text of the browser that goes into an error, in bytes.
	maxQuoted = 128
)
