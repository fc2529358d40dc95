package fsutil

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Landlock lists what stays allowed below which paths (Landlock, landlock(7)); everything
// else on the file system is denied. It is a second layer: connecting to a path-name
// socket, stat and chmod stay possible, and so do UDP, Multipath TCP and whatever is open
// already.
type Landlock struct {
	ReadExec  []string // read files and directories, execute
	Read      []string // read files and directories
	ReadWrite []string // everything but executing and making devices
	Proc      []string // read, and write to files that exist: /proc for Chromium's uid_map
	Dev       []string // read, write and ioctl of devices that exist
	ScopeIPC  bool     // no abstract socket of, and no signal to, processes outside
	NoTCP     bool     // no TCP bind or connect
}

// LandlockReport says what was not done, for one log record.
type LandlockReport struct {
	ABI     int      // the kernel's version of Landlock, 0 if it has none
	Missing []string // parts of the request that this ABI cannot keep
	Absent  []string // paths of the request that do not exist
}

// landlockABI is the newest version whose rights were tried against Chromium; newer kernels
// are asked for no more than that.
const landlockABI = 7

const (
	landlockRead     = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	landlockReadExec = landlockRead | unix.LANDLOCK_ACCESS_FS_EXECUTE
	landlockProc     = landlockRead | unix.LANDLOCK_ACCESS_FS_WRITE_FILE
	landlockDev      = landlockProc | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	landlockWrite    = landlockProc | unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_REFER |
		unix.LANDLOCK_ACCESS_FS_REMOVE_DIR | unix.LANDLOCK_ACCESS_FS_REMOVE_FILE |
		unix.LANDLOCK_ACCESS_FS_MAKE_DIR | unix.LANDLOCK_ACCESS_FS_MAKE_REG |
		unix.LANDLOCK_ACCESS_FS_MAKE_SOCK | unix.LANDLOCK_ACCESS_FS_MAKE_FIFO |
		unix.LANDLOCK_ACCESS_FS_MAKE_SYM
	landlockAll = landlockWrite | landlockDev | landlockReadExec |
		unix.LANDLOCK_ACCESS_FS_MAKE_CHAR | unix.LANDLOCK_ACCESS_FS_MAKE_BLOCK
	// landlockFile is what a rule on something that is no directory may hold.
	landlockFile = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_TRUNCATE |
		unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
)

// landlockSince gives the file rights that are newer than ABI 1; asking for one that the
// kernel does not know is EINVAL.
var landlockSince = []struct {
	abi    int
	rights uint64
	name   string
}{
	{2, unix.LANDLOCK_ACCESS_FS_REFER, "refer"},
	{3, unix.LANDLOCK_ACCESS_FS_TRUNCATE, "truncate"},
	{5, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV, "ioctl_dev"},
}

// LandlockABI is the kernel's version of Landlock, 0 if it has none or none is allowed.
func LandlockABI() int {
	abi, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(abi)
}

// RestrictThread applies the rules to the calling thread alone, for good, and with them
// no_new_privs. The caller has locked its goroutine to the thread and goes on to execute a
// program: that is the only way for the rules to reach a whole process from here. Without
// Landlock in the kernel the report's ABI is 0 and nothing is restricted.
func (l Landlock) RestrictThread() (LandlockReport, error) {
	return l.restrict(func(trap, a1, a2, a3, a4, a5, a6 uintptr) unix.Errno {
		_, _, errno := unix.RawSyscall6(trap, a1, a2, a3, a4, a5, a6)
		return errno
	})
}

// RestrictProcess applies the rules to every thread of this process, for good, and with
// them no_new_privs. It needs a build without cgo.
func (l Landlock) RestrictProcess() (LandlockReport, error) {
	return l.restrict(func(trap, a1, a2, a3, a4, a5, a6 uintptr) unix.Errno {
		_, _, errno := syscall.AllThreadsSyscall6(trap, a1, a2, a3, a4, a5, a6)
		return errno
	})
}

type syscall6 func(trap, a1, a2, a3, a4, a5, a6 uintptr) unix.Errno

func (l Landlock) restrict(apply syscall6) (LandlockReport, error) {
	report := LandlockReport{ABI: min(LandlockABI(), landlockABI)}
	if errno := apply(unix.SYS_PRCTL, unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0, 0); errno != 0 {
		return report, fmt.Errorf("setting no_new_privs: %w", errno)
	}
	if report.ABI == 0 {
		report.Missing = []string{"landlock"}
		return report, nil
	}
	ruleset, err := l.ruleset(&report)
	if err != nil {
		return report, err
	}
	defer unix.Close(ruleset)
	if errno := apply(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(ruleset), 0, 0, 0, 0, 0); errno != 0 {
		return report, fmt.Errorf("applying landlock rules: %w", errno)
	}
	return report, nil
}

// ruleset makes the kernel's object with all rules in it.
func (l Landlock) ruleset(report *LandlockReport) (int, error) {
	attr := l.handled(report)
	fd, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET,
		uintptr(unsafe.Pointer(&attr)), attrSize(report.ABI), 0)
	if errno != 0 {
		return -1, fmt.Errorf("making a landlock ruleset for ABI %d: %w", report.ABI, errno)
	}
	for _, group := range []struct {
		paths  []string
		rights uint64
	}{
		{l.ReadExec, landlockReadExec}, {l.Read, landlockRead}, {l.ReadWrite, landlockWrite},
		{l.Proc, landlockProc}, {l.Dev, landlockDev},
	} {
		for _, path := range group.paths {
			err := addRule(int(fd), path, group.rights&attr.Handled_access_fs)
			if errors.Is(err, fs.ErrNotExist) {
				report.Absent = append(report.Absent, path)
			} else if err != nil {
				_ = unix.Close(int(fd))
				return -1, opError("allowing", path, err)
			}
		}
	}
	return int(fd), nil
}

// handled masks the request by what the ABI knows and notes the rest.
func (l Landlock) handled(report *LandlockReport) unix.LandlockRulesetAttr {
	attr := unix.LandlockRulesetAttr{Handled_access_fs: landlockAll}
	for _, newer := range landlockSince {
		if report.ABI < newer.abi {
			attr.Handled_access_fs &^= newer.rights
			report.Missing = append(report.Missing, newer.name)
		}
	}
	if l.NoTCP && report.ABI >= 4 {
		attr.Handled_access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	} else if l.NoTCP {
		report.Missing = append(report.Missing, "tcp")
	}
	if l.ScopeIPC && report.ABI >= 6 {
		attr.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET | unix.LANDLOCK_SCOPE_SIGNAL
	} else if l.ScopeIPC {
		report.Missing = append(report.Missing, "scope")
	}
	return attr
}

// attrSize is how much of the structure the ABI has: a longer one is accepted only while
// its tail is zero, so this is for clarity on strict kernels, and never more than ours.
func attrSize(abi int) uintptr {
	var attr unix.LandlockRulesetAttr
	switch {
	case abi < 4:
		return unsafe.Offsetof(attr.Handled_access_net)
	case abi < 6:
		return unsafe.Offsetof(attr.Scoped)
	default:
		return unsafe.Offsetof(attr.Scoped) + unsafe.Sizeof(attr.Scoped)
	}
}

func addRule(ruleset int, path string, rights uint64) error {
	fd, err := unix.Open(path, unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return err
	}
	if st.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= landlockFile
	}
	attr := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(fd)}
	_, _, errno := unix.Syscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(ruleset),
		unix.LANDLOCK_RULE_PATH_BENEATH, uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
