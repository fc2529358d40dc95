package mcp

import (
	"sync"
)

// reply is where the answer to one request goes, and in which revision.
type reply struct {
	id    requestID // unknown: the member is left out
	rev   *revision
	batch *batch // nil: a message of its own
}

// appendResult writes a response (JSON-RPC 2.0, section 5), with exactly the members that strict clients accept.
func (r reply) appendResult(e *encoder, result func(*encoder)) {
	e.raw(`{"jsonrpc":"2.0","id":`)
	e.buf = append(e.buf, r.id.token...)
	e.raw(`,"result":`)
	result(e)
	e.raw(`}`)
}

// appendError leaves the id out where none could be read: null is refused by clients (MCP 2025-11-25, schema,
// JSONRPCErrorResponse).
func (r reply) appendError(e *encoder, err *rpcError) {
	e.raw(`{"jsonrpc":"2.0",`)
	if r.id.known() {
		e.raw(`"id":`)
		e.buf = append(e.buf, r.id.token...)
		e.raw(`,`)
	}
	e.raw(`"error":{"code":`)
	e.integer(int64(err.code))
	e.raw(`,"message":`)
	e.str(err.message)
	if err.data != nil {
		e.raw(`,"data":`)
		err.data(e)
	}
	e.raw(`}}`)
}

// batch collects the answers to the messages of one array and sends them as one (MCP 2025-03-26, batching; JSON-RPC 2.0,
// section 6). Its calls run at once and answer in the order in which they end; progress does not wait for the array. An array
// that holds only notifications, or whose calls were all cancelled, is not answered.
type batch struct {
	peer *peer

	mu      sync.Mutex
	open    int // requests without answer, and one for the reader while it reads
	answers []batchAnswer
}

type batchAnswer struct {
	data []byte
	to   reply
}

// add records an answer; nil data means that none will come. The last one sends the array, if it has any.
func (b *batch) add(to reply, data []byte) {
	b.mu.Lock()
	if data != nil {
		b.answers = append(b.answers, batchAnswer{data, to})
	}
	b.open--
	done := b.open == 0 && len(b.answers) > 0
	b.mu.Unlock()
	if done {
		b.peer.send(b.append)
	}
}

// append writes the array; answers that do not fit one message become errors.
func (b *batch) append(e *encoder) {
	room := b.peer.server.limits.Outgoing - 256*len(b.answers)
	e.raw(`[`)
	for i, a := range b.answers {
		e.comma(i)
		if room -= len(a.data); room < 0 {
			err, incident := internalError()
			b.peer.log.Error("batch answer too large", "incident", incident, "bytes", len(a.data))
			a.to.appendError(e, err)
			continue
		}
		e.buf = append(e.buf, a.data[:len(a.data)-1]...) // without its newline
	}
	e.raw(`]`)
}
