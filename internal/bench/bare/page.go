package bare

import (
	"encoding/json"
	"errors"
)

// Page opens a blank page in a new browser context and returns its CDP session.
func (b *Browser) Page() (session string, err error) {
	var context struct{ BrowserContextID string }
	if err := b.Call("", "Target.createBrowserContext", nil, &context); err != nil {
		return "", err
	}
	var target struct{ TargetID string }
	params := map[string]any{"url": "about:blank", "browserContextId": context.BrowserContextID}
	if err := b.Call("", "Target.createTarget", params, &target); err != nil {
		return "", err
	}
	var attached struct{ SessionID string }
	params = map[string]any{"targetId": target.TargetID, "flatten": true}
	if err := b.Call("", "Target.attachToTarget", params, &attached); err != nil {
		return "", err
	}
	if err := b.Call(attached.SessionID, "Page.enable", nil, nil); err != nil {
		return "", err
	}
	return attached.SessionID, b.Call(attached.SessionID, "Page.setLifecycleEventsEnabled", map[string]any{"enabled": true}, nil)
}

// Navigate loads url in the page and waits for the load event of that document and of no other.
func (b *Browser) Navigate(session, url string) error {
	b.Events()
	var started struct{ LoaderID, ErrorText string }
	if err := b.Call(session, "Page.navigate", map[string]any{"url": url}, &started); err != nil {
		return err
	}
	if started.ErrorText != "" {
		return errors.New(started.ErrorText)
	}
	for {
		event, err := b.Wait(session, "Page.lifecycleEvent")
		if err != nil {
			return err
		}
		var life struct{ LoaderID, Name string }
		if err := json.Unmarshal(event.Params, &life); err != nil {
			return err
		}
		if life.LoaderID == started.LoaderID && life.Name == "load" {
			return nil
		}
	}
}

// Evaluate runs a script in the page's own world and decodes what it returns.
func (b *Browser) Evaluate(session, script string, result any) error {
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Text string }
	}
	params := map[string]any{"expression": script, "returnByValue": true, "awaitPromise": true}
	if err := b.Call(session, "Runtime.evaluate", params, &answer); err != nil || result == nil {
		return err
	}
	return json.Unmarshal(answer.Result.Value, result)
}
