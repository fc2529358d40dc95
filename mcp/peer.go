package mcp

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"

	"browser-mcp/fsutil/strict"
)

// peer is one client: its place in the lifecycle, its calls in flight, and where its answers go. A transport feeds it
// frames, one at a time; framing and bytes are the transport's.
type peer struct {
	server *Server
	ctx    context.Context // of the connection: for the calls, which it outlives
	out    *outbox
	calls  calls
	log    *slog.Logger

	caller atomic.Pointer[Caller] // set by the reader; Client is known after initialize
	rev    *revision              // the reader's alone; nil before initialize
}

// newPeer is a client before its initialize.
func newPeer(ctx context.Context, s *Server, caller Caller) *peer {
	p := &peer{
		server: s, ctx: ctx, out: newOutbox(s.limits),
		calls: calls{byKey: map[string]*call{}},
		log:   s.log.With("conn", caller.Conn),
	}
	p.caller.Store(&caller)
	return p
}

// receive serves one frame. It returns before calls of tools do; it waits only while the queue of answers is full.
func (p *peer) receive(raw []byte) {
	v, broken, err := parseFrame(raw, p.server.limits.Message)
	switch {
	case err != nil:
		p.answerError(reply{}, err)
	case v.Kind() == strict.Array:
		p.receiveBatch(v, broken)
	default:
		p.receiveMessage(v, broken, nil)
	}
}

// receiveMessage serves one message, alone or of a batch.
func (p *peer) receiveMessage(v strict.Value, broken *strict.Error, b *batch) {
	m, bad := decodeMessage(v, broken)
	if bad != nil {
		if bad.err == nil {
			p.drop("malformed message without answer")
			return
		}
		p.answerError(p.replyTo(bad.id, b), bad.err)
		return
	}
	switch m.kind {
	case request:
		p.request(m, p.replyTo(m.id, b))
	case notification:
		p.notification(m)
	default:
		p.drop("response to no request of ours")
	}
}

// replyTo opens an answer in the revision of now; in a batch it must be given or withdrawn.
func (p *peer) replyTo(id requestID, b *batch) reply {
	if b != nil {
		b.mu.Lock()
		b.open++
		b.mu.Unlock()
	}
	return reply{id: id, rev: p.rev, batch: b}
}

// receiveBatch serves an array where the revision has them. One member that breaks a bound or claims another era refuses
// the whole.
func (p *peer) receiveBatch(v strict.Value, broken *strict.Error) {
	if p.rev == nil || !p.rev.batches {
		p.answerError(reply{}, errorf(codeRequest, "batch in a revision without batches"))
		return
	}
	n := 0
	for e := range v.Elements() {
		n++
		m, bad := decodeMessage(e, nil)
		if bad == nil && m.method == methodInitialize {
			broken = &strict.Error{}
		}
		if era, _ := classify(m); bad == nil && era == modern {
			broken = &strict.Error{}
		}
	}
	if n == 0 || n > maxBatch || broken != nil {
		p.answerError(reply{}, errorf(codeRequest, "batch is not of 1 to %d messages that may be batched", maxBatch))
		return
	}
	b := &batch{peer: p, open: 1}
	for e := range v.Elements() {
		p.receiveMessage(e, nil, b)
	}
	b.add(reply{}, nil)
}

// drop counts what is not answered.
func (p *peer) drop(why string) {
	p.server.dropped.Add(1)
	p.log.Debug("message dropped", "reason", why)
}

// answer sends a result that needs no call.
func (p *peer) answer(to reply, result func(*encoder)) {
	p.deliver(to, func(e *encoder) { to.appendResult(e, result) })
}

// answerError sends a protocol error: what was wrong with a message, never with a tool.
func (p *peer) answerError(to reply, err *rpcError) {
	p.deliver(to, func(e *encoder) { to.appendError(e, err) })
}

// deliver sends an answer by itself or leaves it with its batch.
func (p *peer) deliver(to reply, write func(*encoder)) {
	if to.batch == nil {
		p.send(write)
		return
	}
	to.batch.add(to, p.encodeAnswer(to, write))
}

// send encodes a message when it has the turn, and queues it.
func (p *peer) send(write func(*encoder)) {
	if !p.out.acquire() {
		return
	}
	defer p.out.release()
	data := p.encodeAnswer(reply{}, write)
	if p.out.waitRoom(len(data)) {
		p.out.push(frame{data: data})
	}
}

// errTooLarge is a message beyond [Limits.Outgoing]: clients end the connection at little more.
var errTooLarge = errors.New("message beyond the limit of outgoing messages")

// encode writes one line. It is the agent plane's only encoder: redaction is within.
func (p *peer) encode(write func(*encoder)) ([]byte, error) {
	e := encoder{buf: scratch(), redact: p.redact}
	err := guard(func() error {
		write(&e)
		return e.err
	})
	if err == nil && len(e.buf) >= p.server.limits.Outgoing {
		err = errTooLarge
	}
	if err != nil {
		reuse(e.buf)
		return nil, err
	}
	return append(e.buf, '\n'), nil
}

// redact asks with the caller as it is known now: a client's name comes with initialize.
func (p *peer) redact(s string) string { return p.server.config.Redact(*p.caller.Load(), s) }
