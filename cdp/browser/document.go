package browser

import "browser-mcp/cdp"

type (
	// A TabID names a tab within its context: t1, t2, … It is never used again.
	TabID string

	// A UID names an element of one document: e1, e2, … It is never used again within its context.
	UID string

	// A FrameRef names a frame within its tab: f1 is the top one.
	FrameRef string
)

// A Generation identifies one document: one frame and one loader. Two documents are never equal, also after a reload
// or a way back to the same address.
type Generation struct {
	Frame  cdp.FrameID
	Loader cdp.LoaderID
}

// A Document is a live document of a context.
type Document struct {
	Tab    TabID
	Frame  FrameRef
	Doc    Generation
	Origin string
}

// A DocumentEvent says that a new document stands in a frame, or that the same one has another address.
type DocumentEvent struct {
	Tab       TabID
	Opener    TabID // the tab that opened this one, or empty
	Frame     cdp.FrameID
	Top       bool
	Doc       Generation
	Origin    string // as the document itself sees it; "null" if opaque
	URL       string
	Entry     int64 // session history entry, of top documents; 0 if unknown
	ByAgent   bool  // a tool navigated this tab since its last commit
	ByHistory bool  // reached by going back or forward, whoever did
	Restart   bool  // the first document after the browser was lost
}

// An Observer learns what happens to the documents of a context. It is called from the event loop, in order: it must
// not block and must not call back into the package.
type Observer interface {
	Committed(DocumentEvent)
	Closed(TabID)
}
