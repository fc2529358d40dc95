package cdp

import "context"

// A MouseEvent are the parameters of CDP Input.dispatchMouseEvent.
type MouseEvent struct {
	Type       string  `json:"type"` // mousePressed, mouseReleased, mouseMoved
	X          float64 `json:"x"`    // CSS pixels of the top viewport
	Y          float64 `json:"y"`
	Button     string  `json:"button,omitempty"`
	Buttons    int     `json:"buttons,omitempty"`
	ClickCount int     `json:"clickCount,omitempty"`
}

// A KeyEvent are the parameters of CDP Input.dispatchKeyEvent.
type KeyEvent struct {
	Type                  string   `json:"type"` // keyDown, keyUp, rawKeyDown, char
	Modifiers             int      `json:"modifiers,omitempty"`
	Text                  string   `json:"text,omitempty"`
	UnmodifiedText        string   `json:"unmodifiedText,omitempty"`
	Key                   string   `json:"key,omitempty"`
	Code                  string   `json:"code,omitempty"`
	WindowsVirtualKeyCode int      `json:"windowsVirtualKeyCode,omitempty"`
	NativeVirtualKeyCode  int      `json:"nativeVirtualKeyCode,omitempty"`
	Commands              []string `json:"commands,omitempty"`
}

// InputDispatchMouseEvent starts one mouse event; a click is three of them, pipelined.
func (s *Session) InputDispatchMouseEvent(ctx context.Context, e MouseEvent) *Pending {
	return s.Start(ctx, "Input.dispatchMouseEvent", e)
}

// InputDispatchKeyEvent starts one key event.
func (s *Session) InputDispatchKeyEvent(ctx context.Context, e KeyEvent) *Pending {
	return s.Start(ctx, "Input.dispatchKeyEvent", e)
}

// InputInsertText puts text where the focus is, as an input method would.
func (s *Session) InputInsertText(ctx context.Context, text string) error {
	return s.Call(ctx, "Input.insertText", map[string]any{"text": text}, nil)
}
