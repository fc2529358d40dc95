package tap

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"browser-mcp/cdp"
)

// Page is a page of the program's browser.
type Page struct {
	tap     *Tap
	target  cdp.TargetID
	session cdp.SessionID
}

// Page finds the page whose address begins with address.
func (t *Tap) Page(ctx context.Context, address string) (*Page, error) {
	var list struct {
		Infos []struct {
			ID   cdp.TargetID `json:"targetId"`
			Type string       `json:"type"`
			URL  string       `json:"url"`
		} `json:"targetInfos"`
	}
	if err := t.Call(ctx, "", "Target.getTargets", nil, &list); err != nil {
		return nil, err
	}
	for _, info := range list.Infos {
		if info.Type != "page" || !strings.HasPrefix(info.URL, address) {
			continue
		}
		t.mu.Lock()
		session := t.sessions[info.ID]
		t.mu.Unlock()
		if session != "" {
			return &Page{t, info.ID, session}, nil
		}
	}
	return nil, fmt.Errorf("tap: no page at %s among %+v", address, list.Infos)
}

// Eval evaluates an expression as the page's own script would right after a press, and returns its value as text.
func (p *Page) Eval(ctx context.Context, expression string) (string, error) {
	return p.evaluate(ctx, map[string]any{"expression": expression})
}

// EvalAside evaluates an expression in a new isolated world of the top frame, as capture code would run.
func (p *Page) EvalAside(ctx context.Context, expression string) (string, error) {
	var tree struct {
		Tree struct {
			Frame struct {
				ID cdp.FrameID `json:"id"`
			} `json:"frame"`
		} `json:"frameTree"`
	}
	if err := p.Call(ctx, "Page.getFrameTree", nil, &tree); err != nil {
		return "", err
	}
	var world struct {
		ID cdp.ExecutionContextID `json:"executionContextId"`
	}
	err := p.Call(ctx, "Page.createIsolatedWorld", map[string]any{"frameId": tree.Tree.Frame.ID, "worldName": "aside"}, &world)
	if err != nil {
		return "", err
	}
	return p.evaluate(ctx, map[string]any{"expression": expression, "contextId": world.ID})
}

func (p *Page) evaluate(ctx context.Context, params map[string]any) (string, error) {
	params["returnByValue"], params["awaitPromise"], params["userGesture"] = true, true, true
	var answer struct {
		Result struct {
			Value json.RawMessage `json:"value"`
		} `json:"result"`
		Exception *struct {
			Text string `json:"text"`
		} `json:"exceptionDetails"`
	}
	if err := p.Call(ctx, "Runtime.evaluate", params, &answer); err != nil {
		return "", err
	}
	if answer.Exception != nil {
		return "", fmt.Errorf("tap: evaluating: %s", answer.Exception.Text)
	}
	var text string
	if json.Unmarshal(answer.Result.Value, &text) != nil {
		text = string(answer.Result.Value)
	}
	return text, nil
}

// Call calls a method in the page's session.
func (p *Page) Call(ctx context.Context, method string, params, result any) error {
	return p.tap.Call(ctx, p.session, method, params, result)
}
