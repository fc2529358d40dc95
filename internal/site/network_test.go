package site

import (
	"bufio"
	"io"
	"net"
	"strings"
	"testing"
)

func TestSocketLogsMessage(t *testing.T) {
	s := New(t)
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.Evil, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	host := strings.TrimPrefix(s.Evil, "http://")
	// The key and the accept value of RFC 6455, section 1.3.
	io.WriteString(conn, "GET /network/socket HTTP/1.1\r\nHost: "+host+"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
	conn.Write([]byte{0x81, 0x85, 1, 2, 3, 4, 'h' ^ 1, 'e' ^ 2, 'l' ^ 3, 'l' ^ 4, 'o' ^ 1})
	answer, err := io.ReadAll(conn)
	if err != nil || !strings.Contains(string(answer), "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") {
		t.Fatalf("answer %q, %v", answer, err)
	}
	got, err := s.AwaitPath(t.Context(), "WEBSOCKET", "/network/socket")
	if err != nil || got.Body != "hello" || got.Origin != s.Evil {
		t.Errorf("logged message = %+v, %v, want hello at %s", got, err, s.Evil)
	}
}

func TestReadMessageRefuses(t *testing.T) {
	for name, frame := range map[string]string{
		"no mask": "\x81\x02hi", "too long": "\x81\xff\x00\x00\x00\x00\x00\x01\x00\x00", "cut": "\x81\x85\x01\x02\x03\x04he",
		"cut length": "\x81\xfe\x01", "empty": "",
	} {
		if got, err := readMessage(bufio.NewReader(strings.NewReader(frame))); err == nil {
			t.Errorf("%s: readMessage = %q, want an error", name, got)
		}
	}
}
