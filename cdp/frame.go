package cdp

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// A frameReader cuts a stream into frames at NUL bytes, as Chromium's pipe handler does
// (content/browser/devtools/devtools_pipe_handler.cc).
type frameReader struct {
	r   *bufio.Reader
	max int // bytes, without the NUL
}

func newFrameReader(r io.Reader, max int) *frameReader {
	return &frameReader{r: bufio.NewReaderSize(r, readBuffer), max: max}
}

// next returns the next frame without its NUL, in memory of its own. A stream that ends inside a frame gives
// io.ErrUnexpectedEOF, between frames io.EOF. An error that wraps ErrFrame leaves the stream unusable.
func (f *frameReader) next() ([]byte, error) {
	var frame []byte
	for {
		chunk, err := f.r.ReadSlice(0)
		if err == nil {
			chunk = chunk[:len(chunk)-1]
		}
		if len(frame)+len(chunk) > f.max {
			return nil, fmt.Errorf("%w: more than %d bytes", ErrFrame, f.max)
		}
		frame = append(frame, chunk...)
		switch {
		case err == nil:
			return frame, nil
		case errors.Is(err, bufio.ErrBufferFull):
		case errors.Is(err, io.EOF) && len(frame) > 0:
			return nil, io.ErrUnexpectedEOF
		default:
			return nil, err
		}
	}
}
