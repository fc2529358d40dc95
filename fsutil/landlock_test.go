package fsutil_test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"browser-mcp/fsutil"

	"golang.org/x/sys/unix"
)

const landlockEnv = "FSUTIL_TEST_LANDLOCK"

// landlockChild restricts itself in the way named first, then tries everything and prints
// one line for each attempt. For "thread" it executes itself, as the launcher does.
func landlockChild(args string) {
	defer os.Exit(0)
	part := strings.Fields(args)
	way, dir, listener, abstract := part[0], part[1], part[2], part[3]
	rules := fsutil.Landlock{
		ReadExec:  []string{"/usr", "/lib", "/lib64", "/bin", filepath.Join(dir, "exec"), "/absent"},
		Read:      []string{filepath.Join(dir, "read"), "/etc/passwd"},
		ReadWrite: []string{filepath.Join(dir, "write")},
		Proc:      []string{"/proc"},
		Dev:       []string{"/dev/null"},
		ScopeIPC:  true, NoTCP: true,
	}
	switch way {
	case "thread":
		rules.ReadExec = append(rules.ReadExec, part[4])
		runtime.LockOSThread()
		report(rules.RestrictThread())
		env := landlockEnv + "=tries " + strings.Join(part[1:], " ")
		fmt.Println("exec:", unix.Exec(part[4], []string{"child"}, []string{env}))
	case "process":
		r, err := rules.RestrictProcess()
		report(r, err)
		if err != nil {
			return
		}
		onEveryThread(dir)
		fallthrough
	case "tries":
		attempts(dir, listener, abstract)
	}
}

func report(r fsutil.LandlockReport, err error) {
	fmt.Println("report:", r.ABI == min(fsutil.LandlockABI(), 7), r.Absent, err)
}

// onEveryThread holds eight threads at once, each of which must be denied.
func onEveryThread(dir string) {
	var started, done sync.WaitGroup
	started.Add(8)
	for range 8 {
		// Ends after one attempt; this function waits.
		done.Go(func() {
			runtime.LockOSThread()
			started.Done()
			started.Wait()
			if _, err := os.ReadFile(filepath.Join(dir, "none/f")); err == nil {
				fmt.Println("a thread is free")
			}
		})
	}
	done.Wait()
}

func attempts(dir, listener, abstract string) {
	say := func(what string, err error) {
		for _, errno := range []unix.Errno{unix.EACCES, unix.EPERM, unix.EXDEV, unix.ENOENT} {
			if strings.HasSuffix(fmt.Sprint(err), errno.Error()) {
				err = errno
			}
		}
		fmt.Printf("%s: %v\n", what, err)
	}
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, sub := range []string{"none", "read", "exec", "write"} {
		_, err := os.ReadFile(in(sub + "/f"))
		say("read in "+sub, err)
		_, err = os.ReadDir(in(sub))
		say("list "+sub, err)
		say("write in "+sub, os.WriteFile(in(sub+"/f"), []byte("changed"), 0))
		say("truncate in "+sub, os.Truncate(in(sub+"/f"), 0))
		say("make in "+sub, os.WriteFile(in(sub+"/new"), nil, 0o600))
		say("make directory in "+sub, os.Mkdir(in(sub+"/newdir"), 0o700))
		say("link in "+sub, os.Symlink("x", in(sub+"/newlink")))
		say("fifo in "+sub, unix.Mkfifo(in(sub+"/fifo"), 0o600))
		say("device in "+sub, unix.Mknod(in(sub+"/dev"), unix.S_IFCHR|0o600, 0x103))
		say("remove in "+sub, os.Remove(in(sub+"/gone")))
		say("run in "+sub, exec.Command(in(sub+"/true")).Run())
	}
	_, err := os.ReadFile("/etc/passwd")
	say("read one file", err)
	_, err = os.ReadFile("/etc/group")
	say("read its neighbour", err)
	say("use a device", os.WriteFile("/dev/null", []byte("x"), 0))
	say("use its neighbour", os.WriteFile("/dev/zero", []byte("x"), 0))
	say("run a system program", exec.Command("/bin/true").Run())
	say("publish", publishBeneath(in("write")))
	_, err = net.Dial("tcp", listener)
	say("connect", err)
	// Go listens by Multipath TCP if it can, which Landlock does not cover.
	var plain net.ListenConfig
	plain.SetMultipathTCP(false)
	_, err = plain.Listen(context.Background(), "tcp", "127.0.0.1:0")
	say("bind", err)
	_, err = net.Dial("unix", abstract)
	say("abstract socket", err)
	say("signal the parent", unix.Kill(os.Getppid(), 0))
	say("signal itself", unix.Kill(os.Getpid(), 0))
}

// publishBeneath is what the daemon does with its state, which must go on working.
func publishBeneath(dir string) error {
	d, err := fsutil.OpenDir(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Publish("published", write("one")); err != nil {
		return err
	}
	return d.Replace("published", write("two"))
}

// reachesEveryThread is false in a binary with cgo, as the race detector's is. There the
// call is refused whole, which is what is tested then; the release is built without.
func reachesEveryThread() bool {
	_, _, errno := syscall.AllThreadsSyscall(unix.SYS_GETPID, 0, 0, 0)
	return errno == 0
}

// landlockTree makes the directories that the child tries.
func landlockTree(t *testing.T) string {
	dir := privateDir(t)
	program, err := os.ReadFile("/bin/true")
	check(t, err)
	for _, sub := range []string{"none", "read", "exec", "write"} {
		check(t, os.Mkdir(filepath.Join(dir, sub), 0o700))
		put(t, filepath.Join(dir, sub, "f"), "content")
		put(t, filepath.Join(dir, sub, "gone"), "")
		check(t, os.WriteFile(filepath.Join(dir, sub, "true"), program, 0o700))
	}
	return dir
}

func TestThreatLandlockDenies(t *testing.T) {
	abi := fsutil.LandlockABI()
	if abi == 0 {
		t.Fatal("this kernel has no Landlock (CONFIG_SECURITY_LANDLOCK, and landlock in lsm=): it cannot show what is denied")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(t, err)
	defer listener.Close()
	abstract, err := net.Listen("unix", "@fsutil-"+filepath.Base(t.TempDir())+fmt.Sprint(os.Getpid()))
	check(t, err)
	defer abstract.Close()
	self, err := os.Executable()
	check(t, err)
	for _, way := range []string{"process", "thread"} {
		t.Run(way, func(t *testing.T) {
			dir := landlockTree(t)
			cmd := exec.Command("/proc/self/exe")
			cmd.Env = []string{landlockEnv + "=" + strings.Join([]string{way, dir, listener.Addr().String(), abstract.Addr().String(), self}, " ")}
			out, err := cmd.CombinedOutput()
			check(t, err)
			want := landlockWant(abi)
			if way == "process" && !reachesEveryThread() {
				want = "report: true [] setting no_new_privs: operation not supported\n"
			}
			if got := string(out); got != want {
				t.Errorf("got:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// landlockWant is what landlock(7) promises for each attempt. Where an older ABI lacks a
// right, the attempt is not denied.
func landlockWant(abi int) string {
	denied := map[bool]string{true: "permission denied", false: "<nil>"}
	var want strings.Builder
	line := func(what, how string) { fmt.Fprintf(&want, "%s: %s\n", what, how) }
	line("report", "true [/absent] <nil>")
	for _, sub := range []string{"none", "read", "exec", "write"} {
		line("read in "+sub, denied[sub == "none"])
		line("list "+sub, denied[sub == "none"])
		line("write in "+sub, denied[sub != "write"])
		line("truncate in "+sub, denied[sub != "write" && abi >= 3])
		for _, what := range []string{"make", "make directory", "link", "fifo"} {
			line(what+" in "+sub, denied[sub != "write"])
		}
		line("device in "+sub, "permission denied")
		line("remove in "+sub, denied[sub != "write"])
		line("run in "+sub, denied[sub != "exec"])
	}
	line("read one file", "<nil>")
	line("read its neighbour", "permission denied")
	line("use a device", "<nil>")
	line("use its neighbour", "permission denied")
	line("run a system program", "<nil>")
	line("publish", "<nil>")
	line("connect", denied[abi >= 4])
	line("bind", denied[abi >= 4])
	scoped := map[bool]string{true: "operation not permitted", false: "<nil>"}[abi >= 6]
	line("abstract socket", scoped)
	line("signal the parent", scoped)
	line("signal itself", "<nil>")
	return want.String()
}
