package asuser

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Name is the ordinary user that .ci/setup makes where it is root.
const Name = "browser-mcp-test"

// rootVariable holds the private directory of a run. Whoever finds it set stands inside one already: the inner
// run itself, a fuzz worker, or a test binary that a test started as its helper.
const rootVariable = "BROWSER_MCP_TEST_ROOT"

// private lists the directories of one run below its root. The names are short because a Unix socket's path
// ends at 108 bytes (unix(7), sun_path).
var private = []struct{ variable, name string }{
	{"XDG_RUNTIME_DIR", "run"},
	{"XDG_STATE_HOME", "state"},
	{"XDG_CONFIG_HOME", "config"},
	{"XDG_CACHE_HOME", "cache"},
	{"TMPDIR", "tmp"},
}

// Main is the whole of a TestMain whose tests need an ordinary user. m is a *testing.M; the parameter is an
// interface so that the demo may use [Become] without linking package testing.
//
// A fuzzing run stays what it is: fuzz targets start no browser, workers are started by path, and new
// findings are written beside the source. Give it -run '^$', as CONTRIBUTING does.
func Main(m interface{ Run() int }) {
	if slices.ContainsFunc(os.Args, fuzzing) {
		os.Exit(m.Run())
	}
	release := Become()
	code := m.Run()
	release()
	os.Exit(code)
}

// fuzzing reports whether arg makes this a fuzzing run or a worker of one.
func fuzzing(arg string) bool {
	return strings.HasPrefix(arg, "-test.fuzz=") && arg != "-test.fuzz=" || strings.HasPrefix(arg, "-test.fuzzworker")
}

// Become returns in a process of an ordinary user whose XDG directories and TMPDIR are new and its own;
// release removes them. For root it does not return: the program runs again as [Name] and this process ends
// with that one's status. It ends the program with a hint where the user is missing.
func Become() (release func()) {
	inside := os.Getenv(rootVariable) != ""
	switch {
	case os.Geteuid() == 0 && inside:
		die(fmt.Errorf("still root inside a run of user %s", Name))
	case os.Geteuid() == 0:
		os.Exit(again())
	case inside:
		return func() {}
	}
	root, err := os.MkdirTemp("", "bmt-")
	if err == nil {
		err = makePrivate(root, os.Getuid(), os.Getgid())
	}
	if err != nil {
		die(err)
	}
	for _, variable := range variables(root) {
		name, value, _ := strings.Cut(variable, "=")
		os.Setenv(name, value)
	}
	return func() { os.RemoveAll(root) }
}

// makePrivate makes the directories below root for one user.
func makePrivate(root string, uid, gid int) error {
	for _, dir := range private {
		path := filepath.Join(root, dir.name)
		if err := os.Mkdir(path, 0o700); err != nil {
			return err
		}
		if err := os.Chown(path, uid, gid); err != nil {
			return err
		}
	}
	return nil
}

// variables lists what names the directories below root, as NAME=value.
func variables(root string) []string {
	list := []string{rootVariable + "=" + root}
	for _, dir := range private {
		list = append(list, dir.variable+"="+filepath.Join(root, dir.name))
	}
	return list
}

func die(err error) {
	fmt.Fprintf(os.Stderr, "asuser: %v\n", err)
	os.Exit(1)
}
