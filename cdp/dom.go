package cdp

import "context"

// A Node is what we read of CDP DOM.Node.
type Node struct {
	BackendNodeID   BackendNodeID `json:"backendNodeId"`
	NodeType        int           `json:"nodeType"`
	NodeName        string        `json:"nodeName"`
	FrameID         FrameID       `json:"frameId"`
	ShadowRootType  string        `json:"shadowRootType"` // open, closed, user-agent
	Children        []Node        `json:"children"`
	ShadowRoots     []Node        `json:"shadowRoots"`
	ContentDocument *Node         `json:"contentDocument"`
}

// DOMGetDocument returns the session's document as a whole tree, through shadow roots and same-process frames.
func (s *Session) DOMGetDocument(ctx context.Context) (Node, error) {
	var r struct {
		Root Node `json:"root"`
	}
	err := s.Call(ctx, "DOM.getDocument", map[string]any{"depth": -1, "pierce": true}, &r)
	return r.Root, err
}

// DOMDescribeNode describes a node that is held as an object.
func (s *Session) DOMDescribeNode(ctx context.Context, objectID string) (Node, error) {
	var r struct {
		Node Node `json:"node"`
	}
	err := s.Call(ctx, "DOM.describeNode", map[string]any{"objectId": objectID}, &r)
	return r.Node, err
}

// DOMResolveNode makes a node an object of the given world.
func (s *Session) DOMResolveNode(ctx context.Context, node BackendNodeID, world ExecutionContextID, group string) (RemoteObject, error) {
	var r struct {
		Object RemoteObject `json:"object"`
	}
	params := map[string]any{"backendNodeId": node, "executionContextId": world, "objectGroup": group}
	err := s.Call(ctx, "DOM.resolveNode", params, &r)
	return r.Object, err
}

// DOMScrollIntoView brings a node into view if it is not.
func (s *Session) DOMScrollIntoView(ctx context.Context, node BackendNodeID) error {
	return s.Call(ctx, "DOM.scrollIntoViewIfNeeded", map[string]any{"backendNodeId": node}, nil)
}

// A Quad is four corners x1,y1 … x4,y4 in CSS pixels of the session's viewport.
type Quad []float64

// DOMGetContentQuads returns where a node is painted.
func (s *Session) DOMGetContentQuads(ctx context.Context, node BackendNodeID) ([]Quad, error) {
	var r struct {
		Quads []Quad `json:"quads"`
	}
	err := s.Call(ctx, "DOM.getContentQuads", map[string]any{"backendNodeId": node}, &r)
	return r.Quads, err
}
