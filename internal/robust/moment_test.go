package robust

import (
	"fmt"
	"math/rand/v2"
)

// moment is a place in a conversation: a step, and how many bytes further.
type moment struct {
	step  int
	name  string
	phase phase
	bytes int
}

// phase is whose bytes are counted: those of the request, those between server and browser while the answer is awaited, or
// those of the answer.
type phase string

const (
	asking    phase = "bytes of the request"
	working   phase = "bytes of the browser"
	answering phase = "bytes of the answer"
)

func (m moment) String() string {
	return fmt.Sprintf("step %d (%s), %d %s", m.step, m.name, m.bytes, m.phase)
}

// early says that the program has answered nothing yet, so that it may not even have come to take signals.
func (m moment) early() bool { return m.step == 0 && m.phase == asking }

// size is what a step took in a rehearsal, by phase.
type size map[phase]int

// rehearse does the steps and returns their sizes.
func (t *talk) rehearse(steps []step, server int) ([]size, error) {
	var sizes []size
	for _, s := range steps {
		sent, got := t.wire.totals()
		before := carried(browserOf(server))
		if err := t.do(s, nil); err != nil {
			return nil, err
		}
		sent2, got2 := t.wire.totals()
		sizes = append(sizes, size{asking: sent2 - sent, answering: got2 - got, working: max(1, carried(browserOf(server))-before)})
	}
	return sizes, nil
}

// draw chooses a moment in the steps from first on: a step, three times out of five while it works, and a byte.
func draw(r *rand.Rand, steps []step, sizes []size, first int) moment {
	m := moment{step: first + r.IntN(len(steps)-first)}
	m.name = steps[m.step].name
	m.phase = []phase{asking, working, working, working, answering}[r.IntN(5)]
	m.bytes = 1 + r.IntN(sizes[m.step][m.phase])
	return m
}

// until does the steps up to a moment, strikes then, and goes on as long as it is answered.
func (t *talk) until(m moment, steps []step, server int, strike func()) error {
	defer t.wire.clear()
	for i, s := range steps {
		var during func()
		if i == m.step {
			during = t.arm(m, server, strike)
		}
		if err := t.do(s, during); err != nil {
			return err
		}
	}
	return nil
}

// arm prepares the strike and returns what has to watch for it while the answer is awaited.
func (t *talk) arm(m moment, server int, strike func()) (during func()) {
	switch m.phase {
	case asking:
		t.wire.at(&t.wire.sent, m.bytes, strike)
	case answering:
		t.wire.at(&t.wire.got, m.bytes, strike)
	case working:
		heard := t.wire.listen()
		browser := browserOf(server)
		before := carried(browser)
		return func() {
			watch(heard, t.Client.Done(), func() bool {
				if browser == 0 {
					browser = browserOf(server)
				}
				return browser != 0 && carried(browser)-before >= m.bytes
			})
			strike()
		}
	}
	return nil
}

// watch returns when reached is true, the answer has begun, or nobody will answer.
func watch(heard, gone <-chan struct{}, reached func() bool) {
	for !reached() {
		select {
		case <-heard:
			return
		case <-gone:
			return
		default:
		}
	}
}
