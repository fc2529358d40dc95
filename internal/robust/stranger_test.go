package robust

import (
	"bufio"
	"crypto/rand"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"testing"
	"time"

	"browser-mcp/internal/program"
)

// strangerVariable names the socket of the stranger: a process of another user, root, who outlives the change to the
// ordinary one and knocks where it is told to.
const strangerVariable = "BROWSER_MCP_ROBUST_STRANGER"

// offerStranger serves in the first process of a run, if that is root, on a socket whose name is no file's (unix(7), abstract).
func offerStranger() error {
	if os.Geteuid() != 0 || program.Path() != "" {
		return nil
	}
	name := "@browser-mcp-stranger-" + rand.Text()
	l, err := net.Listen("unix", name)
	if err != nil {
		return err
	}
	// Ends with the process.
	go func() {
		for conn, err := l.Accept(); err == nil; conn, err = l.Accept() {
			knock(conn)
		}
	}()
	return os.Setenv(strangerVariable, name)
}

// knock reads a socket's path and a request, puts the request to the socket, and writes back what is answered until the end.
func knock(order net.Conn) {
	defer order.Close()
	lines := bufio.NewReader(order)
	path, _ := lines.ReadString('\n')
	request, _ := lines.ReadString('\n')
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
