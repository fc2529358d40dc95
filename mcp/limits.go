package mcp

import (
	"time"

	"browser-mcp/fsutil/strict"
)

// Sizes that results keep so that real clients take them: SDK clients end a stdio connection at 10 MiB, one desktop client
// refuses results over 1 MiB, and several cut text near 25,000 tokens.
const (
	MaxText   = 60_000    // characters of text in one result; page by a cursor beyond
	MaxImages = 700 << 10 // bytes of base64 in one result, all images together
)

// Limits are the bounds that a server may be given; a zero field means the default beside it.
type Limits struct {
	Message           strict.Limits // of one inbound message: 4 MiB, nesting 64, 1,024 members, 65,536 elements
	Outgoing          int           // bytes of one outgoing message: 8 MiB
	InFlight          int           // calls at once on one connection: 64
	InFlightPrincipal int           // of one principal: 128
	InFlightTotal     int           // of all: 512
	QueueMessages     int           // messages waiting to be written on one connection: 256
	QueueBytes        int           // bytes of them: 8 MiB; a single message may always wait
	Connections       int           // of one listener: 64
	Page              int           // tools on one page of tools/list: all, as many clients do not turn pages
}

func (l Limits) orDefault() Limits {
	or := func(n *int, d int) {
		if *n == 0 {
			*n = d
		}
	}
	or(&l.Message.Bytes, strict.DefaultBytes)
	or(&l.Outgoing, 8<<20)
	or(&l.InFlight, 64)
	or(&l.InFlightPrincipal, 128)
	or(&l.InFlightTotal, 512)
	or(&l.QueueMessages, 256)
	or(&l.QueueBytes, 8<<20)
	or(&l.Connections, 64)
	or(&l.Page, 1<<30)
	return l
}

const (
	maxMethod     = 128 // bytes of a method's name
	maxID         = 256 // bytes of a string id
	maxBatch      = 32  // messages in a batch
	maxSymbol     = 128 // bytes of a Symbol
	maxToolName   = 40  // bytes; clients put a prefix before it and cut at 64
	maxPreamble   = 256 // bytes of the first line of a bridge
	maxClientName = 128 // bytes kept of what a client calls itself

	readChunk  = 16 << 10 // bytes read at once
	writeChunk = 64 << 10 // bytes of messages written at once; a longer message goes alone

	defaultDeadline = 60 * time.Second // of a call; what SDK clients wait
	maxDeadline     = 10 * time.Minute // of a tool that asks for more

	frameTimeout = 30 * time.Second // from a message's first byte to its newline
	writeTimeout = 30 * time.Second // of one write, and of a wait for room in the queue
	flushTimeout = 2 * time.Second  // for what is queued when a connection ends
	closeTimeout = 2 * time.Second  // for a closed stream to let go of its reader and writer

	heartbeat     = 15 * time.Second       // between signs of life of a running call
	progressEvery = 250 * time.Millisecond // at most four a second …
	progressBurst = 4                      // … after as many at once
)
