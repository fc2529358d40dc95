package robust

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"browser-mcp/internal/program"
)

// strangerVariable names the socket of the stranger: a process of another user, root, who outlives the change to the
// ordinary one and knocks where it is told to.
const strangerVariable = "BROWSER_MCP_ROBUST_STRANGER"

// offerStranger serves in the first process of a run, if that is root.
func offerStranger() error {
	if os.Geteuid() != 0 || program.Path() != "" {
		return nil
	}
	dir, err := os.MkdirTemp("/tmp", "rbs-")
	if err != nil {
		return err
	}
	path := filepath.Join(dir, "s")
	l, err := net.Listen("unix", path)
	if err != nil {
		return err
	}
	for path, mode := range map[string]os.FileMode{dir: 0o755, path: 0o666} {
		if err := os.Chmod(path, mode); err != nil {
			return err
		}
	}
	// Ends with the process. The directory goes when the tests are over, which they say by an empty line.
	go func() {
		for conn, err := l.Accept(); err == nil; conn, err = l.Accept() {
			knock(conn, dir)
		}
	}()
	return os.Setenv(strangerVariable, path)
}

// knock reads a socket's path and a request, puts the request to the socket, and writes back what is answered until the end.
func knock(order net.Conn, dir string) {
	defer order.Close()
	lines := bufio.NewReader(order)
	path, _ := lines.ReadString('\n')
	request, _ := lines.ReadString('\n')
	if path == "\n" {
		os.RemoveAll(dir)
		return
	}
	conn, err := net.Dial("unix", strings.TrimSpace(path))
	if err != nil {
		fmt.Fprint(order, "connecting: ", err)
		return
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(patience))
	io.WriteString(conn, request) // may fail: the other end may have hung up
	io.Copy(order, conn)
}

// dismissStranger tells it that the tests are over.
func dismissStranger() {
	if conn, err := net.Dial("unix", os.Getenv(strangerVariable)); err == nil {
		io.WriteString(conn, "\n\n")
		io.ReadAll(conn) // until it has cleaned up
		conn.Close()
	}
}

// stranger lets the stranger put a request to a socket and returns all that is answered until the connection ends.
func stranger(t *testing.T, socket, request string) string {
	t.Helper()
	path := os.Getenv(strangerVariable)
	if path == "" {
		t.Fatal("needs to begin as root, to have a process of a second user")
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "%s\n%s\n", socket, request)
	answer, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	return string(answer)
}
