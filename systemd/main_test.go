package systemd_test

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
)

// roleEnv makes this test binary one of its own helpers.
const roleEnv = "SYSTEMD_TEST_ROLE"

func TestMain(m *testing.M) {
	roles := map[string]func() error{
		"journal": logForReal, "listeners": takeListeners, "connection": takeConnection,
		"harden": hardenSelf, "peer": connectAndWait,
	}
	role, ok := os.LookupEnv(roleEnv)
	if !ok {
		os.Exit(m.Run())
	}
	if err := roles[role](); err != nil {
		fmt.Println("error:", err)
	}
}

// inRole is a shell script with this test binary, in a role, as $0; for root the shell is
// another user's.
func inRole(t *testing.T, role, script string, files ...*os.File) *exec.Cmd {
	t.Helper()
	self, err := os.Open("/proc/self/exe")
	check(t, err)
	t.Cleanup(func() { self.Close() })
	args := []string{"/bin/sh", "-ec", script, fmt.Sprintf("/proc/self/fd/%d", 3+len(files))}
	if os.Geteuid() == 0 {
		args = append([]string{"setpriv", "--reuid=65533", "--regid=65533", "--clear-groups"}, args...)
	}
	cmd := exec.Command(args[0], args[1:]...)
	cmd.ExtraFiles = append(files, self)
	cmd.Env = []string{"PATH=/usr/bin:/bin", roleEnv + "=" + role}
	return cmd
}
