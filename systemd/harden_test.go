package systemd_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"browser-mcp/systemd"

	"golang.org/x/sys/unix"
)

// hardenSelf hardens itself and prints what of it can be seen, from here and from a child,
// which is another process of the same user.
func hardenSelf() error {
	if err := systemd.HardenProcess(systemd.HardenOptions{Service: os.Getenv("KEEP") != ""}); err != nil {
		return err
	}
	dumpable, err := unix.PrctlRetInt(unix.PR_GET_DUMPABLE, 0, 0, 0, 0)
	fmt.Println("dumpable", dumpable, err)
	var core unix.Rlimit
	fmt.Println("core", unix.Getrlimit(unix.RLIMIT_CORE, &core), core.Cur, core.Max)
	fmt.Printf("umask %03o\n", unix.Umask(0))
	status, err := exec.Command("/bin/sh", "-c", fmt.Sprintf("grep -h NoNewPrivs /proc/%d/task/*/status | sort -u", os.Getpid())).Output()
	if _, _, errno := syscall.AllThreadsSyscall(unix.SYS_GETPID, 0, 0, 0); errno == syscall.ENOTSUP {
		// A binary with cgo, as the race detector's is: one thread at least.
		status = status[strings.LastIndex(string(status), "NoNewPrivs:\t1"):]
	}
	fmt.Printf("threads %q %v\n", status, err)
	for _, file := range []string{"environ", "mem", "maps"} {
		err := exec.Command("/bin/sh", "-c", fmt.Sprintf("head -c 1 /proc/%d/%s", os.Getpid(), file)).Run()
		fmt.Println(file, err)
	}
	inherited, err := exec.Command("/bin/sh", "-c", "test -e /proc/self/fd/3").CombinedOutput()
	fmt.Printf("descriptor 3 %s%v\n", inherited, err)
	fmt.Printf("environment %q\n", os.Getenv("NOTIFY_SOCKET")+os.Getenv("LISTEN_FDS")+os.Getenv("CREDENTIALS_DIRECTORY"))
	return nil
}

func TestThreatHardenProcess(t *testing.T) {
	null, err := os.Open("/dev/null")
	check(t, err)
	defer null.Close()
	const variables = `NOTIFY_SOCKET=n LISTEN_FDS=l CREDENTIALS_DIRECTORY=c `
	for _, keep := range []string{"", "KEEP=1 "} {
		out, err := inRole(t, "harden", `umask 022; ulimit -c unlimited; `+keep+variables+`exec "$0"`, null).CombinedOutput()
		check(t, err)
		want := []string{
			"dumpable 0 <nil>", "core <nil> 0 0", "umask 077", `threads "NoNewPrivs:\t1\n" <nil>`,
			"environ exit status 1", "mem exit status 1", "maps exit status 1", "descriptor 3 exit status 1",
			fmt.Sprintf("environment %q", map[string]string{"": "", "KEEP=1 ": "nlc"}[keep]), "",
		}
		if got := string(out); got != strings.Join(want, "\n") {
			t.Errorf("got\n%swant\n%s", got, strings.Join(want, "\n"))
		}
	}
}
