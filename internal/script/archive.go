package script

import (
	"bytes"
	"strings"
)

// A File is one file of an archive.
type File struct {
	Name string
	Data []byte
}

// Parse splits a txtar archive: the script, then files that begin with a line `-- name --`.
func Parse(data []byte) (script string, files []File) {
	var text bytes.Buffer
	into := func(line []byte) { text.Write(line) }
	for line := range bytes.Lines(data) {
		if name, ok := marker(string(line)); ok {
			files = append(files, File{Name: name})
			f := &files[len(files)-1]
			into = func(line []byte) { f.Data = append(f.Data, line...) }
			continue
		}
		into(line)
	}
	return text.String(), files
}

// marker reads `-- name --`.
func marker(line string) (string, bool) {
	line = strings.TrimRight(line, "\r\n")
	rest, ok := strings.CutPrefix(line, "-- ")
	if !ok {
		return "", false
	}
	name, ok := strings.CutSuffix(rest, " --")
	return strings.TrimSpace(name), ok && strings.TrimSpace(name) != ""
}
