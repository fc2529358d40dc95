package leak

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// Tree looks through every regular file below root, its name included. A file that is
// removed meanwhile is no error; one that cannot be read is.
func Tree(root string, values ...string) (found []Finding, err error) {
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		found = append(found, at(path+" (its name)", Scan([]byte(entry.Name()), values...))...)
		if !entry.Type().IsRegular() {
			return nil
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		found = append(found, at(path, Scan(content, values...))...)
		return err
	})
	return found, err
}

func at(where string, found []Finding) []Finding {
	for i := range found {
		found[i].Where = where
	}
	return found
}

// Processes looks at arguments and environment of every process of a process group, of all
// processes if group is 0. What the kernel does not let this user read, another process of
// the user cannot read either, and is passed over; looked says how many files were read.
func Processes(group int, values ...string) (found []Finding, looked int, err error) {
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return nil, 0, err
	}
	for _, stat := range stats {
		dir := filepath.Dir(stat)
		if _, pgrp, ok := parentAndGroup(stat); !ok || group != 0 && pgrp != group {
			continue
		}
		for _, name := range []string{"cmdline", "environ"} {
			path := filepath.Join(dir, name)
			content, err := os.ReadFile(path)
			if err != nil {
				continue // ended, or not ours to read
			}
			looked++
			content = []byte(strings.ReplaceAll(string(content), "\x00", "\n"))
			found = append(found, at(path, Scan(content, values...))...)
		}
	}
	return found, looked, nil
}

// parentAndGroup reads fields 4 and 5 of proc_pid_stat(5); the second may hold spaces and
// parentheses.
func parentAndGroup(stat string) (parent, group int, ok bool) {
	content, err := os.ReadFile(stat)
	if err != nil {
		return 0, 0, false
	}
	fields := strings.Fields(string(content[strings.LastIndexByte(string(content), ')')+1:]))
	if len(fields) < 3 {
		return 0, 0, false
	}
	parent, err1 := strconv.Atoi(fields[1])
	group, err2 := strconv.Atoi(fields[2])
	return parent, group, err1 == nil && err2 == nil
}
