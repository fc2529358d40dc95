package tools

import (
	"fmt"
	"strings"
	"testing"

	"browser-mcp/cdp/browser"
	"browser-mcp/vault"
)

// voiceOf knows one strong value.
func voiceOf(t *testing.T, value string) voice {
	t.Helper()
	secret, err := vault.NewSecret([]byte(value))
	if err != nil {
		t.Fatal(err)
	}
	defer secret.Close()
	r := vault.NewRedactor()
	t.Cleanup(func() { r.Close() })
	if err := r.Register(vault.Owner{}, "it", "", vault.Password, vault.Strong, "https://shop.example", secret); err != nil {
		t.Fatal(err)
	}
	return voice{r: r, id: "t1"}
}

// One character an element: what stands beside each does not part them.
func TestThreatCharactersAreOneWhateverStandsBesideThem(t *testing.T) {
	const value = "xK9#mQ2$vL7!pR4z"
	text := func(s string) browser.String { return browser.String{S: s, Fresh: true} }
	for name, item := range map[string]func(i int, c string) browser.Item{
		"alone":            func(_ int, c string) browser.Item { return browser.Item{Text: text(c)} },
		"the same as name": func(_ int, c string) browser.Item { return browser.Item{Text: text(c), Name: text(c)} },
		"a short name":     func(i int, c string) browser.Item { return browser.Item{Text: text(c), Name: text(fmt.Sprint("d", i))} },
		"a short label":    func(_ int, c string) browser.Item { return browser.Item{Text: text(c), Label: text("ab")} },
		"a description":    func(_ int, c string) browser.Item { return browser.Item{Text: text(c), Description: text("ab")} },
		"as label of boxes": func(_ int, c string) browser.Item {
			return browser.Item{Label: text(c), Name: text("ab"), Value: text("0")}
		},
		"in boxes": func(i int, c string) browser.Item {
			return browser.Item{Value: text(c), Label: text(fmt.Sprint("d", i))}
		},
		"as placeholders": func(_ int, c string) browser.Item { return browser.Item{Placeholder: text(c), Label: text("ab")} },
		"text and label in turn": func(i int, c string) browser.Item {
			if i%2 == 0 {
				return browser.Item{Text: text(c)}
			}
			return browser.Item{Label: text(c), Name: text("ab")}
		},
	} {
		var items []browser.Item
		for i, c := range strings.Split(value, "") {
			items = append(items, item(i, c))
		}
		voiceOf(t, value).redactItems(items)
		for i := range items {
			for _, s := range []string{items[i].Text.S, items[i].Label.S, items[i].Value.S, items[i].Placeholder.S} {
				if s == value[i:i+1] {
					t.Errorf("%s: character %d is shown", name, i)
				}
			}
		}
	}
}
