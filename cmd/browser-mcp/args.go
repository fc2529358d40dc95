package main

// Arguments: `--name value`, `--name=value`, `--switch`, then words. A parser of our own because the standard one
// quotes the offending value in its errors, and that value may be a password in the wrong place
// (secure-browser, section 12: invalid arguments are never echoed).

import (
	"errors"
	"strings"
)

// option is one flag of a command. Exactly one of text, list, set, on and do is the destination.
type option struct {
	name string
	text *string            // --name value, at most once
	list *[]string          // --name value, any number of times
	set  func(string) error // --name value, checked at once; its error must not hold the value
	many bool               // set may be called again
	on   *bool              // --name
	do   func()             // --name
}

var errNotNumber = errors.New("not a number")

// parseArgs stores flags in their options and returns the remaining words, of which at most maxWords are allowed.
func parseArgs(args []string, maxWords int, options ...option) ([]string, *failure) {
	seen := map[string]bool{}
	var words []string
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if arg == "--" {
			words = append(words, args[i+1:]...)
			break
		}
		if len(arg) < 2 || arg[0] != '-' {
			words = append(words, arg)
			continue
		}
		used, err := parseOne(args[i:], i+1, seen, options)
		if err != nil {
			return nil, err
		}
		i += used - 1
	}
	if len(words) > maxWords {
		return nil, failf(exitUsage, "%d words after the flags, at most %d taken", len(words), maxWords)
	}
	return words, nil
}

// parseOne handles the flag at args[0], which is argument number at, and returns how many arguments it took.
func parseOne(args []string, at int, seen map[string]bool, options []option) (int, *failure) {
	name, value, inline := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "-"), "=")
	o, ok := findOption(options, name)
	if !ok {
		if flagName(name) {
			return 0, failf(exitUsage, "unknown flag --%s", name)
		}
		return 0, failf(exitUsage, "argument %d is not a flag of this command", at)
	}
	if seen[name] && o.list == nil && !o.many {
		return 0, failf(exitUsage, "flag --%s given twice", name)
	}
	seen[name] = true
	if o.on != nil || o.do != nil {
		if inline {
			return 0, failf(exitUsage, "flag --%s takes no value", name)
		}
		o.turnOn()
		return 1, nil
	}
	used := 1
	if !inline {
		if len(args) < 2 {
			return 0, failf(exitUsage, "flag --%s needs a value", name)
		}
		value, used = args[1], 2
	}
	return used, o.store(value)
}

// turnOn stores a flag without a value.
func (o option) turnOn() {
	if o.on != nil {
		*o.on = true
		return
	}
	o.do()
}

// store puts value at the option's destination.
func (o option) store(value string) *failure {
	switch {
	case o.text != nil:
		*o.text = value
	case o.list != nil:
		*o.list = append(*o.list, value)
	default:
		if err := o.set(value); err != nil {
			return failf(exitUsage, "flag --%s: %w", o.name, err)
		}
	}
	return nil
}

// findOption looks a flag up by its exact name: an abbreviation would mean something else after the next release.
func findOption(options []option, name string) (option, bool) {
	for _, o := range options {
		if o.name == name {
			return o, true
		}
	}
	return option{}, false
}

// flagName reports whether s is shaped like one of our flag names, so that echoing it tells nothing.
func flagName(s string) bool {
	if s == "" || len(s) > 24 {
		return false
	}
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz-") == "" && s[0] != '-'
}
