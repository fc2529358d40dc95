package asuser

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// account is the ordinary user as the kernel and a shell see it.
type account struct {
	uid, gid int
	home     string
}

func find() (account, error) {
	entry, err := user.Lookup(Name)
	if err != nil {
		return account{}, fmt.Errorf("%v: Chromium needs its sandbox, and the sandbox an ordinary user; run .ci/setup, which makes it", err)
	}
	uid, err := strconv.Atoi(entry.Uid)
	if err != nil {
		return account{}, err
	}
	gid, err := strconv.Atoi(entry.Gid)
	if err != nil {
		return account{}, err
	}
	return account{uid: uid, gid: gid, home: entry.HomeDir}, nil
}

// attributes makes a child this user's, without any of root's groups.
func (a account) attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(a.uid), Gid: uint32(a.gid)}}
}

// environment is ours without what names root's directories, sessions and caches.
func (a account) environment() []string {
	list := slices.DeleteFunc(os.Environ(), func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		switch name {
		case "HOME", "USER", "LOGNAME", "MAIL", "TMPDIR", "DBUS_SESSION_BUS_ADDRESS", "GOCACHE", "GOPATH", "GOMODCACHE":
			return true
		}
		return strings.HasPrefix(name, "XDG_") || strings.HasPrefix(name, "SUDO_") || strings.HasPrefix(name, "SSH_")
	})
	return append(list, "HOME="+a.home, "USER="+Name, "LOGNAME="+Name)
}

// Command is exec.Command for a child that must not run as root: inside [Main] the same, for root a child of
// the user [Name] with that user's home and no runtime directory. A missing user is the command's Err.
func Command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	if os.Geteuid() != 0 {
		return cmd
	}
	who, err := find()
	if err != nil {
		cmd.Err = err
		return cmd
	}
	cmd.Env = who.environment()
	cmd.SysProcAttr = who.attributes()
	return cmd
}
