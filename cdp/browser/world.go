package browser

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"browser-mcp/cdp"
)

// A world is our script in an isolated world of one document: it shares the document's nodes, and page script can
// neither see nor bend it. It ends with the document.
//
// It is held by the id of an object in it. Numbers of execution contexts are given again by the next process, where they
// may name a world of the page's own; an object id names its isolate too, and is then simply unknown.
type world struct {
	tab     *Tab
	frame   *frame // as it was when the world was made
	doc     Generation
	session *cdp.Session
	id      cdp.ExecutionContextID
	object  string        // the object that hands.js returns
	gone    chan struct{} // closed when the document no longer stands in its frame, or died with its process

	mu      sync.Mutex
	uids    naming
	pierced int // elements at the last look for closed shadow roots, 0 before the first
}

// invoke calls a method of the hands. The secret, where there is one, is an argument, never part of the text.
const invoke = `function(method, argument, secret) { return this[method](argument, secret) }`

// makeWorld makes a world of the frame's present document. The order of calls matters: a navigation between them could
// make a number mean another world. Only if the world's name gives the same number at the end as at the beginning did
// the calls between see one document.
func makeWorld(ctx context.Context, f *frame) (*world, error) {
	s, name := f.session, rand.Text()
	id, err := s.PageCreateIsolatedWorld(ctx, f.id, name)
	if err != nil {
		return nil, err
	}
	params, err := install(id)
	if err != nil {
		return nil, err
	}
	evaluated := s.Start(ctx, "Runtime.evaluate", params)
	listed := s.Start(ctx, "Page.getFrameTree", nil)
	again := s.Start(ctx, "Page.createIsolatedWorld", map[string]any{"frameId": f.id, "worldName": name})
	var hands cdp.Evaluation
	var tree struct {
		FrameTree cdp.FrameTree `json:"frameTree"`
	}
	var check struct {
		ID cdp.ExecutionContextID `json:"executionContextId"`
	}
	if err := errors.Join(evaluated.Wait(ctx, &hands), listed.Wait(ctx, &tree), again.Wait(ctx, &check)); err != nil {
		return nil, err
	}
	loader := loaderOf(tree.FrameTree, f.id)
	if check.ID != id || loader == "" {
		return nil, ErrStale
	}
	if hands.Exception != nil || hands.Result.ObjectID == "" {
		return nil, newScriptError(hands.Exception)
	}
	doc := Generation{Frame: f.id, Loader: loader}
	w := &world{tab: f.tab, frame: f, doc: doc, session: s, id: id, object: hands.Result.ObjectID, gone: make(chan struct{})}
	return w, nil
}

func loaderOf(tree cdp.FrameTree, id cdp.FrameID) cdp.LoaderID {
	if tree.Frame.ID == id {
		return tree.Frame.LoaderID
	}
	for _, child := range tree.ChildFrames {
		if loader := loaderOf(child, id); loader != "" {
			return loader
		}
	}
	return ""
}

func newScriptError(e *cdp.ExceptionDetails) error {
	if e == nil {
		return scriptError{text: "no object"}
	}
	text := e.Text
	if e.Exception != nil {
		text += " " + e.Exception.Description
	}
	return scriptError{text: text}
}

// waits names the methods that give the page its turn before they answer.
var waits = map[string]bool{"write": true, "changed": true}

// call calls a method of the hands and decodes its answer into result, unless that is nil. The error wraps ErrStale if
// the document is gone.
func (w *world) call(ctx context.Context, method string, argument, result any) error {
	ctx, cancel := context.WithTimeout(ctx, worldTimeout)
	defer cancel()
	return w.finish(ctx, w.start(ctx, method, argument), result)
}

// start is call without waiting; its end is finish.
func (w *world) start(ctx context.Context, method string, argument any) *cdp.Pending {
	return w.session.Start(ctx, "Runtime.callFunctionOn", w.invocation(method, argument))
}

func (w *world) invocation(method string, argument any) cdp.FunctionCall {
	return cdp.FunctionCall{
		Function:      invoke,
		ObjectID:      w.object,
		Arguments:     []cdp.CallArgument{{Value: method}, {Value: argument}},
		ReturnByValue: true,
		AwaitPromise:  waits[method],
		Silent:        true,
	}
}

// An answer is what came back from a page, by value.
type answer struct {
	Result struct {
		Type  string          `json:"type"`
		Value json.RawMessage `json:"value"`
	} `json:"result"`
	Exception *cdp.ExceptionDetails `json:"exceptionDetails"`
}

func (w *world) finish(ctx context.Context, p *cdp.Pending, result any) error {
	var a answer
	if err := w.wait(ctx, p, &a); err != nil {
		return w.lost(err)
	}
	return w.read(a, result)
}

// wait waits for an answer as long as the document stands: a renderer that died answers nothing any more.
func (w *world) wait(ctx context.Context, p *cdp.Pending, result any) error {
	select {
	case <-p.Done():
	case <-ctx.Done():
	case <-w.gone:
		select {
		case <-p.Done(): // the answer came first
		default:
			p.Forget()
			return ErrStale
		}
	}
	return p.Wait(ctx, result)
}

func (w *world) read(a answer, result any) error {
	switch {
	case a.Exception != nil:
		return newScriptError(a.Exception)
	case a.Result.Type == "undefined": // the window was given another document
		w.tab.hands.forget(w)
		return ErrStale
	case result == nil:
		return nil
	}
	if err := json.Unmarshal(a.Result.Value, result); err != nil {
		return fmt.Errorf("decoding an answer of our script: %w", err)
	}
	return nil
}

// lost says what a failed call means.
func (w *world) lost(err error) error {
	err = w.tab.worldError(err)
	if errors.Is(err, ErrStale) {
		w.tab.hands.forget(w)
	}
	return err
}

// worldError turns an error of a call into a document into the package's own. What the browser itself refuses is a call
// into a world, a frame or a node that is no more.
func (t *Tab) worldError(err error) error {
	if isRefusal(err) || errors.Is(err, cdp.ErrDetached) {
		err = fmt.Errorf("%w: %w", ErrStale, err)
	}
	return t.translate(err)
}

// isRefusal says that the browser answered with an error.
func isRefusal(err error) bool {
	_, is := errors.AsType[*cdp.Error](err)
	return is
}
