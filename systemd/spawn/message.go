package spawn

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"

	"golang.org/x/sys/unix"

	"browser-mcp/fsutil/strict"
	"browser-mcp/systemd"
)

// A message is its bytes and one NUL, which is also how CDP frames what follows on the same
// connection. Each side sends exactly one before that.

func checkMessage(what string, message []byte, limit int) error {
	if bytes.IndexByte(message, 0) >= 0 {
		return fmt.Errorf("%s with a NUL inside", what)
	}
	return bound(what, len(message), limit)
}

func writeMessage(conn *net.UnixConn, message []byte) error {
	_, err := conn.Write(append(bytes.Clone(message), 0))
	return err
}

// readMessage collects one message of at most limit bytes and refuses anything behind it:
// the other side has to wait for the answer. read fills the buffer it is given.
func readMessage(what string, limit int, read func([]byte) (int, error)) ([]byte, error) {
	var message []byte
	chunk := make([]byte, 4096)
	for {
		n, err := read(chunk)
		if n > 0 {
			message = append(message, chunk[:n]...)
			if at := bytes.IndexByte(message, 0); at >= 0 {
				return complete(what, message, at, limit)
			}
			if err := bound(what, len(message), limit); err != nil {
				return nil, err
			}
		}
		if errors.Is(err, io.EOF) || n == 0 && err == nil {
			return nil, fmt.Errorf("%s: %w after %d bytes", what, io.ErrUnexpectedEOF, len(message))
		}
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", what, err)
		}
	}
}

func complete(what string, message []byte, at, limit int) ([]byte, error) {
	if extra := len(message) - at - 1; extra > 0 {
		return nil, fmt.Errorf("%d bytes behind the %s", extra, what)
	}
	if err := bound(what, at, limit); err != nil {
		return nil, err
	}
	return message[:at:at], nil
}

// readHello reads the answer and who sent it, by the kernel's word (SCM_CREDENTIALS,
// unix(7)), translated to our process numbers. All parts must come from one process of our
// own user. No descriptor that comes along is taken: there is no room for one.
func readHello(conn *net.UnixConn) ([]byte, unix.Ucred, error) {
	var sender unix.Ucred
	oob := make([]byte, unix.CmsgSpace(unix.SizeofUcred))
	answer, err := readMessage("answer", maxHello, func(b []byte) (int, error) {
		n, oobn, _, _, err := conn.ReadMsgUnix(b, oob)
		if n <= 0 || err != nil {
			return n, err
		}
		from, err := credentials(oob[:oobn])
		if err == nil && sender != (unix.Ucred{}) && *from != sender {
			err = errors.New("answer by two processes")
		}
		if err != nil {
			return 0, err
		}
		sender = *from
		return n, nil
	})
	if uid := uint32(os.Geteuid()); err == nil && sender.Uid != uid {
		err = fmt.Errorf("%w: answer by uid %d, want %d", systemd.ErrForeign, sender.Uid, uid)
	}
	return answer, sender, err
}

func credentials(oob []byte) (*unix.Ucred, error) {
	messages, err := unix.ParseSocketControlMessage(oob)
	if err != nil || len(messages) == 0 {
		return nil, errors.New("answer without its sender")
	}
	return unix.ParseUnixCredentials(&messages[0])
}

func passCredentials(conn *net.UnixConn, on int) error {
	raw, err := conn.SyscallConn()
	if err != nil {
		return err
	}
	var set error
	err = raw.Control(func(fd uintptr) {
		set = unix.SetsockoptInt(int(fd), unix.SOL_SOCKET, unix.SO_PASSCRED, on)
	})
	if err := errors.Join(err, set); err != nil {
		return fmt.Errorf("asking for the sender of an answer: %w", err)
	}
	return nil
}

// refused is the answer of a helper that will not do it.
type refused struct {
	Error string `json:"error"`
}

// refusal finds out whether the answer is one. Otherwise it must be a JSON object, whose
// members only the caller knows.
func refusal(answer []byte) error {
	v, err := strict.Parse(answer, strict.Limits{Bytes: maxHello})
	if err != nil || v.Kind() != strict.Object {
		return fmt.Errorf("%w: answer is no JSON object", ErrAnswer)
	}
	reason, ok := v.Get("error")
	if !ok {
		return nil
	}
	text, err := reason.String()
	if err != nil {
		return fmt.Errorf("%w: reason is no text", ErrAnswer)
	}
	return fmt.Errorf("%w: %.*q", ErrRefused, maxRefusal, text)
}

// Hello answers a request, on the helper's side: v as JSON of at most 4 KiB. It may not
// have a member named error.
func Hello(conn *net.UnixConn, v any) error {
	answer, err := json.Marshal(v)
	if err == nil {
		err = checkMessage("answer", answer, maxHello)
	}
	if err == nil {
		err = writeMessage(conn, answer)
	}
	if err != nil {
		return fmt.Errorf("answering: %w", err)
	}
	return nil
}

// Refuse answers a request with the reason why nothing will come of it, which [Helper.Start]
// shows to its caller behind [ErrRefused], quoted and cut to 512 bytes.
func Refuse(conn *net.UnixConn, reason error) error {
	text := reason.Error()
	if len(text) > maxRefusal {
		text = strings.ToValidUTF8(text[:maxRefusal], "")
	}
	return Hello(conn, refused{Error: text})
}
