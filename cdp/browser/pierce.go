package browser

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"

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

// A piercing looks for closed shadow roots. Script cannot see them, so the browser is asked for each known tree without
// what is in its shadow roots, and then for the trees that this brought to light.
type piercing struct {
	world *world
	size  *cdp.Pending
	tree  *cdp.Pending
}

// pierceSize is what js/hands.js measures before a pierced read.
type pierceSize struct {
	Elements int `json:"elements"`
	Size     int `json:"size"`   // characters
	Pieces   int `json:"pieces"` // trees, and parts of deep ones
}

// startPiercing asks for what most documents need and no more: their size, and the one tree that they are.
func (w *world) startPiercing(ctx context.Context) piercing {
	document := w.invocation("document", nil)
	document.ReturnByValue, document.ObjectGroup = false, w.group()
	return piercing{
		world: w,
		size:  w.start(ctx, "piercing", nil),
		tree:  w.session.Start(ctx, "Runtime.callFunctionOn", document),
	}
}

// group names the objects that a piercing holds; they are let go at its end.
func (w *world) group() string { return "pierce " + w.object }

func (p piercing) forget() {
	p.size.Forget()
	p.tree.Forget()
}

// finish hands the closed roots that it finds to the world, and reports whether there were new ones.
func (p piercing) finish(ctx context.Context) (bool, error) {
	w := p.world
	defer func() {
		w.session.Start(ctx, "Runtime.releaseObjectGroup", map[string]any{"objectGroup": w.group()}).Forget()
	}()
	var size pierceSize
	if err := w.finish(ctx, p.size, &size); err != nil {
		return false, err
	}
	var tree cdp.Evaluation
	if err := p.tree.Wait(ctx, &tree); err != nil {
		return false, w.lost(err)
	}
	found, pieces := false, []string{tree.Result.ObjectID}
	for {
		if size.Pieces > 1 {
			var err error
			if pieces, err = w.pieces(ctx); err != nil {
				return false, w.lost(err)
			}
		}
		adopted, err := w.pierce(ctx, size, pieces)
		if err != nil {
			return false, w.lost(err)
		}
		if !adopted {
			break
		}
		found = true
		if err := w.call(ctx, "piercing", nil, &size); err != nil {
			return false, err
		}
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pierced = max(size.Elements, 1)
	return found, nil
}

// pierce looks into the pieces, and reports whether it found roots that the world did not know.
func (w *world) pierce(ctx context.Context, size pierceSize, pieces []string) (found bool, err error) {
	if size.Elements*piercedElement+size.Size*piercedCharacter > maxPierced {
		return false, nil
	}
	closed, err := w.closedRoots(ctx, pieces)
	if err != nil {
		return false, err
	}
	for _, root := range closed {
		adopted, err := w.adopt(ctx, root)
		if err != nil {
			return false, err
		}
		found = found || adopted
	}
	return found, nil
}

// pieces returns the document and the shadow roots that are known, as objects, cut where they are too deep.
func (w *world) pieces(ctx context.Context) ([]string, error) {
	call := w.invocation("pieces", nil)
	call.ReturnByValue, call.ObjectGroup = false, w.group()
	list, err := w.session.RuntimeCallFunctionOn(ctx, call)
	if err != nil {
		return nil, err
	}
	var properties struct {
		Result []struct {
			Value *cdp.RemoteObject `json:"value"`
		} `json:"result"`
	}
	params := map[string]any{"objectId": list.Result.ObjectID, "ownProperties": true}
	if err := w.session.Call(ctx, "Runtime.getProperties", params, &properties); err != nil {
		return nil, err
	}
	var pieces []string
	for _, p := range properties.Result {
		if p.Value != nil && p.Value.Subtype == "node" && len(pieces) < maxPieces {
			pieces = append(pieces, p.Value.ObjectID)
		}
	}
	return pieces, nil
}

// closedRoots lists the closed roots whose hosts stand in the given pieces of trees. A piece that the browser cannot
// describe keeps its own to itself.
func (w *world) closedRoots(ctx context.Context, pieces []string) ([]cdp.BackendNodeID, error) {
	var closed []cdp.BackendNodeID
	var failed error
	for batch := range slices.Chunk(pieces, maxPipelined) {
		reads := make([]*cdp.Pending, len(batch))
		for i, piece := range batch {
			reads[i] = w.session.Start(ctx, "DOM.describeNode", map[string]any{"objectId": piece, "depth": pierceDepth})
		}
		for _, read := range reads {
			var described json.RawMessage
			if err := read.Wait(ctx, &described); !isRefusal(err) {
				failed = errors.Join(failed, err)
			}
			closed = append(closed, closedIn(described)...)
		}
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
func (w *world) adopt(ctx context.Context, root cdp.BackendNodeID) (bool, error) {
	object, err := w.session.DOMResolveNode(ctx, root, w.id, w.group())
	if isRefusal(err) {
		return false, nil // it is gone already
	}
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
