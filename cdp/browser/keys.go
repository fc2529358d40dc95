package browser

import "browser-mcp/cdp"

// A key is what a keyboard says of one key (UI Events KeyboardEvent key and code values).
type key struct {
	name, code string
	number     int    // Windows virtual key code
	text       string // what it types
}

// namedKeys are the keys that an agent may press. There are no modifiers: copy, paste, undo and the like would move
// what a field holds (threats.md rule 3).
var namedKeys = map[string]key{
	"Enter":      {"Enter", "Enter", 13, "\r"},
	"Tab":        {"Tab", "Tab", 9, ""},
	"Escape":     {"Escape", "Escape", 27, ""},
	"Backspace":  {"Backspace", "Backspace", 8, ""},
	"Delete":     {"Delete", "Delete", 46, ""},
	"Space":      {" ", "Space", 32, " "},
	"ArrowLeft":  {"ArrowLeft", "ArrowLeft", 37, ""},
	"ArrowUp":    {"ArrowUp", "ArrowUp", 38, ""},
	"ArrowRight": {"ArrowRight", "ArrowRight", 39, ""},
	"ArrowDown":  {"ArrowDown", "ArrowDown", 40, ""},
	"PageUp":     {"PageUp", "PageUp", 33, ""},
	"PageDown":   {"PageDown", "PageDown", 34, ""},
	"Home":       {"Home", "Home", 36, ""},
	"End":        {"End", "End", 35, ""},
}

// characterKey is the key that types a character. Letters and digits have the codes of their keys; for the rest a page
// that asks gets the character alone.
func characterKey(r rune) key {
	k := key{name: string(r), text: string(r)}
	switch {
	case 'a' <= r && r <= 'z':
		k.code, k.number = "Key"+string(r-'a'+'A'), int(r-'a'+'A')
	case 'A' <= r && r <= 'Z':
		k.code, k.number = "Key"+string(r), int(r)
	case '0' <= r && r <= '9':
		k.code, k.number = "Digit"+string(r), int(r)
	case r == ' ':
		k = namedKeys["Space"]
	}
	return k
}

// events are the two events of a key stroke.
func (k key) events() [2]cdp.KeyEvent {
	down := cdp.KeyEvent{
		Type: "keyDown", Key: k.name, Code: k.code, WindowsVirtualKeyCode: k.number, NativeVirtualKeyCode: k.number,
		Text: k.text, UnmodifiedText: k.text,
	}
	if k.text == "" {
		down.Type = "rawKeyDown"
	}
	up := down
	up.Type, up.Text, up.UnmodifiedText = "keyUp", "", ""
	return [2]cdp.KeyEvent{down, up}
}
