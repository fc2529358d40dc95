package cdp

import "context"

// A Frame describes one frame and the document in it (CDP Page.Frame).
type Frame struct {
	ID             FrameID  `json:"id"`
	ParentID       FrameID  `json:"parentId"`
	LoaderID       LoaderID `json:"loaderId"`
	Name           string   `json:"name"`
	URL            string   `json:"url"`
	URLFragment    string   `json:"urlFragment"`
	SecurityOrigin string   `json:"securityOrigin"`
	MIMEType       string   `json:"mimeType"`
	UnreachableURL string   `json:"unreachableUrl"` // not empty: an error page stands here
}

// A FrameTree is a frame and what is in it. Frames of other processes are not; they are targets of their own.
type FrameTree struct {
	Frame       Frame       `json:"frame"`
	ChildFrames []FrameTree `json:"childFrames"`
}

// PageGetFrameTree returns the frames of this session's process.
func (s *Session) PageGetFrameTree(ctx context.Context) (FrameTree, error) {
	var r struct {
		FrameTree FrameTree `json:"frameTree"`
	}
	err := s.Call(ctx, "Page.getFrameTree", nil, &r)
	return r.FrameTree, err
}

// PageNavigation is the answer of CDP Page.navigate.
type PageNavigation struct {
	FrameID    FrameID  `json:"frameId"`
	LoaderID   LoaderID `json:"loaderId"` // empty: a navigation inside the document
	ErrorText  string   `json:"errorText"`
	IsDownload bool     `json:"isDownload"`
}

// PageNavigate starts a navigation of the session's top frame and returns when it has committed or failed.
func (s *Session) PageNavigate(ctx context.Context, url string) (PageNavigation, error) {
	var r PageNavigation
	err := s.Call(ctx, "Page.navigate", map[string]any{"url": url, "transitionType": "typed"}, &r)
	return r, err
}

// PageReload loads the top document again. A loader that is not empty must still be the document's, else nothing
// happens.
func (s *Session) PageReload(ctx context.Context, loader LoaderID) error {
	params := map[string]any{}
	if loader != "" {
		params["loaderId"] = loader
	}
	return s.Call(ctx, "Page.reload", params, nil)
}

// A HistoryEntry is one entry of a page's session history (CDP Page.NavigationEntry).
type HistoryEntry struct {
	ID    int64  `json:"id"`
	URL   string `json:"url"`
	Title string `json:"title"`
}

// A History is what goBack and goForward walk.
type History struct {
	CurrentIndex int            `json:"currentIndex"`
	Entries      []HistoryEntry `json:"entries"`
}

// PageGetNavigationHistory returns the session history of the page.
func (s *Session) PageGetNavigationHistory(ctx context.Context) (History, error) {
	var r History
	err := s.Call(ctx, "Page.getNavigationHistory", nil, &r)
	return r, err
}

// PageNavigateToHistoryEntry starts a history navigation and returns before it has committed.
func (s *Session) PageNavigateToHistoryEntry(ctx context.Context, id int64) error {
	return s.Call(ctx, "Page.navigateToHistoryEntry", map[string]any{"entryId": id}, nil)
}

// PageCreateIsolatedWorld makes a script world of the frame's present document that shares its nodes and nothing else.
func (s *Session) PageCreateIsolatedWorld(ctx context.Context, frame FrameID, name string) (ExecutionContextID, error) {
	var r struct {
		ID ExecutionContextID `json:"executionContextId"`
	}
	err := s.Call(ctx, "Page.createIsolatedWorld", map[string]any{"frameId": frame, "worldName": name}, &r)
	return r.ID, err
}
