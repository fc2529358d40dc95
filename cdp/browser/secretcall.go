package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"browser-mcp/fsutil"
)

// callSecret is call with a secret as the method's second argument. The parameters are built in locked memory, written
// to the browser from there, and wiped. An exception's text is not looked at: it could quote the secret.
func (w *world) callSecret(ctx context.Context, method string, argument any, secret []byte, result any) error {
	ctx, cancel := context.WithTimeout(ctx, worldTimeout)
	defer cancel()
	head, tail, err := w.secretParams(method, argument)
	if err != nil {
		return err
	}
	params, err := joinSecret(head, secret, tail)
	if err != nil {
		return err
	}
	defer params.Close()
	var a answer
	if err := w.session.CallSecret(ctx, "Runtime.callFunctionOn", params.Bytes(), &a); err != nil {
		return w.lost(err)
	}
	if a.Exception != nil {
		return scriptError{text: "withheld"}
	}
	return w.read(a, result)
}

// secretParams are the parameters of a call, up to the secret and behind it.
func (w *world) secretParams(method string, argument any) (head, tail []byte, err error) {
	call := w.invocation(method, argument)
	body, err := json.Marshal(call.Arguments)
	if err != nil {
		return nil, nil, fmt.Errorf("encoding an argument: %w", err)
	}
	arguments := body[:len(body)-1] // without the closing bracket
	call.Arguments = nil
	rest, err := json.Marshal(call)
	if err != nil {
		return nil, nil, fmt.Errorf("encoding a call: %w", err)
	}
	head = append(rest[:len(rest)-1], `,"arguments":`...)
	head = append(head, arguments...)
	head = append(head, `,{"value":"`...)
	return head, []byte(`"}]}`), nil
}

// joinSecret puts head, the secret as the inside of a JSON string, and tail into locked memory.
func joinSecret(head, secret, tail []byte) (*fsutil.Pages, error) {
	if len(secret) > maxSecret {
		return nil, fmt.Errorf("%w: secret bytes, limit %d", ErrTooMany, maxSecret)
	}
	if !utf8.Valid(secret) {
		return nil, fmt.Errorf("%w: secret is not UTF-8", ErrNotFillable)
	}
	pages, err := fsutil.NewPages(len(head) + escapedLen(secret) + len(tail))
	if err != nil {
		return nil, err
	}
	b := pages.Bytes()
	n := copy(b, head)
	n += escape(b[n:], secret)
	copy(b[n:], tail)
	return pages, nil
}

// escapedLen is the length of what escape writes.
func escapedLen(secret []byte) int {
	n := 0
	for _, c := range secret {
		switch {
		case c < 0x20:
			n += 6
		case c == '"' || c == '\\':
			n += 2
		default:
			n++
		}
	}
	return n
}

const hexDigits = "0123456789abcdef"

// escape writes valid UTF-8 as the inside of a JSON string (RFC 8259, section 7) and returns how many bytes that took.
// It allocates nothing: what it writes to is the only copy.
func escape(to, secret []byte) int {
	n := 0
	for _, c := range secret {
		switch {
		case c < 0x20:
			n += copy(to[n:], `\u00`)
			to[n], to[n+1] = hexDigits[c>>4], hexDigits[c&15]
			n += 2
		case c == '"' || c == '\\':
			to[n], to[n+1] = '\\', c
			n += 2
		default:
			to[n] = c
			n++
		}
	}
	return n
}

// pressSecret sends one key event with a character of a secret.
func (w *world) pressSecret(ctx context.Context, kind string, character []byte) error {
	head := []byte(`{"type":"` + kind + `","text":"`)
	params, err := joinSecret(head, character, []byte(`"}`))
	if err != nil {
		return err
	}
	defer params.Close()
	return w.tab.worldError(w.session.CallSecret(ctx, "Input.dispatchKeyEvent", params.Bytes(), nil))
}
