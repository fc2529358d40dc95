package browser

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"browser-mcp/fsutil"
)

// A launch is everything that the helper needs to become Chromium.
type launch struct {
	path    string
	argv    []string
	env     []string
	private privateDir
	profile string // user data directory
	locks   []*os.File
}

// prepareLaunch decides about a request. Its settings come from the helper's own environment and nowhere else:
// SBM_CHROME_PATH, SBM_ALLOW_NO_SANDBOX, PATH and the directories.
func prepareLaunch(ctx context.Context, o LaunchOptions, getenv func(string) string, inherited []string, log *slog.Logger) (*launch, error) {
	allowNoSandbox := getenv("SBM_ALLOW_NO_SANDBOX") == "1"
	if err := checkFlags(o.Args, allowNoSandbox); err != nil {
		return nil, err
	}
	path, err := findChromium(getenv)
	if err != nil {
		return nil, err
	}
	base, err := openBase(getenv)
	if err != nil {
		return nil, err
	}
	defer base.Close()
	private, lock, err := newPrivate(ctx, base)
	if err != nil {
		return nil, err
	}
	l := &launch{path: path, private: private, profile: private.data(), locks: []*os.File{lock}}
	if o.Profile != "" {
		if err := l.useNamedProfile(o.Profile, getenv); err != nil {
			l.close()
			return nil, err
		}
	}
	if err := writePreferences(l.profile); err != nil {
		l.close()
		return nil, fmt.Errorf("writing preferences: %w", err)
	}
	l.argv = append([]string{filepath.Base(path)}, append(ourFlags(l.profile, o.Headless), o.Args...)...)
	if len(o.hosts) > 0 {
		l.argv = append(l.argv, resolverFlag(o.hosts))
	}
	l.env = chromiumEnvironment(inherited, private, o.Headless)
	for _, flag := range o.Args {
		if flag == noSandbox {
			log.Warn("Chromium runs without its sandbox", "event", "no_sandbox")
		}
	}
	return l, nil
}

// close gives the locks back, for a launch that does not take place.
func (l *launch) close() {
	for _, f := range l.locks {
		f.Close()
	}
}

// useNamedProfile moves the launch to a persistent profile. Two browsers on one profile would destroy it, so its lock
// is inherited like the private directory's.
func (l *launch) useNamedProfile(name string, getenv func(string) string) error {
	profiles, err := openProfiles(getenv)
	if err != nil {
		return err
	}
	defer profiles.Close()
	d, err := profiles.Mkdir(name)
	if err != nil {
		if d, err = profiles.Sub(name); err != nil {
			return err
		}
	}
	defer d.Close()
	if err := d.CheckPrivate(); err != nil {
		return err
	}
	lock, err := lockProfile(d)
	if err != nil {
		return err
	}
	l.locks = append(l.locks, lock)
	l.profile = filepath.Join(d.Path(), "data")
	return nil
}

func lockProfile(d *fsutil.Dir) (*os.File, error) {
	lock, err := inheritedLock(d)
	if err == nil {
		return lock, nil
	}
	f, err := d.Open(ownerLock)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	fd, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD, lockDescriptor)
	if err != nil {
		return nil, err
	}
	lock = os.NewFile(uintptr(fd), ownerLock)
	if err := unix.Flock(fd, unix.LOCK_EX|unix.LOCK_NB); err != nil {
		lock.Close()
		return nil, fmt.Errorf("profile is in use: %w", err)
	}
	return lock, nil
}

// openProfiles opens the directory of the persistent profiles. $STATE_DIRECTORY may be a link (systemd.md, P13), so it
// is opened by its path and everything below it beneath.
func openProfiles(getenv func(string) string) (*fsutil.Dir, error) {
	state := getenv("STATE_DIRECTORY")
	if state == "" {
		base := getenv("XDG_STATE_HOME")
		if base == "" {
			home := getenv("HOME")
			if home == "" {
				return nil, fmt.Errorf("neither STATE_DIRECTORY, XDG_STATE_HOME nor HOME is set")
			}
			base = filepath.Join(home, ".local", "state")
		}
		state = filepath.Join(base, "browser-mcp", "browser")
	}
	return fsutil.MakeDir(filepath.Join(state, "profiles"))
}

// landlock is the rule set under which Chromium keeps its own sandbox whole (linux-hardening.md, section 5).
func (l *launch) landlock() fsutil.Landlock {
	return fsutil.Landlock{
		ReadExec:  []string{"/usr", "/lib", "/lib64", "/bin", "/opt"},
		Read:      []string{"/etc", "/run", "/sys", "/var/cache/fontconfig"},
		Proc:      []string{"/proc"},
		Dev:       []string{"/dev"},
		ReadWrite: []string{"/dev/shm", l.private.path, l.profile},
		ScopeIPC:  true,
	}
}

// restrict applies the switches that hold for Chromium and all its children to this thread, which must be the one
// that then becomes Chromium.
func (l *launch) restrict(log *slog.Logger) error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("setting no_new_privs: %w", err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}); err != nil {
		return fmt.Errorf("forbidding core files: %w", err)
	}
	unix.Umask(0o077)
	report, err := l.landlock().RestrictThread()
	if err != nil {
		return fmt.Errorf("restricting files: %w", err)
	}
	if len(report.Missing) > 0 {
		log.Warn("Landlock keeps less than was asked for", "event", "landlock", "abi", report.ABI)
	}
	return nil
}
