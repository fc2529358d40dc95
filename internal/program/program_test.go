package program

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestMain(m *testing.M) { Main(m) }

func TestProgramIsBuilt(t *testing.T) {
	out, err := exec.Command(Path(), "version").CombinedOutput()
	if err != nil || !strings.HasPrefix(string(out), "browser-mcp ") {
		t.Errorf("%s version = %q, %v", Path(), out, err)
	}
	if os.Geteuid() == 0 {
		t.Error("the tests run as root")
	}
}

func TestNoResultIsKept(t *testing.T) {
	given := []string{"-test.v", "-test.testlogfile=/tmp/x", "-test.run=X"}
	if got, want := arguments(given), []string{"-test.v", "-test.run=X"}; !slices.Equal(got, want) {
		t.Errorf("arguments(%q) = %q, want %q", given, got, want)
	}
	for _, arg := range os.Args {
		if strings.HasPrefix(arg, "-test.testlogfile=") {
			t.Errorf("the tests run with %s", arg)
		}
	}
}
