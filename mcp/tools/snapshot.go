package tools

import (
	"context"
	"strconv"
	"strings"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
)

type snapshotIn struct {
	Tab     string `json:"tabId,omitempty" maxlen:"32"`
	Format  string `json:"format,omitempty" enum:"text,json" doc:"text (default): one line an element"`
	Text    *bool  `json:"include_text,omitempty" doc:"headings, paragraphs and alerts too; default true"`
	Frame   string `json:"frame,omitempty" maxlen:"32" doc:"only this frame, as f2"`
	Max     int    `json:"max_elements,omitempty" min:"1" max:"1000" doc:"elements a page of results; default 1000"`
	Cursor  string `json:"cursor,omitempty" maxlen:"64" doc:"from the result before: its next page"`
	Changes string `json:"changes_since,omitempty" maxlen:"64" doc:"name of an earlier snapshot, as s3: only what differs"`
}

const formatJSON = "json"

func (t *Tools) registerSnapshot(s *mcp.Server) {
	addContent(t, s, mcp.Tool{
		Name: "snapshot", Title: "Look at the page",
		Description: "Lists what is on the page: elements with the uids that other tools take, in every frame and shadow root, and visible text. " +
			"Lines: uid, kind, name, label, value, states. Secrets read [REDACTED…] or [MASKED…].",
		ReadOnly: true, OpenWorld: true,
	}, snapshot)
}

// snapshot looks anew, or continues the last look. The two never mix: a cursor reads what was kept.
func snapshot(ctx context.Context, s *session, in snapshotIn) (mcp.Content, error) {
	switch {
	case in.Cursor != "" && in.Changes != "":
		return nil, fail(InvalidRequest, "cursor_excludes_changes_since")
	case in.Format == formatJSON && in.Changes != "":
		return nil, fail(InvalidRequest, "changes_since_needs_text")
	}
	var text string
	err := s.onTab(ctx, in.Tab, func(tab *browser.Tab) error {
		var err error
		if in.Cursor != "" {
			text, err = s.nextPage(tab, in)
		} else {
			text, err = s.look(ctx, tab, in)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return mcp.Content{mcp.TextBlock(mcp.Text(text))}, nil
}

// look takes a new snapshot and writes its first page, or what has changed.
func (s *session) look(ctx context.Context, tab *browser.Tab, in snapshotIn) (string, error) {
	p, err := s.project(ctx, tab, walkOptions(in))
	if err != nil {
		return "", err
	}
	v, old := s.keep(tab, p, in.Format)
	if in.Changes == "" {
		return s.voice(tab).write(v, "", 0, in.Max), nil
	}
	if old == nil || old.name != in.Changes || old.json != nil {
		return s.voice(tab).write(v, "the snapshot to compare with is not the tab's last one; the whole page follows\n", 0, in.Max), nil
	}
	var b strings.Builder
	head := s.voice(tab).head(v)
	b.WriteString(head + "changes since " + old.name + "\n")
	if v.changesSince(old, &b) {
		return b.String(), nil
	}
	return v.whole(head+"more has changed than fits; the whole page follows\n", 0, in.Max), nil
}

// nextPage continues the tab's last snapshot.
func (s *session) nextPage(tab *browser.Tab, in snapshotIn) (string, error) {
	v := s.kept(tab)
	if v == nil || (v.json != nil) != (in.Format == formatJSON) {
		return "", staleCursor()
	}
	at, ok := v.at(in.Cursor)
	if !ok {
		return "", staleCursor()
	}
	return s.voice(tab).write(v, "", at, in.Max), nil
}

// staleCursor is a cursor whose snapshot is not the last one of its tab any more.
func staleCursor() error {
	f := fail(InvalidRequest, "stale_cursor")
	f.Retry = retryNewSnapshot
	return f
}

// walkOptions ask for the whole page: what is shown of it is decided after redaction.
func walkOptions(in snapshotIn) browser.SnapshotOptions {
	return browser.SnapshotOptions{Text: in.Text == nil || *in.Text, Frame: browser.FrameRef(in.Frame), Max: maxWalk}
}

// keep makes the view of a projection and puts it in the place of the tab's last one, which it returns.
func (s *session) keep(tab *browser.Tab, p *projection, format string) (now, before *view) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	before = s.views[tab.ID()]
	name := "s" + strconv.Itoa(s.count)
	if format == formatJSON {
		now = jsonView(name, p)
	} else {
		now = textView(name, p)
	}
	s.views[tab.ID()] = now
	close(s.looked)
	s.looked = make(chan struct{})
	return now, before
}

// nextLook returns a channel that is closed when another snapshot has been taken.
func (s *session) nextLook() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.looked
}

// kept is the view of the tab's last snapshot, or nil.
func (s *session) kept(tab *browser.Tab) *view {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.views[tab.ID()]
}

// write writes a page of a view: events, a note, lines.
func (vo voice) write(v *view, note string, start, elements int) string {
	if v.json != nil {
		return v.finishJSON(vo.result(), start, elements)
	}
	return v.whole(vo.head(v)+note, start, elements)
}

// head is what begins every page in the text form: the tab, the snapshot's name, the events.
func (vo voice) head(v *view) string {
	var b strings.Builder
	r := vo.result()
	b.WriteString("tab " + string(r.Tab) + ", snapshot " + v.name + "\n")
	for _, e := range r.Events {
		b.WriteString("event " + string(e.Kind))
		if e.Tab != "" && e.Tab != r.Tab {
			b.WriteString(" " + string(e.Tab))
		}
		if e.Text != "" {
			b.WriteString(" " + quoted(string(e.Text)))
		}
		if e.URL != "" {
			b.WriteString(" " + flat(string(e.URL)))
		}
		b.WriteByte('\n')
	}
	if r.Dropped > 0 {
		b.WriteString("event dropped " + strconv.Itoa(r.Dropped) + "\n")
	}
	return b.String()
}
