package cdp

// Identifiers of the protocol. They are distinct types so that a mix-up does not compile. The browser makes the string
// ones; the numeric ones are counted per renderer, so they mean something only together with a session.
type (
	TargetID           string
	SessionID          string
	FrameID            string
	LoaderID           string
	BrowserContextID   string
	RequestID          string
	ExecutionContextID int64
	BackendNodeID      int64
)
