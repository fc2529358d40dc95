package fsutil

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// CheckExecutable says whether no ordinary user can decide what runs under path: a regular
// executable file of root's that only root may write, in directories of which the same
// holds, through links of root's (threats rule 4). The error wraps [ErrUntrusted] when a
// rule is broken.
//
// In a user namespace without root in it (PrivateUsers=yes) every foreign owner looks the
// same. There such an owner counts as root in the directories that are the system's by
// custom and on read-only mounts, nowhere else; that another ordinary user wrote the file
// is then not excluded.
func CheckExecutable(path string) error {
	if !filepath.IsAbs(path) {
		return opError("checking executable", path, fmt.Errorf("%w: not an absolute path", ErrUntrusted))
	}
	w := trustWalk{links: maxLinks, root: rootOwner()}
	if err := w.check(path); err != nil {
		return opError("checking executable", path, err)
	}
	return nil
}

// trustWalk resolves a path as the kernel would, one component at a time, and checks each
// object that had a say in where it leads. All of them being root's, none can be exchanged
// behind our back.
type trustWalk struct {
	links int
	root  owner
}

// owner is how root's files look from here.
type owner struct {
	uid     uint32
	guessed bool // uid is any owner's that the namespace does not know
}

func (w *trustWalk) check(path string) error {
	at, rest := "/", strings.Split(path, "/")
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at) // at holds no link
			continue
		}
		if err := w.object(at, unix.S_IFDIR); err != nil {
			return err
		}
		next := filepath.Join(at, part)
		target, err := w.link(next)
		switch {
		case err != nil:
			return err
		case target == "":
			at = next
		default:
			rest = append(strings.Split(target, "/"), rest...)
			if filepath.IsAbs(target) {
				at = "/"
			}
		}
	}
	return w.object(at, unix.S_IFREG)
}

// link returns where a link leads, "" if path is none.
func (w *trustWalk) link(path string) (string, error) {
	target, err := os.Readlink(path)
	if errors.Is(err, unix.EINVAL) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if w.links--; w.links < 0 {
		return "", unix.ELOOP
	}
	return target, w.object(path, unix.S_IFLNK)
}

// object checks one directory, link or file. The mode of a link means nothing.
func (w *trustWalk) object(path string, want uint32) error {
	var st unix.Stat_t
	if err := unix.Lstat(path, &st); err != nil {
		return err
	}
	kind := st.Mode & unix.S_IFMT
	switch {
	case kind != want:
		return fmt.Errorf("%w: %q is not a %s", ErrUntrusted, path, kindName(want))
	case st.Uid != w.root.uid:
		return fmt.Errorf("%w: %q is owned by uid %d", ErrUntrusted, path, st.Uid)
	case kind != unix.S_IFLNK && st.Mode&0o022 != 0:
		return fmt.Errorf("%w: %q has mode %04o, want no bits of 0022", ErrUntrusted, path, st.Mode&0o7777)
	case kind == unix.S_IFREG && st.Mode&0o111 == 0:
		return fmt.Errorf("%w: %q is not executable", ErrUntrusted, path)
	case w.root.guessed && kind != unix.S_IFLNK && !systemPath(path) && !readOnlyMount(path):
		return fmt.Errorf("%w: %q has an owner from outside this user namespace", ErrUntrusted, path)
	}
	return nil
}

func kindName(kind uint32) string {
	switch kind {
	case unix.S_IFDIR:
		return "directory"
	case unix.S_IFLNK:
		return "link"
	default:
		return "regular file"
	}
}

// systemPath says whether a path without links is one that only packages write. ExecPaths=
// of systemd 252 leaves these writable for those who may, ProtectSystem=strict or not, so a
// read-only mount cannot be asked for.
func systemPath(path string) bool {
	for _, dir := range []string{"/usr", "/opt", "/bin", "/sbin", "/lib", "/lib64"} {
		if path == dir || strings.HasPrefix(path, dir+"/") {
			return true
		}
	}
	return path == "/"
}

func readOnlyMount(path string) bool {
	var st unix.Statfs_t
	return unix.Statfs(path, &st) == nil && st.Flags&unix.ST_RDONLY != 0
}

// rootOwner reads the user namespace's map (user_namespaces(7)): lines of first uid inside,
// first outside, count.
func rootOwner() owner {
	data, err := os.ReadFile("/proc/self/uid_map")
	if err != nil {
		return owner{}
	}
	for line := range strings.Lines(string(data)) {
		var inside, outside, count uint32
		if n, _ := fmt.Sscan(line, &inside, &outside, &count); n == 3 && inside == 0 && count > 0 {
			return owner{}
		}
	}
	return owner{uid: overflowUID(), guessed: true}
}

// overflowUID is how the kernel shows an owner that the namespace does not know; 65534 is
// its default.
func overflowUID() uint32 {
	var uid uint32
	data, err := os.ReadFile("/proc/sys/kernel/overflowuid")
	if err != nil {
		return 65534
	}
	if _, err := fmt.Sscan(string(data), &uid); err != nil {
		return 65534
	}
	return uid
}
