package local

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"browser-mcp/fsutil"
)

const killEnv = "VAULT_LOCAL_TEST_KILL"

// importAndDie is the child of TestImportKilledAtEachStep: it imports "new" and kills itself
// at the step.
func importAndDie(step string) {
	d, err := fsutil.OpenDir(os.Getenv(killEnv + "_DIR"))
	if err != nil {
		panic(err)
	}
	s, err := Open(d, FileKey(d, "vault.key", true))
	if err != nil {
		panic(err)
	}
	s.at = func(at string) {
		if at == step {
			_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
			select {} // until it arrives
		}
	}
	t := &testing.T{}
	_, err = s.Import(t.Context(), login(t, "new", "new value"))
	panic(err)
}

// TestImportKilledAtEachStep: a first import and a later one, killed at each step, leave the
// old store or the new one, and nothing that the next operation does not remove. The steps
// inside the replacement itself are fsutil's (TestReplaceKilledAtEachStep).
func TestImportKilledAtEachStep(t *testing.T) {
	for _, first := range []bool{true, false} {
		for _, step := range []string{"locked", "key", "created", "half", "written", "replaced"} {
			if !first && step == "key" {
				continue // only a first import makes one
			}
			d := testDir(t)
			var before []byte
			if !first {
				mustImport(t, openWith(t, d, FileKey(d, "vault.key", true)), login(t, "old", "old value"))
				before = file(t, d)
			}
			killAt(t, d, step)
			after, err := os.ReadFile(filepath.Join(d.Path(), storeName))
			if step != "replaced" && !bytes.Equal(before, after) || first && step != "replaced" && err == nil {
				t.Errorf("first %v, killed at %q: the store of %d bytes changed to %d", first, step, len(before), len(after))
			}
			checkAfterKill(t, d, first, step)
		}
	}
}

func killAt(t *testing.T, d *fsutil.Dir, step string) {
	t.Helper()
	cmd := exec.Command("/proc/self/exe", "-test.run", "^$")
	cmd.Env = append(os.Environ(), killEnv+"="+step, killEnv+"_DIR="+d.Path())
	out, err := cmd.CombinedOutput()
	if status, ok := cmd.ProcessState.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || status.Signal() != syscall.SIGKILL {
		t.Fatalf("child at %q: %v, want it killed\n%s", step, err, out)
	}
}

// checkAfterKill goes on with the store as if nothing had happened.
func checkAfterKill(t *testing.T, d *fsutil.Dir, first bool, step string) {
	t.Helper()
	s := openWith(t, d, FileKey(d, "vault.key", true))
	var names []string
	for _, ref := range list(t, s) {
		names = append(names, ref.Name)
		if got := export(t, s, ref.ID); got != ref.Name+" value" {
			t.Errorf("killed at %q: %s holds %q", step, ref.Name, got)
		}
	}
	var want []string
	if !first {
		want = append(want, "old")
	}
	if step == "replaced" {
		want = append(want, "new")
	}
	if !slices.Equal(names, want) {
		t.Errorf("first %v, killed at %q: the store has %q, want %q", first, step, names, want)
	}
	mustImport(t, s, login(t, "later", "later value"))
	if left, err := d.Names(8); err != nil || !slices.Equal(left, []string{"vault.key", lockName, storeName}) {
		t.Errorf("killed at %q: the directory holds %q, %v", step, left, err)
	}
}
