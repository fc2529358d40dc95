package mcptest

import (
	"context"
	"encoding/json"
	"fmt"

	"browser-mcp/fsutil/strict"
)

// Newest is the newest revision with a handshake.
const Newest = "2025-11-25"

// Initialized is the result of initialize.
type Initialized struct {
	ProtocolVersion string                     `json:"protocolVersion"`
	Capabilities    map[string]json.RawMessage `json:"capabilities"`
	ServerInfo      struct {
		Name    string `json:"name"`
		Title   string `json:"title,omitempty"`
		Version string `json:"version"`
	} `json:"serverInfo"`
	Instructions string `json:"instructions,omitempty"`
}

// Initialize opens the connection as a client of that revision, with everything that such clients declare.
func (c *Client) Initialize(ctx context.Context, revision string) (*Initialized, error) {
	raw, err := c.Request(ctx, "initialize", map[string]any{
		"protocolVersion": revision,
		"capabilities":    map[string]any{"roots": map[string]any{"listChanged": true}, "elicitation": map[string]any{}},
		"clientInfo":      map[string]any{"name": "mcptest", "version": "1.0.0"},
	})
	if err != nil {
		return nil, err
	}
	got := new(Initialized)
	if err := strict.Unmarshal(raw, got, strict.Limits{}); err != nil {
		return nil, fmt.Errorf("mcptest: result of initialize: %w", err)
	}
	return got, c.Notify("notifications/initialized", map[string]any{})
}

// Tool is a tool's definition.
type Tool struct {
	Name         string          `json:"name"`
	Title        string          `json:"title,omitempty"`
	Description  string          `json:"description"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Annotations  *struct {
		Title       string `json:"title,omitempty"`
		ReadOnly    bool   `json:"readOnlyHint"`
		Destructive bool   `json:"destructiveHint"`
		Idempotent  bool   `json:"idempotentHint"`
		OpenWorld   bool   `json:"openWorldHint"`
	} `json:"annotations"`
}

// Tools lists all tools, page by page. From then on Call checks results against the schemas that were listed.
func (c *Client) Tools(ctx context.Context) ([]Tool, error) {
	var all []Tool
	params := map[string]any{}
	for {
		raw, err := c.Request(ctx, "tools/list", params)
		if err != nil {
			return nil, err
		}
		var page struct {
			Tools []Tool `json:"tools"`
			Next  string `json:"nextCursor,omitempty"`
		}
		if err := strict.Unmarshal(raw, &page, strict.Limits{}); err != nil {
			return nil, fmt.Errorf("mcptest: result of tools/list: %w", err)
		}
		all = append(all, page.Tools...)
		if page.Next == "" {
			break
		}
		params["cursor"] = page.Next
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range all {
		c.schemas[t.Name] = t.OutputSchema
	}
	return all, nil
}
