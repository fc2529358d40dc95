package spawn

var (
	ReadMessage = readMessage
	Children    = childrenOfOurs
)
