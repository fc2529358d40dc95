package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"browser-mcp/internal/site"
)

// idle is how long an idle daemon is watched for wake-ups.
const idle = 10 * time.Second

// ready bounds how long a daemon may take to say that it is ready.
const ready = 10 * time.Second

// server measures the program apart from Chromium: its size, its memory and its rest.
func server(binary string) ([]line, error) {
	info, err := os.Stat(binary)
	if err != nil {
		return nil, err
	}
	lines := []line{{"static binary (`-s -w`)", "–", mebibytes(info.Size()), "–", "12 MiB"}}
	for _, part := range []func(string) ([]line, error){list, idleDaemon, working} {
		more, err := part(binary)
		if err != nil {
			return nil, err
		}
		lines = append(lines, more...)
	}
	return lines, nil
}

// list is the size of the list of tools.
func list(binary string) ([]line, error) {
	c, err := newClient(binary)
	if err != nil {
		return nil, err
	}
	size, err := c.listSize()
	return []line{{"`tools/list`, output schemas included", "–", fmt.Sprintf("%.1f KB", float64(size)/1000), "–", "32 KB"}},
		errors.Join(err, c.close())
}

// idleDaemon watches a daemon that nobody has used yet.
func idleDaemon(binary string) ([]line, error) {
	daemon, notify, err := startDaemon(binary)
	if err != nil {
		return nil, err
	}
	defer notify.Close()
	pid := daemon.Process.Pid
	before, err1 := switches(pid)
	<-time.After(idle)
	after, err2 := switches(pid)
	resident, err3 := status(pid, "VmRSS")
	daemon.Process.Signal(syscall.SIGTERM)
	if err := errors.Join(err1, err2, err3, daemon.Wait()); err != nil {
		return nil, err
	}
	return []line{
		{"idle daemon, resident memory", "–", mebibytes(resident << 10), "–", "12 MiB"},
		{"idle daemon, wake-ups a second", "–", fmt.Sprintf("%.1f", float64(after-before)/idle.Seconds()), "–", "0"},
	}, nil
}

// startDaemon returns once the daemon has said that it is ready (sd_notify(3)). notify hears it until the end.
func startDaemon(binary string) (daemon *exec.Cmd, notify *net.UnixConn, err error) {
	address := &net.UnixAddr{Name: filepath.Join(os.Getenv("XDG_RUNTIME_DIR"), "notify"), Net: "unixgram"}
	if notify, err = net.ListenUnixgram("unixgram", address); err != nil {
		return nil, nil, err
	}
	daemon = exec.Command(binary, "daemon", "--log-level", "error")
	daemon.Env = append(os.Environ(), "NOTIFY_SOCKET="+address.Name)
	daemon.Stderr = os.Stderr
	if err := daemon.Start(); err != nil {
		return nil, nil, errors.Join(err, notify.Close())
	}
	notify.SetReadDeadline(time.Now().Add(ready))
	message := make([]byte, 4096)
	for {
		n, err := notify.Read(message)
		if err != nil {
			daemon.Process.Kill()
			return nil, nil, errors.Join(fmt.Errorf("waiting for the daemon: %w", err), daemon.Wait(), notify.Close())
		}
		if strings.Contains(string(message[:n]), "READY=1") {
			return daemon, notify, nil
		}
	}
}

// working is the memory of a server at work, Chromium apart.
func working(binary string) (lines []line, err error) {
	s, err := site.Start()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	c, err := newClient(binary)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	for _, page := range []struct{ path, name, value, bar string }{
		{"/bench/small.html", "server memory, small page", "VmRSS", "12 MiB"},
		{"/bench/list?elements=10000", "server memory, peak on the page of 10,000", "VmHWM", "32 MiB"},
	} {
		if _, err := c.call("navigate", map[string]any{"url": s.Shop + page.path}); err != nil {
			return nil, err
		}
		if _, err := c.call("snapshot", nil); err != nil {
			return nil, err
		}
		used, err := status(c.cmd.Process.Pid, page.value)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line{page.name, "–", mebibytes(used << 10), "–", page.bar})
	}
	return lines, nil
}

// status reads a number of a process's status (proc(5)); memory is in KiB.
func status(pid int, name string) (int64, error) {
	return statusOf("/proc/"+strconv.Itoa(pid)+"/status", name)
}

func statusOf(file, name string) (int64, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, name+":"); ok {
			return strconv.ParseInt(strings.Fields(value)[0], 10, 64)
		}
	}
	return 0, fmt.Errorf("%s has no %s", file, name)
}

// switches counts how often the process's threads have gone to sleep, which is how often they had woken.
func switches(pid int) (total int64, err error) {
	tasks, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/status")
	for _, task := range tasks {
		n, err := statusOf(task, "voluntary_ctxt_switches")
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, err
}

func mebibytes(bytes int64) string { return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20)) }
