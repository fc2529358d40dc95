package spawn_test

import (
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"testing"

	"browser-mcp/fsutil"
	"browser-mcp/systemd/spawn"

	"golang.org/x/sys/unix"
)

// roleEnv makes this test binary one of the helpers below; its value is the role and an
// argument.
const roleEnv = "SPAWN_TEST_ROLE"

func TestMain(m *testing.M) {
	role, ok := os.LookupEnv(roleEnv)
	if !ok {
		os.Exit(m.Run())
	}
	name, argument, _ := strings.Cut(role, " ")
	roles := map[string]func(string){
		"echo": echo, "shell": becomeShell, "refuse": refuse, "silent": silent, "garbage": garbage,
		"eager": eager, "direct": direct, "stranger": stranger, "parent": parent,
		"foreign": foreignListener,
	}
	roles[name](argument)
}

// accept ends the process when Accept fails, after saying why.
func accept() (*net.UnixConn, []byte) {
	conn, request, err := spawn.Accept(spawn.MaxRequest)
	if err != nil {
		if conn != nil {
			_ = spawn.Refuse(conn, err)
		}
		os.Exit(70)
	}
	return conn, request
}

type hello struct {
	PID     int    `json:"pid"`
	Request string `json:"request"`
}

func greet(conn *net.UnixConn, request []byte) {
	if err := spawn.Hello(conn, hello{PID: os.Getpid(), Request: string(request)}); err != nil {
		panic(err)
	}
}

// echo answers and sends back what comes.
func echo(string) {
	conn, request := accept()
	greet(conn, request)
	_, _ = io.Copy(conn, conn)
	os.Exit(0)
}

// becomeShell becomes a shell that runs the request, restricted as Chromium will be.
func becomeShell(readable string) {
	conn, request := accept()
	runtime.LockOSThread()
	rules := fsutil.Landlock{
		ReadExec: []string{"/usr", "/lib", "/lib64", "/bin"}, Proc: []string{"/proc"}, Dev: []string{"/dev"},
	}
	if readable != "" {
		rules.Read = []string{readable}
	}
	if _, err := rules.RestrictThread(); err != nil {
		panic(err)
	}
	greet(conn, request)
	err := spawn.BecomeExec(conn, "/bin/sh", []string{"sh", "-c", string(request)}, []string{"PATH=/usr/bin:/bin", "ONLY=this"})
	fmt.Fprintln(os.Stderr, err)
	os.Exit(71)
}

func refuse(string) {
	conn, _ := accept()
	if err := spawn.Refuse(conn, fmt.Errorf("no \x1b[31mbrowser\nhere%s", strings.Repeat("x", 1000))); err != nil {
		panic(err)
	}
	os.Exit(0)
}

// silent takes the request and never answers.
func silent(string) {
	accept()
	select {}
}

// garbage answers with the argument as it is, and a NUL.
func garbage(argument string) {
	conn, _ := accept()
	_, _ = conn.Write([]byte(argument + "\x00"))
	_, _ = io.Copy(io.Discard, conn)
	os.Exit(0)
}

// eager says something behind its answer before it may.
func eager(string) {
	conn, _ := accept()
	_, _ = conn.Write([]byte("{}\x00early"))
	_, _ = io.Copy(io.Discard, conn)
	os.Exit(0)
}

// direct reports what Accept says to being started by hand.
func direct(string) {
	_, _, err := spawn.Accept(10)
	fmt.Print(err)
	os.Exit(0)
}

// stranger answers from a process that is not the one that was started.
func stranger(string) {
	if pid, _ := unix.Getpgid(0); pid == os.Getpid() {
		self, err := os.StartProcess("/proc/self/exe", []string{"x"}, &os.ProcAttr{
			Env: os.Environ(), Files: []*os.File{nil, nil, nil, os.NewFile(3, "connection")},
		})
		if err != nil {
			panic(err)
		}
		_, _ = self.Wait()
		os.Exit(0)
	}
	echo("")
}
