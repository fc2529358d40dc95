package cdp

import (
	"context"
	"encoding/json"
)

// A RemoteObject is a value of a page (CDP Runtime.RemoteObject).
type RemoteObject struct {
	Type     string          `json:"type"`
	Subtype  string          `json:"subtype"`
	ObjectID string          `json:"objectId"`
	Value    json.RawMessage `json:"value"`

	// Description is what the page says of the value.
	Description string `json:"description"`
}

// ExceptionDetails say that script threw. The text is the page's own.
type ExceptionDetails struct {
	Text      string        `json:"text"`
	Exception *RemoteObject `json:"exception"`
}

// Evaluation is the answer of CDP Runtime.evaluate and Runtime.callFunctionOn.
type Evaluation struct {
	Result    RemoteObject      `json:"result"`
	Exception *ExceptionDetails `json:"exceptionDetails"`
}

// A CallArgument is a value, or an object of the page by its id.
type CallArgument struct {
	Value    any    `json:"value,omitempty"`
	ObjectID string `json:"objectId,omitempty"`
}

// FunctionCall are the parameters of CDP Runtime.callFunctionOn. ObjectID or Context says where.
type FunctionCall struct {
	Function      string             `json:"functionDeclaration"`
	ObjectID      string             `json:"objectId,omitempty"`
	Context       ExecutionContextID `json:"executionContextId,omitempty"`
	Arguments     []CallArgument     `json:"arguments,omitempty"`
	ReturnByValue bool               `json:"returnByValue,omitempty"`
	AwaitPromise  bool               `json:"awaitPromise,omitempty"`
	UserGesture   bool               `json:"userGesture,omitempty"`
	ObjectGroup   string             `json:"objectGroup,omitempty"`
	Silent        bool               `json:"silent,omitempty"`
}

// RuntimeCallFunctionOn calls a function of ours in a page.
func (s *Session) RuntimeCallFunctionOn(ctx context.Context, p FunctionCall) (Evaluation, error) {
	var r Evaluation
	err := s.Call(ctx, "Runtime.callFunctionOn", p, &r)
	return r, err
}

// ScriptEvaluation are the parameters of CDP Runtime.evaluate.
type ScriptEvaluation struct {
	Expression    string             `json:"expression"`
	Context       ExecutionContextID `json:"contextId,omitempty"`
	ReturnByValue bool               `json:"returnByValue,omitempty"`
	AwaitPromise  bool               `json:"awaitPromise,omitempty"`
	ObjectGroup   string             `json:"objectGroup,omitempty"`
	Silent        bool               `json:"silent,omitempty"`
}

// RuntimeEvaluate evaluates an expression of ours in a page.
func (s *Session) RuntimeEvaluate(ctx context.Context, p ScriptEvaluation) (Evaluation, error) {
	var r Evaluation
	err := s.Call(ctx, "Runtime.evaluate", p, &r)
	return r, err
}

// RuntimeReleaseObjectGroup lets go of all objects of a group.
func (s *Session) RuntimeReleaseObjectGroup(ctx context.Context, group string) error {
	return s.Call(ctx, "Runtime.releaseObjectGroup", map[string]any{"objectGroup": group}, nil)
}
