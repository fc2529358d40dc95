package tools

import (
	"context"
	"errors"
	"strings"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
)

type waitIn struct {
	Text    string `json:"text,omitempty" maxlen:"1000" doc:"until this text is shown"`
	Gone    string `json:"text_gone,omitempty" maxlen:"1000" doc:"until this text is not shown"`
	URL     string `json:"url,omitempty" maxlen:"4096" doc:"until the address contains this"`
	UID     string `json:"element_uid,omitempty" maxlen:"32" doc:"until this element is in state"`
	State   string `json:"state,omitempty" enum:"visible,enabled,gone" doc:"default visible"`
	Timeout int    `json:"timeout_seconds,omitempty" min:"1" max:"120" doc:"default 30"`
	Tab     string `json:"tabId,omitempty" maxlen:"32"`
}

type waitOut struct {
	Met bool     `json:"met" doc:"false: time ran out"`
	URL mcp.Text `json:"url"`
	TabResult
}

func (t *Tools) registerWait(s *mcp.Server) {
	add(t, s, mcp.Tool{
		Name: "wait_for", Title: "Wait",
		Description: "Waits until what snapshot would show meets every condition given, or time runs out. Plain text, exact case; no patterns, no selectors.",
		ReadOnly:    true, OpenWorld: true, Deadline: maxWait + marginToWait,
	}, waitFor)
}

// waitFor looks, and looks again whenever something changed, until the conditions hold. There is no other clock than
// the caller's time, and when that is over it looks once more: the answer is never older than the moment it is given.
func waitFor(ctx context.Context, s *session, in waitIn) (waitOut, error) {
	if in.Text == "" && in.Gone == "" && in.URL == "" && in.UID == "" {
		return waitOut{}, fail(InvalidRequest, "no_condition")
	}
	if in.State != "" && in.UID == "" {
		return waitOut{}, fail(InvalidRequest, "state_without_element_uid")
	}
	limited, cancel := context.WithTimeout(ctx, timeout(in.Timeout))
	defer cancel()
	for {
		w, err := s.test(limited, in)
		if err == nil && !w.met {
			// Without the turn, so that other calls of the session can bring about what is waited for.
			err = w.changed(limited)
		}
		switch {
		case limited.Err() != nil && ctx.Err() == nil:
			return s.lastLook(ctx, in)
		case err != nil && !errors.Is(err, browser.ErrStale):
			return waitOut{}, err
		case err == nil && w.met:
			return w.answer(s), nil
		}
	}
}

// lastLook is taken when time is over. A page that does not answer any more gets a little more of it.
func (s *session) lastLook(ctx context.Context, in waitIn) (waitOut, error) {
	ctx, cancel := context.WithTimeout(ctx, lastLook)
	defer cancel()
	w, err := s.test(ctx, in)
	if err != nil {
		return waitOut{}, err
	}
	return w.answer(s), nil
}

// answer takes the tab's events only now, so that none is lost with a look that did not end the wait.
func (w looked) answer(s *session) waitOut {
	return waitOut{Met: w.met, URL: w.url, TabResult: s.voice(w.tab).result()}
}

// looked is what one look found, and from when on a change counts.
type looked struct {
	tab   *browser.Tab
	met   bool
	url   mcp.Text
	again <-chan struct{} // closed when another call has looked
}

// test looks at the page and tests the conditions.
func (s *session) test(ctx context.Context, in waitIn) (w looked, err error) {
	err = s.onTab(ctx, in.Tab, func(tab *browser.Tab) error {
		p, err := s.project(ctx, tab, browser.SnapshotOptions{Text: true, Max: maxWalk})
		if err != nil {
			return err
		}
		w = looked{tab: tab, met: in.holds(p), url: mcp.Text(clip(p.url, maxURLRunes)), again: s.nextLook()}
		return nil
	})
	return w, err
}

// changed waits until the tab has changed since the look. The browser counts from the last look at it, whoever took it;
// so a look of another call, before which something may have changed, ends the wait too.
func (w looked) changed(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan error, 1)
	// Owned by changed; ends with a change or with ctx, which is cancelled before it is waited for.
	go func() { done <- w.tab.AwaitChange(ctx) }()
	select {
	case err := <-done:
		return err
	case <-w.again:
		cancel()
		<-done
		return nil
	}
}

// holds tests every condition on a projection, and on nothing else.
func (in waitIn) holds(p *projection) bool {
	return (in.Text == "" || p.shows(in.Text)) &&
		(in.Gone == "" || !p.shows(in.Gone)) &&
		(in.URL == "" || strings.Contains(p.url, in.URL)) &&
		(in.UID == "" || p.inState(browser.UID(in.UID), in.State))
}

// shows reports whether the text stands somewhere a person, or an agent with a snapshot, could read it.
func (p *projection) shows(text string) bool {
	if strings.Contains(p.title, text) {
		return true
	}
	for i := range p.items {
		it := &p.items[i]
		if it.Hidden {
			continue
		}
		for _, s := range []string{it.Text.S, it.Label.S, it.Placeholder.S, it.Description.S} {
			if strings.Contains(s, text) {
				return true
			}
		}
		if value := valueOf(it); value != nil && strings.Contains(*value, text) {
			return true
		}
		if it.Tagged == "" && strings.Contains(it.Validation.S, text) {
			return true
		}
	}
	return false
}

// inState tests an element as snapshot would list it; one that is not listed is gone.
func (p *projection) inState(uid browser.UID, state string) bool {
	for i := range p.items {
		if it := &p.items[i]; it.UID == uid {
			switch state {
			case "gone":
				return false
			case "enabled":
				return !it.Disabled && !it.Hidden
			}
			return !it.Hidden
		}
	}
	return state == "gone"
}
