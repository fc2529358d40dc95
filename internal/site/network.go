package site

import (
	"bufio"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"io"
	"net/http"
)

func (s *Site) networkRoutes(mux *http.ServeMux) {
	mux.HandleFunc("/network/socket", s.socket)
	mux.HandleFunc("/redirect/307", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, s.Evil+"/collect", http.StatusTemporaryRedirect)
	})
}

// socket is the least WebSocket server that can tell what a page sent: it opens, reads one text message into the
// log as method WEBSOCKET, and closes (RFC 6455, sections 4.2.2 and 5.2).
func (s *Site) socket(w http.ResponseWriter, r *http.Request) {
	key := r.Header.Get("Sec-WebSocket-Key")
	if key == "" {
		http.Error(w, "not a WebSocket", http.StatusBadRequest)
		return
	}
	conn, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer conn.Close()
	sum := sha1.Sum([]byte(key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+
		"Sec-WebSocket-Accept: "+base64.StdEncoding.EncodeToString(sum[:])+"\r\n\r\n")
	// net/http forgets a hijacked connection, so Close ends the read below through the context.
	defer context.AfterFunc(s.control.context, func() { conn.Close() })()
	message, err := readMessage(buffered.Reader)
	if err != nil {
		return
	}
	if s.log.add(Request{Origin: origin(r), Method: "WEBSOCKET", Path: r.URL.Path, Header: r.Header.Clone(), Body: string(message)}) {
		s.log.done()
	}
	conn.Write([]byte{0x88, 0x02, 0x03, 0xe8}) // close, status 1000
}

// readMessage reads one masked frame of at most maxBody bytes.
func readMessage(r *bufio.Reader) ([]byte, error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	length := uint64(head[1] & 0x7f)
	switch length {
	case 126:
		var wide [2]byte
		if _, err := io.ReadFull(r, wide[:]); err != nil {
			return nil, err
		}
		length = uint64(binary.BigEndian.Uint16(wide[:]))
	case 127:
		return nil, errors.New("message above 65535 bytes")
	}
	if head[1]&0x80 == 0 {
		return nil, errors.New("frame without a mask")
	}
	var mask [4]byte
	if _, err := io.ReadFull(r, mask[:]); err != nil {
		return nil, err
	}
	message := make([]byte, length)
	if _, err := io.ReadFull(r, message); err != nil {
		return nil, err
	}
	for i := range message {
		message[i] ^= mask[i%4]
	}
	return message, nil
}
