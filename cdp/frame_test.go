package cdp

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestFrameReaderCutsAtNUL(t *testing.T) {
	big := strings.Repeat("x", 3*readBuffer)
	for _, tt := range []struct {
		name, stream string
		want         []string
		wantErr      error
	}{
		{"nothing", "", nil, io.EOF},
		{"one", "{}\x00", []string{"{}"}, io.EOF},
		{"two", "a\x00b\x00", []string{"a", "b"}, io.EOF},
		{"empty frame", "\x00a\x00", []string{"", "a"}, io.EOF},
		{"longer than the buffer", big + "\x00a\x00", []string{big, "a"}, io.EOF},
		{"ends inside a frame", "a\x00b", []string{"a"}, io.ErrUnexpectedEOF},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newFrameReader(iotest.HalfReader(strings.NewReader(tt.stream)), defaultMaxFrame)
			var got []string
			var err error
			for err == nil {
				var frame []byte
				if frame, err = r.next(); err == nil {
					got = append(got, string(frame))
				}
			}
			if !errors.Is(err, tt.wantErr) || strings.Join(got, "|") != strings.Join(tt.want, "|") {
				t.Errorf("next() = %d frames, %v, want %d, %v", len(got), err, len(tt.want), tt.wantErr)
			}
		})
	}
}

// endless gives a frame that never ends and counts what was taken of it.
type endless struct{ taken int }

func (e *endless) Read(p []byte) (int, error) {
	e.taken += len(p)
	return copy(p, bytes.Repeat([]byte("x"), len(p))), nil
}

func TestFrameReaderStopsAtItsBound(t *testing.T) {
	const limit = 10 * readBuffer
	source := &endless{}
	_, err := newFrameReader(source, limit).next()
	if !errors.Is(err, ErrFrame) {
		t.Fatalf("next() = %v, want ErrFrame", err)
	}
	if source.taken > limit+2*readBuffer {
		t.Errorf("read %d bytes, want at most %d", source.taken, limit+2*readBuffer)
	}
	exact := strings.Repeat("x", limit) + "\x00"
	if frame, err := newFrameReader(strings.NewReader(exact), limit).next(); err != nil || len(frame) != limit {
		t.Errorf("next() of a frame at the bound = %d bytes, %v", len(frame), err)
	}
}

// FuzzFrameReader cuts any stream as bytes.Split does, whatever the sizes of the reads, and never beyond the bound.
func FuzzFrameReader(f *testing.F) {
	f.Add([]byte("{}\x00{\"id\":1}\x00"), uint8(3))
	f.Add([]byte("\x00\x00a"), uint8(1))
	f.Add(bytes.Repeat([]byte("abc\x00"), 50), uint8(7))
	f.Fuzz(func(t *testing.T, stream []byte, limit uint8) {
		r := newFrameReader(iotest.OneByteReader(bytes.NewReader(stream)), int(limit))
		parts := bytes.Split(stream, []byte{0})
		for i := 0; ; i++ {
			frame, err := r.next()
			if err != nil {
				last := i == len(parts)-1
				if !last && len(parts[i]) <= int(limit) || !last && !errors.Is(err, ErrFrame) {
					t.Fatalf("frame %d of %d bytes, limit %d: %v", i, len(parts[i]), limit, err)
				}
				return
			}
			if !bytes.Equal(frame, parts[i]) || len(frame) > int(limit) {
				t.Fatalf("frame %d = %q, want %q within %d", i, frame, parts[i], limit)
			}
		}
	})
}
