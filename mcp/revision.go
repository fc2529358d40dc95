package mcp

// revision is one dated version of the protocol. Every difference on the wire is a field here; nothing else compares
// versions.
type revision struct {
	name            string
	batches         bool // an array of messages is one frame (JSON-RPC 2.0, section 6)
	annotations     bool // tools say whether they read, destroy, repeat, reach out
	progressMessage bool // progress has a message
	audio           bool // content may be audio
	titles          bool // serverInfo.title, tool.title
	structured      bool // outputSchema and structuredContent
	resourceLinks   bool // content may be a resource_link
}

// revisions, newest first: the first is offered to a client that asks for one we do not have (MCP 2025-11-25, lifecycle,
// version negotiation).
var revisions = []revision{
	{name: "2025-11-25", annotations: true, progressMessage: true, audio: true, titles: true, structured: true, resourceLinks: true},
	{name: "2025-06-18", annotations: true, progressMessage: true, audio: true, titles: true, structured: true, resourceLinks: true},
	{name: "2025-03-26", annotations: true, progressMessage: true, audio: true, batches: true},
	{name: "2024-11-05"},
}

// negotiate answers a client's wish. It never refuses: clients that are refused here give up.
func negotiate(wish string) *revision {
	for i := range revisions {
		if revisions[i].name == wish {
			return &revisions[i]
		}
	}
	return &revisions[0]
}
