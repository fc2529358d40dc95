package tools

import (
	"context"
	"unicode/utf16"

	"browser-mcp/cdp/browser"
	"browser-mcp/mcp"
)

type clickIn struct {
	UID string `json:"element_uid" minlen:"1" maxlen:"32"`
	Tab string `json:"tabId,omitempty" maxlen:"32"`
}

// clickOut names the element and what came of it.
type clickOut struct {
	Clicked   mcp.Symbol `json:"clicked"`
	Navigated bool       `json:"navigated"`
	Opened    bool       `json:"opened_page"`
	TabResult
}

// typeIn is text that may be seen: it is echoed as it was typed.
type typeIn struct {
	UID    string `json:"element_uid" minlen:"1" maxlen:"32"`
	Text   string `json:"text" maxlen:"65536"`
	Clear  bool   `json:"clear,omitempty" doc:"empty the field first"`
	Submit bool   `json:"submit,omitempty" doc:"press Enter afterwards"`
	Tab    string `json:"tabId,omitempty" maxlen:"32"`
}

type typeOut struct {
	Typed     mcp.Symbol `json:"typed"`
	Length    int        `json:"length" doc:"UTF-16 units"`
	Warning   mcp.Symbol `json:"warning,omitempty" doc:"password_field: use fill_secret for passwords"`
	Navigated bool       `json:"navigated"`
	TabResult
}

// pressIn has no modifiers and no characters: with them the keyboard could select, copy and edit what a secret was
// written into (threats.md, rule 3).
type pressIn struct {
	Key string `json:"key" enum:"Enter,Tab,Escape,ArrowUp,ArrowDown,ArrowLeft,ArrowRight"`
	Tab string `json:"tabId,omitempty" maxlen:"32"`
}

type pressOut struct {
	Pressed   mcp.Symbol `json:"pressed"`
	Navigated bool       `json:"navigated"`
	Opened    bool       `json:"opened_page"`
	TabResult
}

type selectIn struct {
	UID    string   `json:"element_uid" minlen:"1" maxlen:"32"`
	Values []string `json:"values" minlen:"1" maxlen:"64" doc:"values or labels of the options to choose"`
	Tab    string   `json:"tabId,omitempty" maxlen:"32"`
}

type selectOut struct {
	Selected  mcp.Symbol `json:"selected"`
	Navigated bool       `json:"navigated"`
	TabResult
}

func (t *Tools) registerInput(s *mcp.Server) {
	add(t, s, mcp.Tool{
		Name: "click", Title: "Click", Description: "Clicks an element of the last snapshot. It may submit, buy or delete.",
		Destructive: true, OpenWorld: true,
	}, click)
	add(t, s, mcp.Tool{
		Name: "type_text", Title: "Type", Description: "Types text that is no secret into a field. Passwords, cards and codes go through fill_secret.",
		OpenWorld: true,
	}, typeText)
	add(t, s, mcp.Tool{
		Name: "press_key", Title: "Press a key", Description: "Presses one key where the focus is.",
		Destructive: true, OpenWorld: true,
	}, pressKey)
	add(t, s, mcp.Tool{
		Name: "select_option", Title: "Choose options", Description: "Chooses options of a select element.",
		OpenWorld: true,
	}, selectOption)
}

// click returns when the browser has said what the click led to; there is no settling time.
func click(ctx context.Context, s *session, in clickIn) (clickOut, error) {
	var out clickOut
	err := s.onPage(ctx, in.Tab, func(tab *browser.Tab) error {
		effect, err := tab.Click(ctx, browser.UID(in.UID))
		if err != nil {
			return err
		}
		out = clickOut{mcp.Symbol(in.UID), effect.Navigated, effect.Opened, s.voice(tab).result()}
		return nil
	})
	return out, err
}

// typeText warns rather than refuses in a password field: what the agent types is its own (threats.md, N5, N6).
func typeText(ctx context.Context, s *session, in typeIn) (typeOut, error) {
	var out typeOut
	err := s.onPage(ctx, in.Tab, func(tab *browser.Tab) error {
		typed, err := tab.Type(ctx, browser.UID(in.UID), in.Text, browser.TypeOptions{Clear: in.Clear, Submit: in.Submit})
		if err != nil {
			return err
		}
		out = typeOut{Typed: mcp.Symbol(in.UID), Length: len(utf16.Encode([]rune(in.Text))), Navigated: typed.Navigated}
		if typed.PasswordField {
			out.Warning = "password_field"
		}
		out.TabResult = s.voice(tab).result()
		return nil
	})
	return out, err
}

// pressKey presses where the focus is, which a click or type_text put somewhere.
func pressKey(ctx context.Context, s *session, in pressIn) (pressOut, error) {
	var out pressOut
	err := s.onPage(ctx, in.Tab, func(tab *browser.Tab) error {
		effect, err := tab.Press(ctx, in.Key)
		if err != nil {
			return err
		}
		out = pressOut{mcp.Symbol(in.Key), effect.Navigated, effect.Opened, s.voice(tab).result()}
		return nil
	})
	return out, err
}

// selectOption takes values or labels, since a snapshot shows both.
func selectOption(ctx context.Context, s *session, in selectIn) (selectOut, error) {
	var out selectOut
	err := s.onPage(ctx, in.Tab, func(tab *browser.Tab) error {
		effect, err := tab.SelectOption(ctx, browser.UID(in.UID), in.Values)
		if err != nil {
			return err
		}
		out = selectOut{mcp.Symbol(in.UID), effect.Navigated, s.voice(tab).result()}
		return nil
	})
	return out, err
}
