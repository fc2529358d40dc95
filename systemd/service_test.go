package systemd_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"browser-mcp/fsutil"
	"browser-mcp/systemd"
)

func TestNotify(t *testing.T) {
	t.Setenv("NOTIFY_SOCKET", "")
	check(t, systemd.Ready()) // nobody listens
	path := filepath.Join(t.TempDir(), "notify")
	conn, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	check(t, err)
	defer conn.Close()
	t.Setenv("NOTIFY_SOCKET", path)
	check(t, systemd.Ready())
	check(t, systemd.Stopping())
	check(t, systemd.Notify("STATUS=2 sessions"))
	for _, want := range []string{"READY=1", "STOPPING=1", "STATUS=2 sessions"} {
		b := make([]byte, 100)
		n, err := conn.Read(b)
		if string(b[:n]) != want || err != nil {
			t.Errorf("manager got %q, %v, want %q", b[:n], err, want)
		}
	}
	t.Setenv("NOTIFY_SOCKET", path+".none")
	if systemd.Ready() == nil {
		t.Error("Ready without its socket: no error")
	}
}

func TestNewWatchdog(t *testing.T) {
	for _, c := range []struct {
		usec, pid string
		want      time.Duration
		ok        bool
	}{
		{"", "", 0, true},
		{"30000000", "", 30 * time.Second, true},
		{"30000000", fmt.Sprint(os.Getpid()), 30 * time.Second, true},
		{"30000000", "1", 0, true}, // meant for another
		{"0", "", 0, false},
		{"x", "", 0, false},
	} {
		t.Setenv("WATCHDOG_USEC", c.usec)
		t.Setenv("WATCHDOG_PID", c.pid)
		w, err := systemd.NewWatchdog()
		if w.Interval != c.want || (err == nil) != c.ok {
			t.Errorf("NewWatchdog with %q, %q = %v, %v, want %v", c.usec, c.pid, w.Interval, err, c.want)
		}
	}
}

// The manager hears of us only while something proves that we live.
func TestWatchdogSpeaksOnlyWhileAlive(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said []string
		w := systemd.Watchdog{Interval: 30 * time.Second}.WithNotify(func(s string) error { said = append(said, s); return nil })
		ctx, cancel := context.WithTimeout(t.Context(), 95*time.Second)
		defer cancel()
		asked := 0
		w.Run(ctx, func(ctx context.Context) error {
			asked++
			switch asked { // at 0, 10, 20, … seconds
			case 3:
				return errors.New("stuck")
			case 5:
				<-ctx.Done() // hangs, for one turn
				return ctx.Err()
			}
			return nil
		})
		if asked != 10 || len(said) != 8 || said[0] != "WATCHDOG=1" {
			t.Errorf("asked %d times, said %q, want 10 and 8 times WATCHDOG=1", asked, said)
		}
	})
}

func TestWatchdogWithoutInterval(t *testing.T) {
	systemd.Watchdog{}.Run(t.Context(), func(context.Context) error {
		t.Error("asked without a watchdog")
		return nil
	})
}

func TestCredential(t *testing.T) {
	t.Setenv("CREDENTIALS_DIRECTORY", "")
	_, err := systemd.Credential("key", 100)
	wantError(t, "Credential without any", err, systemd.ErrNoCredential)
	dir := t.TempDir()
	t.Setenv("CREDENTIALS_DIRECTORY", dir)
	check(t, os.WriteFile(filepath.Join(dir, "key"), []byte("hunter22"), 0o400)) // as the manager does
	check(t, os.WriteFile(filepath.Join(dir, "open"), []byte("hunter22"), 0o444))
	check(t, os.Symlink("key", filepath.Join(dir, "link")))
	p, err := systemd.Credential("key", 8)
	check(t, err)
	if string(p.Bytes()) != "hunter22" {
		t.Error("Credential read something else")
	}
	check(t, p.Close())
	_, err = systemd.Credential("none", 100)
	wantError(t, "Credential of no such name", err, systemd.ErrNoCredential)
	_, err = systemd.Credential("key", 7)
	wantError(t, "Credential beyond its bound", err, fsutil.ErrTooLarge)
	_, err = systemd.Credential("open", 100)
	wantError(t, "Credential for everyone", err, fsutil.ErrNotPrivate)
	_, err = systemd.Credential("link", 100)
	wantError(t, "Credential by a link", err, fsutil.ErrLink)
	for _, name := range []string{"", "..", "../key", dir + "/key"} {
		_, err = systemd.Credential(name, 100)
		wantError(t, "Credential "+name, err, fsutil.ErrName)
	}
}
