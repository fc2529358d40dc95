package fsutil_test

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"browser-mcp/fsutil"
)

func TestCheckExecutableAcceptsTheSystem(t *testing.T) {
	for _, path := range []string{"/usr/bin/env", "/bin/sh", "/usr/bin/../bin/env", "//usr/./bin/env"} {
		if err := fsutil.CheckExecutable(path); err != nil {
			t.Errorf("CheckExecutable(%q) = %v, want nil", path, err)
		}
	}
}

// The attack of threats rule 4: a path in a cloned repository's configuration. As root the
// files are made root's, so that each case breaks one rule only.
func TestThreatCheckExecutable(t *testing.T) {
	dir := privateDir(t) // below the temporary directory, which anyone may write
	program := filepath.Join(dir, "program")
	put(t, program, "#!/bin/sh\n")
	check(t, os.Chmod(program, 0o755))
	link := filepath.Join(dir, "link")
	check(t, os.Symlink("/usr/bin/env", link))
	loop := filepath.Join(dir, "loop")
	check(t, os.Symlink("loop", loop))
	for _, path := range []string{program, link, loop, "/usr/bin", "/etc/passwd", "/dev/null", "usr/bin/env", "", "/", "/proc/self/exe"} {
		err := fsutil.CheckExecutable(path)
		wantError(t, "CheckExecutable "+path, err, fsutil.ErrUntrusted)
	}
	wantError(t, "CheckExecutable of nothing", fsutil.CheckExecutable("/usr/bin/no such"), fs.ErrNotExist)
}

const trustEnv = "FSUTIL_TEST_TRUST"

// inNamespace runs this test binary as $0 of a shell script in user and mount namespaces
// of its own, so that the test may own and mount what it likes, leaves nothing and needs no
// root. The binary travels as a descriptor, since its directory may be closed to the uid.
func inNamespace(t *testing.T, role, mapping, script string) string {
	t.Helper()
	self, err := os.Open("/proc/self/exe")
	check(t, err)
	defer self.Close()
	args := []string{"unshare", "--user", "--mount", mapping, "--keep-caps", "--propagation", "private", "/bin/sh", "-ec", script, "/proc/self/fd/3"}
	if os.Geteuid() == 0 {
		args = append([]string{"setpriv", "--reuid=65533", "--regid=65533", "--clear-groups"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Env = []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", trustEnv + "=" + role}
	cmd.ExtraFiles = []*os.File{self}
	cmd.Dir = "/"
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("needs unshare (util-linux) and user namespaces for ordinary users: %v: %s", err, out)
	}
	return string(out)
}

// A root directory of the test's own, where each rule is broken alone.
func TestThreatCheckExecutableEachRule(t *testing.T) {
	got := inNamespace(t, "rules", "--map-root-user", `
		mount -t tmpfs -o mode=755 tmpfs /mnt
		for d in usr lib lib64; do mkdir /mnt/$d; mount --rbind /$d /mnt/$d; done
		mkdir /mnt/d
		cp "$0" /mnt/test; exec chroot /mnt /test`)
	if got != "" {
		t.Error(got)
	}
}

// With PrivateUsers=yes root's files look like anybody's.
func TestCheckExecutableWithoutRootInTheNamespace(t *testing.T) {
	const elsewhere = "mount --bind /usr/bin /mnt; "
	for _, c := range []struct {
		name, role, script string
		ok                 bool
	}{
		{"the system's", "/usr/bin/env", `exec "$0"`, true},
		{"elsewhere", "/mnt/env", elsewhere + `exec "$0"`, false},
		{"elsewhere, read-only", "/mnt/env", elsewhere + `mount -o remount,bind,ro /mnt; exec "$0"`, true},
		{"our own", "/usr/bin/env", `mount -t tmpfs -o mode=755 tmpfs /mnt; cp "$0" /mnt/env; mount --bind /mnt /usr/bin; exec /usr/bin/env`, false},
	} {
		got := inNamespace(t, c.role, "--map-current-user", c.script)
		if want := map[bool]string{true: "<nil>", false: fsutil.ErrUntrusted.Error()}[c.ok]; !strings.Contains(got, want) {
			t.Errorf("%s: CheckExecutable(%q) = %s, want %s", c.name, c.role, got, want)
		}
	}
}

// checkTrust prints what is wrong.
func checkTrust(role string) {
	defer os.Exit(0)
	if role != "rules" {
		fmt.Print(fsutil.CheckExecutable(role))
		return
	}
	must := func(err error) {
		if err != nil {
			fmt.Println(err)
		}
	}
	const dir, program = "/d", "/d/program"
	must(os.WriteFile(program, nil, 0o600))
	must(os.Symlink(program, "/link"))
	for _, c := range []struct {
		what     string
		dir, mod os.FileMode
		ok       bool
	}{
		{"all good", 0o755, 0o755, true},
		{"file not executable", 0o755, 0o644, false},
		{"file writable by group", 0o755, 0o775, false},
		{"file writable by others", 0o755, 0o757, false},
		{"directory writable by group", 0o775, 0o755, false},
		{"directory writable by others, sticky", 0o777 | os.ModeSticky, 0o755, false},
	} {
		must(os.Chmod(dir, c.dir))
		must(os.Chmod(program, c.mod))
		for _, path := range []string{program, "/link"} {
			if err := fsutil.CheckExecutable(path); (err == nil) != c.ok {
				fmt.Printf("%s: CheckExecutable(%q) = %v, want ok %v\n", c.what, path, err, c.ok)
			}
		}
	}
}
