package main

import (
	"encoding/json"
	"errors"
	"fmt"
)

// The deeds of the bare client: the least requests that do the thing.

// look takes the floor's snapshot of a page or frame.
func (b *bench) look(session string) error {
	var lines string
	if err := b.bare.Evaluate(session, walk, &lines); err != nil {
		return err
	}
	if lines == "" {
		return errors.New("the floor's snapshot is empty")
	}
	return nil
}

// typer focuses the field with an id and inserts text in place of what is there.
func (b *bench) typer(id, text string) func() error {
	focus := fmt.Sprintf("{ const e = document.getElementById(%q); e.focus(); e.select(); }", id)
	return func() error {
		if err := b.bare.Evaluate(b.page, focus, nil); err != nil {
			return err
		}
		return b.bare.Call(b.page, "Input.insertText", map[string]any{"text": text}, nil)
	}
}

// clicker presses and releases the mouse in the middle of the element with an id. Mouse events need not wait for each
// other's answers.
func (b *bench) clicker(id string) func() error {
	return b.clickerAt(fmt.Sprintf("document.getElementById(%q)", id))
}

func (b *bench) clickerAt(element string) func() error {
	where := fmt.Sprintf("{ const b = %s.getBoundingClientRect(); [b.x + b.width / 2, b.y + b.height / 2] }", element)
	return func() error {
		var point [2]float64
		if err := b.bare.Evaluate(b.page, where, &point); err != nil {
			return err
		}
		var last int
		for _, kind := range []string{"mousePressed", "mouseReleased"} {
			params := map[string]any{"type": kind, "x": point[0], "y": point[1], "button": "left", "clickCount": 1}
			id, err := b.bare.Send(b.page, "Input.dispatchMouseEvent", params)
			if err != nil {
				return err
			}
			last = id
		}
		return b.bare.Receive(last, nil)
	}
}

// loaded waits for the page's next load event.
func (b *bench) loaded() error {
	_, err := b.bare.Wait(b.page, "Page.loadEventFired")
	return err
}

// foreignFrame returns a CDP session of the page's out-of-process frame.
func (b *bench) foreignFrame() (string, error) {
	attach := map[string]any{"autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true}
	if err := b.bare.Call(b.page, "Target.setAutoAttach", attach, nil); err != nil {
		return "", err
	}
	event, err := b.bare.Wait(b.page, "Target.attachedToTarget")
	if err != nil {
		return "", err
	}
	return field(event.Params, "sessionId")
}

// field reads one string of a JSON object.
func field(object []byte, name string) (string, error) {
	var members map[string]json.RawMessage
	if err := json.Unmarshal(object, &members); err != nil {
		return "", err
	}
	var value string
	if err := json.Unmarshal(members[name], &value); err != nil {
		return "", fmt.Errorf("member %q of %.200s: %w", name, object, err)
	}
	return value, nil
}
