package robust

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"browser-mcp/internal/program"
)

// Without a daemon a client's own process binds no socket and touches nothing until the first tool call (decision 12). It runs
// in a network namespace of its own here, so that every socket in sight is its.
func TestAloneTouchesNothingBeforeTheFirstCall(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	before := h.entries()
	cmd := h.command("mcp")
	cmd.Path, cmd.Err = exec.LookPath("unshare")
	cmd.Args = []string{"unshare", "--user", "--map-current-user", "--net", program.Path(), "mcp"}
	c := &talk{client: h.clientOf(cmd)}
	if err := c.all(opening); err != nil {
		t.Fatal(err)
	}
	if now := h.entries(); !slices.Equal(now, before) {
		t.Errorf("after tools/list there are %q, were %q", now, before)
	}
	if open := sockets(t, c.pid()); len(open) > 0 {
		t.Errorf("after tools/list there are sockets: %q", open)
	}
	if list := children(c.pid()); len(list) > 0 {
		t.Errorf("after tools/list there are processes: %v", list)
	}
	c.call("open_tab", nil)
	if now := h.entries(); slices.Equal(now, before) {
		t.Error("a browser has started and nothing shows it: the test cannot see what it looks for")
	}
	if open := sockets(t, c.pid()); len(open) == 0 {
		t.Error("a browser has started and no socket is seen: the test cannot see what it looks for")
	}
	if code := c.leave(); code != 0 {
		t.Errorf("the server ends with %d: %s", code, c.said.String())
	}
	wantNoStray(t)
}

// sockets lists those of a process's network namespace.
func sockets(t *testing.T, pid int) []string {
	t.Helper()
	var open []string
	for _, family := range []string{"unix", "tcp", "tcp6", "udp", "udp6", "raw", "packet", "netlink"} {
		data, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/net/" + family)
		if err != nil {
			continue // the kernel has no such family
		}
		for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
			if i > 0 && !ofTheKernel(family, line) {
				open = append(open, family+" "+line)
			}
		}
	}
	return open
}

// ofTheKernel says that a netlink socket is the kernel's own: it belongs to no process.
func ofTheKernel(family, line string) bool {
	fields := strings.Fields(line)
	return family == "netlink" && len(fields) > 2 && fields[2] == "0"
}
