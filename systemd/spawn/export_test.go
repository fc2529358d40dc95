package spawn

var ReadMessage = readMessage
