package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"browser-mcp/cdp"
)

// wantsPiercing says whether to look for closed shadow roots: once per document, and again when it has grown.
func (w *world) wantsPiercing(elements int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.pierced == 0 {
		return true
	}
	grown := elements - w.pierced
	return grown >= repierceElements && grown >= w.pierced/repierceShare
}

// pierce looks for closed shadow roots and hands those that it finds to the world. It reports whether there were new
// ones. Script cannot see them, so the browser is asked for each known tree without what is in its shadow roots, and
// then for the trees that this brought to light.
func (w *world) pierce(ctx context.Context) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, worldTimeout)
	defer cancel()
	group := w.object // a name that no page knows; it is let go at the end
	defer func() {
		w.session.Start(ctx, "Runtime.releaseObjectGroup", map[string]any{"objectGroup": group}).Forget()
	}()
	found, elements := 0, 0
	for {
		n, seen, err := w.pierceOnce(ctx, group)
		elements = max(elements, seen)
		if err != nil {
			return false, w.lost(err)
		}
		found += n
		if n == 0 {
			break
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pierced = max(elements, 1)
	return found > 0, nil
}

func (w *world) pierceOnce(ctx context.Context, group string) (found, elements int, err error) {
	var size struct{ Elements, Size int }
	if err := w.call(ctx, "piercing", nil, &size); err != nil {
		return 0, 0, err
	}
	if size.Elements*piercedElement+size.Size*piercedCharacter > maxPierced {
		return 0, size.Elements, nil
	}
	trees, err := w.trees(ctx, group)
	if err != nil {
		return 0, 0, err
	}
	closed, err := w.closedRoots(ctx, trees)
	if err != nil {
		return 0, 0, err
	}
	for _, root := range closed {
		adopted, err := w.adopt(ctx, root, group)
		if err != nil {
			return 0, 0, err
		}
		if adopted {
			found++
		}
	}
	return found, size.Elements, nil
}

// trees returns the document and the shadow roots that are known, as objects.
func (w *world) trees(ctx context.Context, group string) ([]string, error) {
	call := w.invocation("trees", nil)
	call.ReturnByValue, call.ObjectGroup = false, group
	list, err := w.session.RuntimeCallFunctionOn(ctx, call)
	if err != nil {
		return nil, err
	}
	var properties struct {
		Result []struct {
			Name  string            `json:"name"`
			Value *cdp.RemoteObject `json:"value"`
		} `json:"result"`
	}
	params := map[string]any{"objectId": list.Result.ObjectID, "ownProperties": true}
	if err := w.session.Call(ctx, "Runtime.getProperties", params, &properties); err != nil {
		return nil, err
	}
	var trees []string
	for _, p := range properties.Result {
		if p.Value != nil && p.Value.Subtype == "node" && len(trees) <= maxClosedRoots {
			trees = append(trees, p.Value.ObjectID)
		}
	}
	return trees, nil
}

// closedRoots lists the closed roots whose hosts stand in the given trees.
func (w *world) closedRoots(ctx context.Context, trees []string) ([]cdp.BackendNodeID, error) {
	reads := make([]*cdp.Pending, len(trees))
	for i, tree := range trees {
		reads[i] = w.session.Start(ctx, "DOM.describeNode", map[string]any{"objectId": tree, "depth": -1})
	}
	var closed []cdp.BackendNodeID
	var failed error
	for _, read := range reads {
		var described json.RawMessage
		failed = errors.Join(failed, read.Wait(ctx, &described))
		closed = append(closed, closedIn(described)...)
	}
	return closed[:min(len(closed), maxClosedRoots)], failed
}

// closedIn finds the closed shadow roots in a description of a tree (CDP DOM.Node). Most pages have none, and then the
// tree is not decoded: in a string of the page the quotes would be escaped.
func closedIn(description []byte) []cdp.BackendNodeID {
	if !bytes.Contains(description, []byte(`"shadowRootType":"closed"`)) {
		return nil
	}
	var (
		closed []cdp.BackendNodeID
		open   []describedNode // the objects and arrays around the reader; a page may nest deeper than a decoder likes
	)
	for d := json.NewDecoder(bytes.NewReader(description)); ; {
		token, err := d.Token()
		if err != nil {
			return closed
		}
		switch delim, _ := token.(json.Delim); delim {
		case '{', '[':
			open = append(open, describedNode{object: delim == '{'})
		case '}', ']':
			if n := open[len(open)-1]; n.closed && n.id != 0 {
				closed = append(closed, n.id)
			}
			open = open[:len(open)-1]
			if len(open) > 0 {
				open[len(open)-1].member = ""
			}
		default:
			if len(open) > 0 {
				open[len(open)-1].take(token)
			}
		}
	}
}

// A describedNode is an object that is being read.
type describedNode struct {
	object bool
	member string // whose value comes next, or empty
	id     cdp.BackendNodeID
	closed bool
}

func (n *describedNode) take(token json.Token) {
	name, isText := token.(string)
	if n.object && n.member == "" && isText {
		n.member = name
		return
	}
	switch n.member {
	case "backendNodeId":
		if id, ok := token.(float64); ok {
			n.id = cdp.BackendNodeID(id)
		}
	case "shadowRootType":
		n.closed = name == "closed"
	}
	n.member = ""
}

// adopt gives a closed root to the world. It reports false if the world has it already.
func (w *world) adopt(ctx context.Context, root cdp.BackendNodeID, group string) (bool, error) {
	object, err := w.session.DOMResolveNode(ctx, root, w.id, group)
	if err != nil {
		return false, err
	}
	call := w.invocation("adopt", nil)
	call.Arguments[1] = cdp.CallArgument{ObjectID: object.ObjectID}
	var a answer
	if err := w.session.Call(ctx, "Runtime.callFunctionOn", call, &a); err != nil {
		return false, err
	}
	var adopted bool
	err = w.read(a, &adopted)
	return adopted, err
}
