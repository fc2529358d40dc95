package asuser

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// output is a file or directory that the go command asked the test binary to write: where the inner run
// writes it, and where it belongs.
type output struct {
	inner, outer string
	directory    bool
}

type outputs []output

// outputFlags are the flags of a test binary that name what it writes ("go help testflag"); true for a
// directory.
var outputFlags = map[string]bool{
	"-test.blockprofile": false,
	"-test.coverprofile": false,
	"-test.cpuprofile":   false,
	"-test.memprofile":   false,
	"-test.mutexprofile": false,
	"-test.trace":        false,
	"-test.gocoverdir":   true,
}

// redirect rewrites args so that everything written lands below dir.
//
// -test.testlogfile is dropped: with it the go command would keep a result that depends on the installed
// Chromium, which it does not see. -test.outputdir is dropped because it is part of each outer path.
func redirect(args []string, dir string) ([]string, outputs) {
	var kept []string
	var moved outputs
	base := ""
	for _, arg := range args {
		if value, ok := strings.CutPrefix(arg, "-test.outputdir="); ok {
			base = value
		}
	}
	for _, arg := range args {
		flag, value, _ := strings.Cut(arg, "=")
		directory, known := outputFlags[flag]
		switch {
		case flag == "-test.testlogfile" || flag == "-test.outputdir":
		case known && value != "":
			inner := filepath.Join(dir, "out"+strconv.Itoa(len(moved)))
			if !filepath.IsAbs(value) && !directory {
				value = filepath.Join(base, value)
			}
			moved = append(moved, output{inner, value, directory})
			kept = append(kept, flag+"="+inner)
		default:
			kept = append(kept, arg)
		}
	}
	return kept, moved
}

// prepare makes the inner directories for who.
func (list outputs) prepare(who account) error {
	for _, o := range list {
		if !o.directory {
			continue
		}
		if err := os.Mkdir(o.inner, 0o700); err != nil {
			return err
		}
		if err := os.Chown(o.inner, who.uid, who.gid); err != nil {
			return err
		}
	}
	return nil
}

// collect moves what was written to where it belongs. What was not written is no error: a run that fails
// early writes no profile.
func (list outputs) collect() error {
	for _, o := range list {
		if err := o.collect(); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

func (o output) collect() error {
	if !o.directory {
		return replaceFile(o.outer, o.inner)
	}
	entries, err := os.ReadDir(o.inner)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := replaceFile(filepath.Join(o.outer, entry.Name()), filepath.Join(o.inner, entry.Name())); err != nil {
			return err
		}
	}
	return nil
}

// replaceFile copies from over to.
func replaceFile(to, from string) error {
	if _, err := os.Lstat(from); err != nil {
		return err
	}
	if err := os.Remove(to); err != nil && !os.IsNotExist(err) {
		return err
	}
	return copyFile(to, from, 0o644)
}
