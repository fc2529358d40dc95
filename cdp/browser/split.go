package browser

import (
	"errors"
	"strings"
)

var errQuote = errors.New("browser: flags end inside a quotation")

// SplitArgs cuts text into words as a shell does: blanks separate, single quotes take everything, double quotes and
// bare words honour a backslash. Nothing is expanded.
func SplitArgs(text string) ([]string, error) {
	s := splitter{text: text}
	for s.at < len(s.text) {
		if err := s.step(); err != nil {
			return nil, err
		}
	}
	s.flush()
	return s.words, nil
}

type splitter struct {
	text   string
	at     int
	word   strings.Builder
	inWord bool // also when the word is empty so far, as in ""
	words  []string
}

func (s *splitter) step() error {
	c := s.text[s.at]
	s.at++
	switch c {
	case ' ', '\t', '\n', '\r':
		s.flush()
	case '\'':
		return s.single()
	case '"':
		return s.double()
	case '\\':
		return s.escaped()
	default:
		s.add(c)
	}
	return nil
}

func (s *splitter) add(c byte) {
	s.word.WriteByte(c)
	s.inWord = true
}

func (s *splitter) flush() {
	if s.inWord {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}

func (s *splitter) single() error {
	end := strings.IndexByte(s.text[s.at:], '\'')
	if end < 0 {
		return errQuote
	}
	s.word.WriteString(s.text[s.at : s.at+end])
	s.inWord = true
	s.at += end + 1
	return nil
}

func (s *splitter) double() error {
	s.inWord = true
	for s.at < len(s.text) {
		c := s.text[s.at]
		s.at++
		switch {
		case c == '"':
			return nil
		case c == '\\' && s.at < len(s.text) && strings.IndexByte(`"\$`+"`", s.text[s.at]) >= 0:
			s.add(s.text[s.at])
			s.at++
		default:
			s.add(c)
		}
	}
	return errQuote
}

func (s *splitter) escaped() error {
	if s.at >= len(s.text) {
		return errQuote
	}
	s.add(s.text[s.at])
	s.at++
	return nil
}
