package spawn_test

import (
	"bytes"
	"io"
	"testing"

	"browser-mcp/systemd/spawn"
)

// FuzzMessage cuts the input into reads of some size, as a stream may.
func FuzzMessage(f *testing.F) {
	f.Add([]byte("{}\x00"), 100)
	f.Add([]byte("{}\x00more"), 100)
	f.Add([]byte("{}\x00more"), 3)
	f.Add([]byte("{}"), 1)
	f.Add([]byte{}, 1)
	f.Add(bytes.Repeat([]byte("x"), 40), 7)
	f.Add(append(bytes.Repeat([]byte("x"), 32), 0), 33)
	f.Fuzz(func(t *testing.T, in []byte, size int) {
		const limit = 32
		size = 1 + max(size, -size-1)%64
		rest := in
		got, err := spawn.ReadMessage("message", limit, func(b []byte) (int, error) {
			if len(rest) == 0 {
				return 0, io.EOF
			}
			n := copy(b, rest[:min(size, len(rest))])
			rest = rest[n:]
			return n, nil
		})
		at := bytes.IndexByte(in, 0)
		behind := at >= 0 && min(len(in), (at/size+1)*size) > at+1 // in the read that held the NUL
		if want := at >= 0 && at <= limit && !behind; (err == nil) != want {
			t.Errorf("message %q in reads of %d: %q, %v, want accepted %v", in, size, got, err, want)
		}
		if err == nil && !bytes.Equal(got, in[:at]) {
			t.Errorf("message %q read as %q", in, got)
		}
	})
}
