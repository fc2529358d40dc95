package tools

import (
	"context"

	"browser-mcp/mcp"
)

// add registers a tool whose handler gets the caller's session.
func add[In, Out any](t *Tools, s *mcp.Server, tool mcp.Tool, h func(context.Context, *session, In) (Out, error)) {
	mcp.AddTool(s, tool, func(ctx context.Context, c *mcp.Call, in In) (Out, error) {
		var none Out
		sess := t.session(c.Caller)
		if sess == nil {
			return none, errEnded
		}
		out, err := h(ctx, sess, in)
		if err != nil {
			return none, sess.failure(tool.Name, err)
		}
		return out, nil
	})
}

// addContent is add for a tool that answers with text.
func addContent[In any](t *Tools, s *mcp.Server, tool mcp.Tool, h func(context.Context, *session, In) (mcp.Content, error)) {
	mcp.AddContentTool(s, tool, func(ctx context.Context, c *mcp.Call, in In) (mcp.Content, error) {
		sess := t.session(c.Caller)
		if sess == nil {
			return nil, errEnded
		}
		out, err := h(ctx, sess, in)
		if err != nil {
			return nil, sess.failure(tool.Name, err)
		}
		return out, nil
	})
}
