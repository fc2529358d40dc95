package asuser

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestOutputsReturn(t *testing.T) {
	inside, outside := t.TempDir(), t.TempDir()
	args, moved := redirect([]string{
		"-test.v=true",
		"-test.testlogfile=" + outside + "/log",
		"-test.outputdir=" + outside,
		"-test.cpuprofile=cpu.out",
		"-test.gocoverdir=" + outside,
		"-test.memprofile=never.out",
		"rest",
	}, inside)
	want := []string{
		"-test.v=true", "-test.cpuprofile=" + inside + "/out0", "-test.gocoverdir=" + inside + "/out1",
		"-test.memprofile=" + inside + "/out2", "rest",
	}
	if !slices.Equal(args, want) {
		t.Fatalf("redirect = %q, want %q", args, want)
	}
	if err := moved.prepare(account{uid: os.Getuid(), gid: os.Getgid()}); err != nil {
		t.Fatal(err)
	}
	for name, body := range map[string]string{"out0": "cpu", "out1/covmeta.1": "meta"} {
		if err := os.WriteFile(filepath.Join(inside, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// An earlier run's profile is replaced, as the go command does it.
	if err := os.WriteFile(filepath.Join(outside, "cpu.out"), []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := moved.collect(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"cpu.out": "cpu", "covmeta.1": "meta"} {
		got, err := os.ReadFile(filepath.Join(outside, name))
		if err != nil || string(got) != want {
			t.Errorf("%s = %q, %v, want %q", name, got, err, want)
		}
	}
	if _, err := os.Stat(filepath.Join(outside, "never.out")); !os.IsNotExist(err) {
		t.Errorf("never.out: got %v, want no file", err)
	}
}

func TestFuzzingStays(t *testing.T) {
	for arg, want := range map[string]bool{
		"-test.fuzz=FuzzFrame": true, "-test.fuzzworker": true, "-test.fuzz=": false,
		"-test.fuzzcachedir=x": false, "-test.run=fuzz": false,
	} {
		if got := fuzzing(arg); got != want {
			t.Errorf("fuzzing(%q) = %t, want %t", arg, got, want)
		}
	}
}
